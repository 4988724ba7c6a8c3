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
      costs(summed_by_cell(rows.costs, n_classes, outcomes.cell_of_row, outcomes.n_cells)),
      least(least_total(costs, n_classes)),
      rewards(rewards_of(costs, n_classes), n_classes),
      potential(outcomes.n_cells, 0),
      input_rows(summed_by_cell(rows.input_rows.data(), 1, outcomes.cell_of_row, outcomes.n_cells)),
      leaf_price(rows.leaf_price),
      min_rows(rows.min_rows) {
    for (std::size_t cell = 0; cell < outcomes.n_cells; ++cell)
        for (const ClassReward& entry : rewards.of(cell)) potential[cell] = std::max(potential[cell], entry.value);
}

std::pair<Cells, Cells> TreeProblem::parted(std::size_t node, std::size_t group, std::size_t cut,
                                            const Cells& cells) const {
    const auto& bucket = outcomes.buckets[node][group];
    std::pair<Cells, Cells> parts;
    for (const std::uint32_t cell : cells) (bucket[cell] <= cut ? parts.first : parts.second).push_back(cell);
    return parts;
}

std::int64_t TreeProblem::most(const Cells& cells) const {
    return std::accumulate(cells.begin(), cells.end(), std::int64_t{0},
                           [&](std::int64_t sum, std::uint32_t cell) { return sum + potential[cell]; });
}

Cells TreeProblem::all_cells() const {
    Cells all(outcomes.n_cells);
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

std::int32_t TreeProblem::best_target(const Cells& cells) const {
    const auto sums = reward_sums(cells);
    return static_cast<std::int32_t>(std::max_element(sums.begin(), sums.end()) - sums.begin());
}

Loss TreeProblem::leaf_loss(const Cells& cells) const {
    if (cells.empty()) return {0, 0};
    std::int64_t count = 0;
    for (const std::uint32_t cell : cells) count += input_rows[cell];
    if (count < min_rows) return kImpossible;
    const auto sums = reward_sums(cells);
    return {most(cells) - *std::max_element(sums.begin(), sums.end()) + leaf_price, 0};
}

std::vector<std::int64_t> TreeProblem::reward_sums(const Cells& cells) const {
    std::vector<std::int64_t> sums(n_classes, 0);
    for (const std::uint32_t cell : cells)
        for (const ClassReward& entry : rewards.of(cell)) sums[entry.target] += entry.value;
    return sums;
}

}  // namespace boughs::pricing
