// Each column's rows in sorted order, without those of its most frequent value.
#pragma once

#include <cstdint>
#include <vector>

#include "cart/rows.hpp"

namespace boughs::cart {

struct Entry {
    std::int32_t row;
    std::int32_t rank;
};

// The rows of the most frequent value stand nowhere: what they hold is the node's total less the rest.
struct SortedColumn {
    std::vector<Entry> below;  // lower ranks, ascending
    std::vector<Entry> above;  // higher ranks, descending
};

[[nodiscard]] std::vector<SortedColumn> presorted(const Rows& rows, std::size_t n_threads);

}  // namespace boughs::cart
