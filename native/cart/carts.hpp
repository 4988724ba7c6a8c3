// Gini CART (classification trees grown greedily), many at once, each on its own portion of the rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cart/rows.hpp"
#include "table/stop.hpp"

namespace boughs::cart {

constexpr std::int32_t NO_COLUMN = -1;
constexpr int MAX_DEPTH = 16;

struct Limits {
    int max_depth;
    std::int64_t min_rows;  // input rows in every leaf
};

// Trees in heap order, one after the other: the split column and cut of every node, NO_COLUMN where there is no split.
struct Carts {
    std::size_t n_completed;  // when `stop` expired, the trees from here on are worth nothing
    std::vector<std::int32_t> columns;
    std::vector<std::int32_t> cuts;
};

// masks: n_trees x n_rows, not 0 where the row takes part in the tree. Rows of weight 0 take part in none.
// Of equally good splits the one of the first column is taken, and there the lowest cut.
[[nodiscard]] Carts grow_carts(const Rows& rows, std::span<const std::uint8_t> masks, const Limits& limits,
                               std::size_t n_threads, const Stop& stop);

}  // namespace boughs::cart
