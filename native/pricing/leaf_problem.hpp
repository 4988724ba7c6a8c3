// The pricing problem of one leaf: its nodes, and its rows merged by what the splits on the way tell apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pricing/cell_rewards.hpp"
#include "pricing/outcomes.hpp"
#include "pricing/path_pricing.hpp"

namespace boughs::pricing {

struct LeafLevel {
    const NodeSplits* splits;
    bool goes_left;
    std::span<const double> gamma;
    // identity[position] is the same for equal splits of all levels; NO_SPLIT has none.
    std::vector<std::size_t> identity;
    double no_split_from_here;  // the sum of -gamma where this level and all below have NO_SPLIT
    double best_from_here;      // no choice of splits from this level down has a larger sum of -gamma
    bool stays_left;            // this turn and all below are left
};

// What cells bring to a path, class by class, on top of a base that does not depend on the class.
template <class Value>
struct CellWorth {
    CellValues<Value> by_class;
    std::vector<double> base;
};

struct LeafProblem {
    LeafProblem(const PathRows& rows, const std::vector<NodeSplits>& nodes, int depth, const PathDuals& duals, int leaf,
                std::span<const double> leaf_gamma);

    std::vector<LeafLevel> levels;
    Outcomes outcomes;
    std::size_t n_classes;
    std::vector<std::int64_t> input_rows;  // per cell
    CellWorth<std::int64_t> exact;         // the reward of all its cells, base -beta
    CellWorth<double> at_most;  // what any choice of its cells is worth: the positive parts of reward / unit - beta
    double alpha;
    double reward_unit;
    std::int64_t leaf_price;
    std::int64_t min_rows;
    double rounding;  // no sum of this problem is further from its exact value
};

}  // namespace boughs::pricing
