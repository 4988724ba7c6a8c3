// The recursion: what the best tree of any depth on a subset costs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "search/depth_two.hpp"
#include "search/exact_node.hpp"
#include "search/split_plan.hpp"
#include "search/subset.hpp"
#include "table/stop.hpp"

namespace boughs::search {

// What every node of a search has in common.
struct Rules {
    std::int64_t leaf_price = 0;
    std::int64_t min_rows = 1;
    Settings settings{};
};

struct Counts {
    std::int64_t depth_two = 0;   // subproblems of depth two
    std::int64_t thresholds = 0;  // evaluated above depth two
    std::int64_t nodes = 0;       // searched above depth two

    Counts& operator+=(const Counts& other) {
        depth_two += other.depth_two;
        thresholds += other.thresholds;
        nodes += other.nodes;
        return *this;
    }
};

// Keeps its working space; one per thread. Values are costs above the rows' smallest, leaf prices included.
class SubtreeSolver {
public:
    explicit SubtreeSolver(const Rules& rules);

    // The least cost of a tree of that depth, or the limit if that is less: the same whatever was solved before, and
    // for any number of threads. Nothing when stopped. plan (may be null) receives the splits above the last two
    // levels where the value is below the limit.
    std::optional<std::int64_t> least_cost(const Subset& subset, int depth, std::int64_t limit, SplitPlan* plan,
                                           const Stop& stop);

    // A trial at a node of that depth; is_exact: both children's optima are known, and the plan is that of the node.
    struct Outcome {
        Evaluated children{};
        bool is_exact = false;
        SplitPlan plan;
    };
    bool evaluate(const Subset& subset, int depth, const Trial& trial, Outcome& outcome, const Stop& stop);

    [[nodiscard]] Counts counts() const;

private:
    struct Level {
        Subset part;
        NodeSearch node;
        Trial trial{};
        Outcome outcome;
        SplitPlan plan;
    };

    std::optional<std::int64_t> search(const Subset& subset, int depth, std::int64_t limit, SplitPlan* plan,
                                       const Stop& stop);
    bool evaluate_child(const Subset& part, int depth, std::uint8_t side, std::int64_t limit, Outcome& outcome,
                        const Stop& stop);
    [[nodiscard]] int useful_depth(const Subset& subset, int depth, std::int64_t limit) const;
    Level& level(int depth);

    Rules rules_;
    DepthTwoSolver depth_two_;
    Counts counts_{};
    std::vector<std::unique_ptr<Level>> levels_;
    std::unique_ptr<SubtreeSolver> relaxed_;  // without a minimum of rows, where there is one
};

}  // namespace boughs::search
