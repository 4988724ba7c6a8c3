// Checks the input of the tree pricing, picks the lanes, and reads the best tree off the search.
#include "pricing/tree_pricing.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "pricing/require.hpp"
#include "pricing/tree_problem.hpp"
#include "pricing/tree_search.hpp"

namespace boughs::pricing {
namespace {

void require_rows(const TreeRows& rows, int depth) {
    require(rows.n_classes >= 1, "costs must have a class at least");
    require_input_rows(rows.input_rows, rows.ranks.n_rows);
    require(rows.leaf_price >= 0 && rows.leaf_price <= kLargestTotal >> depth,
            "leaf_price must be 0 .. 2^(58 - depth)");
    std::int64_t costs = 0;
    for (std::size_t row = 0; row < rows.ranks.n_rows; ++row) {
        std::int64_t largest = 0;
        for (std::size_t t = 0; t < rows.n_classes; ++t) {
            const std::int64_t cost = rows.costs[row * rows.n_classes + t];
            require(cost >= -kLargestTotal / 4 && cost <= kLargestTotal / 4, "costs must total at most 2^56");
            largest = std::max(largest, std::abs(cost));
        }
        require(largest <= kLargestTotal / 4 - costs, "costs must total at most 2^56");
        costs += largest;
    }
}

// Of depth two at least: below a single node stand two that cannot split.
std::vector<NodeSplits> with_pairs(std::vector<NodeSplits> nodes) {
    nodes.resize(std::max<std::size_t>(nodes.size(), 3), NodeSplits{1, {}});
    return nodes;
}

Subtree searched(const TreeProblem& problem, Loss limit, std::size_t n_threads, const Stop& stop) {
    std::int64_t total = 4 * problem.leaf_price;
    for (std::size_t cell = 0; cell < problem.outcomes.n_cells; ++cell)
        total += problem.potential[cell] + (problem.counts_rows() ? problem.input_rows[cell] : 0);
    if (total <= std::numeric_limits<std::int32_t>::max() / 8)
        return TreeSearch<std::int32_t>(problem, n_threads, stop).run(limit);
    return TreeSearch<std::int64_t>(problem, n_threads, stop).run(limit);
}

std::pair<Cells, Cells> parted_at(const TreeProblem& problem, std::size_t node, std::int32_t position,
                                  const Cells& cells) {
    const auto& columns = problem.nodes[node].columns;
    for (std::size_t g = 0; g < columns.size(); ++g)
        for (std::size_t cut = 0; cut < columns[g].cuts.size(); ++cut)
            if (columns[g].positions[cut] == position) return problem.parted(node, g, cut, cells);
    return {cells, {}};
}

// Fills in the last level's splits and the leaves' targets.
void complete(const TreeProblem& problem, std::size_t node, bool below_split, const Cells& cells, PricedTree& tree) {
    const std::size_t n_nodes = tree.choice.size();
    if (node >= n_nodes) {
        tree.targets[node - n_nodes] = problem.best_target(cells);
        return;
    }
    std::int32_t& position = tree.choice[node];
    if (below_split && 2 * node + 1 >= n_nodes) position = best_single_split(problem, node, cells);
    const auto [left, right] = parted_at(problem, node, position, cells);
    complete(problem, 2 * node + 1, position != 0, left, tree);
    complete(problem, 2 * node + 2, position != 0, right, tree);
}

PricedTree tree_of(const TreeProblem& problem, const Subtree& found, std::size_t n_nodes) {
    PricedTree tree{problem.least + found.loss.cost, std::vector<std::int32_t>(n_nodes, 0),
                    std::vector<std::int32_t>(n_nodes + 1, 0)};
    for (const auto& [node, position] : found.splits) tree.choice[node] = position;
    complete(problem, 0, false, problem.all_cells(), tree);
    return tree;
}

}  // namespace

TreeAnswer best_tree(const TreeRows& rows, const FlatSplitSets& sets, std::int64_t upper, std::size_t n_threads,
                     const Stop& stop) {
    auto nodes = grouped_by_column(sets, rows.ranks.n_columns);
    require_rows(rows, sets.depth);
    const std::size_t n_nodes = nodes.size();
    const TreeProblem problem(rows, with_pairs(std::move(nodes)));
    const Loss limit{std::clamp(upper, -2 * kLargestTotal, 2 * kLargestTotal) - problem.least, 0};
    const Subtree found = searched(problem, limit, n_threads, stop);
    TreeAnswer answer{std::nullopt, !stop.expired()};
    if (found.found) answer.tree = tree_of(problem, found, n_nodes);
    return answer;
}

}  // namespace boughs::pricing
