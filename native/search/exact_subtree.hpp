// The recursion: what the best tree of any depth on a subset costs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "search/depth_two.hpp"
#include "search/exact_node.hpp"
#include "search/solved_cache.hpp"
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

// Caches of a search, shared by its threads.
struct Caches {
    SolvedCache solved, relaxed;

    explicit Caches(std::size_t most_bytes) : solved(most_bytes / 2), relaxed(most_bytes / 2) {}
};

// Keeps its working space; one per thread. Values are costs above the rows' smallest, leaf prices included.
class SubtreeSolver {
public:
    // The caches may be absent.
    SubtreeSolver(const Rules& rules, Caches* caches) : SubtreeSolver(rules, caches, false) {}

    // The least cost of a tree of that depth, or the limit if that is less: the same whatever was solved before, and
    // for any number of threads. Nothing when stopped.
    std::optional<std::int64_t> least_cost(Subset& subset, int depth, std::int64_t limit, const Stop& stop) {
        return least_cost(subset, depth, {limit, no_floor}, {}, nullptr, stop);
    }

    // The children of a trial at a node of that depth; is_exact: both optima are known.
    struct Outcome {
        Evaluated children{};
        bool is_exact = false;
        NodeSearch::Solved solved;
    };
    bool evaluate(const Subset& subset, int depth, const Trial& trial, Outcome& outcome, const Stop& stop);

    // The upper splits of the trial's tree; its children's optima are given.
    bool plan_trial(const Subset& subset, int depth, const Trial& trial, const Evaluated& children, SplitPlan& plan,
                    const Stop& stop);

    [[nodiscard]] Counts counts() const;

private:
    struct Level {
        Subset part;
        NodeSearch node;
        Trial trial{};
        Outcome outcome;
        RowSet row_set;
    };

    SubtreeSolver(const Rules& rules, Caches* caches, bool is_relaxed);

    // Values from the limit on do not matter, and no tree costs less than the floor.
    struct Range {
        std::int64_t limit;
        std::int64_t floor;
    };
    static constexpr std::int64_t no_floor = std::numeric_limits<std::int64_t>::min();

    // heritage: bounds from neighbouring problems. known (may be null) receives what was evaluated, for such.
    std::optional<std::int64_t> least_cost(Subset& subset, int depth, Range range,
                                           const Heritage& heritage, std::shared_ptr<const KnownCuts>* known,
                                           const Stop& stop);
    std::optional<std::int64_t> solve(Subset& subset, int depth, Range range, const Heritage& heritage,
                                      std::shared_ptr<const KnownCuts>* known, const Stop& stop);
    std::optional<std::int64_t> search(Subset& subset, int depth, Range range, const Heritage& heritage,
                                       std::shared_ptr<const KnownCuts>* known, const Stop& stop);
    bool evaluate_child(Subset& part, int depth, const Trial& trial, std::uint8_t side, std::int64_t limit,
                        Outcome& outcome, const Stop& stop);
    bool plan_node(Subset& subset, int depth, std::int64_t value, std::size_t node, SplitPlan& plan,
                   const Stop& stop);
    bool plan_children(const Subset& subset, int depth, PlannedSplit split, const std::array<std::int64_t, 2>& values,
                       std::size_t node, SplitPlan& plan, const Stop& stop);
    [[nodiscard]] int useful_depth(const Subset& subset, int depth, std::int64_t limit) const;
    [[nodiscard]] bool needs_costs(const Subset& subset) const {
        return subset.rule == Rule::general || rules_.min_rows > 1;
    }
    Level& level(int depth);

    Rules rules_;
    SolvedCache* cache_ = nullptr;
    DepthTwoSolver depth_two_;
    Counts counts_{};
    std::vector<std::unique_ptr<Level>> levels_;
    std::unique_ptr<SubtreeSolver> relaxed_;  // without a minimum of rows, where there is one
};

}  // namespace boughs::search
