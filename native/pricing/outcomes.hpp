// Rows that no split of some nodes tells apart are one cell; the outcomes of every cell at those nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pricing/split_sets.hpp"

namespace boughs::pricing {

// buckets[node][column group][cell]; nodes are numbered as they were given.
struct Outcomes {
    std::vector<std::uint32_t> cell_of_row;
    std::size_t n_cells = 0;
    std::vector<std::vector<std::vector<std::uint32_t>>> buckets;
};

[[nodiscard]] Outcomes outcomes_of(const Ranks& ranks, std::span<const NodeSplits* const> nodes);

// Rows of equal keys get the same number, numbers ascend in the order of the keys; keys[i][row] < n_keys[i].
[[nodiscard]] std::vector<std::uint32_t> numbered_by_keys(std::span<const std::vector<std::uint32_t>> keys,
                                                          std::span<const std::size_t> n_keys, std::size_t n_rows);

}  // namespace boughs::pricing
