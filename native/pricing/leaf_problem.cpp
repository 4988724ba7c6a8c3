// Sets up the pricing problem of one leaf.
#include "pricing/leaf_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace boughs::pricing {
namespace {

std::vector<const NodeSplits*> nodes_to(int leaf, int depth, const std::vector<NodeSplits>& nodes) {
    std::vector<const NodeSplits*> path;
    const auto heap = static_cast<std::size_t>(leaf) + (std::size_t{1} << depth);
    for (int level = 0; level < depth; ++level) path.push_back(&nodes[(heap >> (depth - level)) - 1]);
    return path;
}

class SplitNumbers {
public:
    std::vector<std::size_t> of(const NodeSplits& node) {
        std::vector<std::size_t> numbers(node.size, std::numeric_limits<std::size_t>::max());
        for (const ColumnCuts& group : node.columns)
            for (std::size_t i = 0; i < group.cuts.size(); ++i)
                numbers[static_cast<std::size_t>(group.positions[i])] =
                    numbers_.try_emplace({group.column, group.cuts[i]}, numbers_.size()).first->second;
        return numbers;
    }

private:
    std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> numbers_;
};

std::vector<LeafLevel> levels_of(int leaf, int depth, const std::vector<NodeSplits>& nodes,
                                 std::span<const double> gamma) {
    std::vector<LeafLevel> levels;
    SplitNumbers numbers;
    std::size_t start = 0;
    const auto path = nodes_to(leaf, depth, nodes);
    for (int h = 0; h < depth; ++h) {
        const NodeSplits* node = path[static_cast<std::size_t>(h)];
        const bool goes_left = ((leaf >> (depth - 1 - h)) & 1) == 0;
        levels.push_back({node, goes_left, gamma.subspan(start, node->size), numbers.of(*node), 0.0, 0.0, true});
        start += node->size;
    }
    double no_split = 0.0;
    double best = 0.0;
    bool stays_left = true;
    for (std::size_t h = levels.size(); h-- > 0;) {
        LeafLevel& level = levels[h];
        no_split -= level.gamma[0];
        const auto real = level.gamma.subspan(1);
        best = real.empty() ? no_split : std::max(no_split, best - *std::min_element(real.begin(), real.end()));
        stays_left = stays_left && level.goes_left;
        level.no_split_from_here = no_split;
        level.best_from_here = best;
        level.stays_left = stays_left;
    }
    return levels;
}

double largest_size(std::span<const double> numbers) {
    double largest = 0.0;
    for (const double number : numbers) largest = std::max(largest, std::abs(number));
    return largest;
}

double total_size(std::span<const double> numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0, [](double sum, double x) { return sum + std::abs(x); });
}

CellWorth<std::int64_t> exact_worth(const PathRows& rows, const Outcomes& outcomes, std::span<const double> beta) {
    CellWorth<std::int64_t> worth{
        {summed_by_cell(rows.rewards, rows.n_classes, outcomes.cell_of_row, outcomes.n_cells), rows.n_classes},
        std::vector<double>(outcomes.n_cells, 0.0)};
    for (std::size_t row = 0; row < beta.size(); ++row) worth.base[outcomes.cell_of_row[row]] -= beta[row];
    return worth;
}

// The base is the positive part without reward, a class's value what its reward adds to that.
CellWorth<double> largest_worth(const CellWorth<std::int64_t>& exact, std::size_t n_classes, double unit) {
    std::vector<double> gains(exact.base.size() * n_classes, 0.0);
    std::vector<double> base;
    for (std::size_t cell = 0; cell < exact.base.size(); ++cell) {
        base.push_back(std::max(0.0, exact.base[cell]));
        for (const ClassReward& entry : exact.by_class.of(cell))
            gains[cell * n_classes + entry.target] =
                std::max(0.0, static_cast<double>(entry.value) / unit + exact.base[cell]) - base[cell];
    }
    return {{gains, n_classes}, std::move(base)};
}

double total_reward(const CellRewards& rewards, std::size_t n_cells) {
    double total = 0.0;
    for (std::size_t cell = 0; cell < n_cells; ++cell)
        for (const ClassReward& entry : rewards.of(cell)) total += static_cast<double>(entry.value);
    return total;
}

}  // namespace

LeafProblem::LeafProblem(const PathRows& rows, const std::vector<NodeSplits>& nodes, int depth, const PathDuals& duals,
                         int leaf, std::span<const double> leaf_gamma)
    : levels(levels_of(leaf, depth, nodes, leaf_gamma)),
      outcomes(outcomes_of(rows.ranks, nodes_to(leaf, depth, nodes))),
      n_classes(rows.n_classes),
      input_rows(summed_by_cell(rows.input_rows.data(), 1, outcomes.cell_of_row, outcomes.n_cells)),
      exact(exact_worth(rows, outcomes, duals.beta)),
      at_most(largest_worth(exact, n_classes, duals.reward_unit)),
      alpha(duals.alpha[static_cast<std::size_t>(leaf)]),
      reward_unit(duals.reward_unit),
      leaf_price(rows.leaf_price),
      min_rows(rows.min_rows) {
    const double rewards = total_reward(exact.by_class, outcomes.n_cells) + static_cast<double>(leaf_price);
    double sizes = std::abs(alpha) + rewards / reward_unit + total_size(duals.beta);
    for (const LeafLevel& level : levels) sizes += largest_size(level.gamma);
    rounding = sizes * static_cast<double>(duals.beta.size() + 16) * std::numeric_limits<double>::epsilon();
}

}  // namespace boughs::pricing
