// The best tree over given split sets, by recursion with branch and bound.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pricing/split_sets.hpp"
#include "table/stop.hpp"

namespace boughs::pricing {

struct TreeRows {
    Ranks ranks;
    const std::int64_t* costs;  // (n_rows, n_classes), of any sign
    std::size_t n_classes;
    std::span<const std::int64_t> input_rows;  // >= 1
    std::int64_t leaf_price;                   // for every leaf that a row reaches
    std::int64_t min_rows;                     // in every leaf that a row reaches
};

struct PricedTree {
    std::int64_t value;
    std::vector<std::int32_t> choice;   // position in S_j for every internal node; below a 0 (NO_SPLIT) only 0
    std::vector<std::int32_t> targets;  // per leaf; 0 where no row arrives
};

struct TreeAnswer {
    std::optional<PricedTree> tree;  // nothing where no tree of value < upper was found
    bool complete;                   // false where the search was stopped: a better tree may exist
};

// The tree of least value < upper; of equal ones that with the fewest splits, then of lowest positions in the order of
// the heap. Throws std::invalid_argument where the input does not fit together.
[[nodiscard]] TreeAnswer best_tree(const TreeRows& rows, const FlatSplitSets& sets, std::int64_t upper,
                                   std::size_t n_threads, const Stop& stop);

}  // namespace boughs::pricing
