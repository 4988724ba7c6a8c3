// Finds the children's optima of many root thresholds at once, one lane each.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "search/gaps.hpp"
#include "search/leaf.hpp"
#include "search/sweep_plan.hpp"
#include "table/stop.hpp"

namespace boughs::search {

class LaneSweeper {
public:
    void start(const Subset& subset, const Units& units, std::int64_t min_rows, const Settings& settings);
    void add_column(const Subset& subset, const ColumnCuts& cuts, std::size_t column);

    [[nodiscard]] std::size_t n_lanes() const { return n_lanes_; }

    // Adds the optima of each lane's children to its result; lanes of one column stand together. Exact values are only
    // worked out where a lane's relaxed ones add up to less than the cutoff. False when stopped.
    bool sweep(std::span<const Lane> lanes, std::int64_t cutoff, const Stop& stop, std::span<Evaluated> results);

private:
    bool run(const Kernel& kernel, const SweepPlan& plan, std::span<const Lane> lanes, const Stop& stop);
    [[nodiscard]] std::array<std::int64_t, 2> values_of(std::size_t lane) const;
    [[nodiscard]] LaneSpace space();

    Units units_{};
    bool counts_ = false;
    std::size_t n_lanes_ = 2;
    const Kernel* plain_ = nullptr;
    const Kernel* counted_ = nullptr;
    SweepPlan plan_;
    SweepPlan counted_plan_;
    std::vector<Line> lines_;
    std::vector<std::int64_t> all_;
    std::size_t n_rows_ = 0;
    std::size_t n_classes_ = 0;
    LaneCosts costs_{};
};

}  // namespace boughs::search
