// The paths of largest reduced cost (paper eq. 7), found by enumeration with bounds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pricing/split_sets.hpp"
#include "table/stop.hpp"

namespace boughs::pricing {

struct PathRows {
    Ranks ranks;
    const std::int64_t* rewards;  // (n_rows, n_classes), >= 0
    std::size_t n_classes;
    std::span<const std::int64_t> input_rows;  // >= 1
    std::int64_t leaf_price;
    std::int64_t min_rows;
};

// In natural units of the LP: a path's coefficient in the objective is its reward / reward_unit.
struct PathDuals {
    std::span<const double> alpha;
    std::span<const double> beta;
    std::span<const double> gamma;  // leaf by leaf, level by level, one for every element of that node's S_j
    double reward_unit;
};

struct PathQuery {
    std::span<const std::int32_t> leaves;
    std::size_t how_many;
    double tolerance;
    std::size_t n_threads;
};

struct PricedPath {
    std::vector<std::int32_t> positions;  // in S_j, level by level
    std::int32_t target;
    double reduced_cost;
    std::int64_t reward;
};

struct LeafPrices {
    double largest;  // over all paths of the leaf; never too small, exact where the search is complete, -inf where
                     // there is no path
    bool complete;
    std::vector<PricedPath> best;  // falling reduced cost, then ascending positions
};

// One entry an asked leaf; throws std::invalid_argument where the input does not fit together.
[[nodiscard]] std::vector<LeafPrices> best_paths(const PathRows& rows, const FlatSplitSets& sets,
                                                 const PathDuals& duals, const PathQuery& query, const Stop& stop);

}  // namespace boughs::pricing
