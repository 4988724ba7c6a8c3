// Sets up the tree pricing problem.
#include "pricing/tree_problem.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace boughs::pricing {
namespace {

std::vector<const NodeSplits*> pointers_to(const std::vector<NodeSplits>& nodes) {
    std::vector<const NodeSplits*> pointers;
    for (const NodeSplits& node : nodes) pointers.push_back(&node);
    return pointers;
}

// The cells' costs become rewards: what a class saves against the cell's worst.
std::vector<std::int64_t> rewards_of(std::vector<std::int64_t> costs, std::size_t n_classes) {
    for (std::size_t first = 0; first < costs.size(); first += n_classes) {
        const std::span of_cell(costs.data() + first, n_classes);
        const std::int64_t worst = *std::max_element(of_cell.begin(), of_cell.end());
        for (std::int64_t& cost : of_cell) cost = worst - cost;
    }
    return costs;
}

std::vector<std::int64_t> largest_by_cell(std::span<const std::int64_t> dense, std::size_t n_classes) {
    std::vector<std::int64_t> largest;
    for (std::size_t first = 0; first < dense.size(); first += n_classes)
        largest.push_back(*std::max_element(dense.begin() + static_cast<std::ptrdiff_t>(first),
                                            dense.begin() + static_cast<std::ptrdiff_t>(first + n_classes)));
    return largest;
}

std::int64_t least_total(std::span<const std::int64_t> dense, std::size_t n_classes) {
    std::int64_t total = 0;
    for (std::size_t first = 0; first < dense.size(); first += n_classes) {
        const auto of_cell = dense.subspan(first, n_classes);
        total += *std::min_element(of_cell.begin(), of_cell.end());
    }
    return total;
}

}  // namespace

TreeProblem::TreeProblem(const TreeRows& rows, std::vector<NodeSplits> splits)
    : nodes(std::move(splits)),
      outcomes(outcomes_of(rows.ranks, pointers_to(nodes))),
      n_classes(rows.n_classes),
      dense_rewards(rewards_of(summed_by_cell(rows.costs, n_classes, outcomes.cell_of_row, outcomes.n_cells), n_classes)),
      rewards(dense_rewards, n_classes),
      potential(largest_by_cell(dense_rewards, n_classes)),
      input_rows(summed_by_cell(rows.input_rows.data(), 1, outcomes.cell_of_row, outcomes.n_cells)),
      leaf_price(rows.leaf_price),
      min_rows(rows.min_rows),
      least(least_total(summed_by_cell(rows.costs, n_classes, outcomes.cell_of_row, outcomes.n_cells), n_classes)) {}

std::int64_t TreeProblem::most(const Cells& cells) const {
    return std::accumulate(cells.begin(), cells.end(), std::int64_t{0},
                           [&](std::int64_t sum, std::uint32_t cell) { return sum + potential[cell]; });
}

Loss TreeProblem::leaf_loss(const Cells& cells) const {
    if (cells.empty()) return {0, 0};
    std::vector<std::int64_t> sums(n_classes, 0);
    std::int64_t count = 0;
    for (const std::uint32_t cell : cells) {
        count += input_rows[cell];
        for (const ClassReward& entry : rewards.of(cell)) sums[entry.target] += entry.value;
    }
    if (count < min_rows) return kImpossible;
    return {most(cells) - *std::max_element(sums.begin(), sums.end()) + leaf_price, 0};
}

}  // namespace boughs::pricing
