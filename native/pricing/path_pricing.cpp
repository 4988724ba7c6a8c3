// Checks the input of the path pricing and hands every leaf to a search of its own.
#include "pricing/path_pricing.hpp"

#include <algorithm>
#include <cmath>

#include "pricing/leaf_problem.hpp"
#include "pricing/leaf_search.hpp"
#include "pricing/require.hpp"
#include "table/threads.hpp"

namespace boughs::pricing {
namespace {

constexpr std::int64_t kLargestReward = std::int64_t{1} << 60;

// No sum of so many numbers of at most this size overflows.
constexpr double kLargestDual = 1e200;

bool all_moderate(std::span<const double> numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::abs(x) <= kLargestDual; });
}

void require_rows(const PathRows& rows) {
    require(rows.n_classes >= 1, "rewards must have a class at least");
    require_input_rows(rows.input_rows, rows.ranks.n_rows);
    require(rows.leaf_price >= 0 && rows.leaf_price <= kLargestReward, "leaf_price must be 0 .. 2^60");
    std::int64_t rewards = 0;
    for (std::size_t row = 0; row < rows.ranks.n_rows; ++row) {
        const std::span of_row(rows.rewards + row * rows.n_classes, rows.n_classes);
        const auto [least, most] = std::minmax_element(of_row.begin(), of_row.end());
        require(*least >= 0, "rewards must not be negative");
        require(*most <= kLargestReward - rewards, "rewards must total at most 2^60");
        rewards += *most;
    }
}

void require_duals(const PathDuals& duals, std::size_t n_rows, std::size_t n_leaves, std::size_t n_gammas) {
    require(duals.alpha.size() == n_leaves, "alpha must have one entry a leaf");
    require(duals.beta.size() == n_rows, "beta must have one entry a row");
    require(duals.gamma.size() == n_gammas, "gamma must have one entry for every leaf, level and split");
    require(all_moderate(duals.alpha) && all_moderate(duals.beta) && all_moderate(duals.gamma),
            "duals must be finite, at most 1e200");
    require(duals.reward_unit >= 1 / kLargestDual && duals.reward_unit <= kLargestDual,
            "reward_unit must be 1e-200 .. 1e200");
}

// starts[leaf] .. starts[leaf + 1] are the gammas of a leaf.
std::vector<std::size_t> gamma_starts(const std::vector<NodeSplits>& nodes, int depth) {
    std::vector<std::size_t> starts{0};
    const std::size_t n_leaves = nodes.size() + 1;
    for (std::size_t heap = n_leaves; heap < 2 * n_leaves; ++heap) {
        starts.push_back(starts.back());
        for (int height = 1; height <= depth; ++height) starts.back() += nodes[(heap >> height) - 1].size;
    }
    return starts;
}

}  // namespace

std::vector<LeafPrices> best_paths(const PathRows& rows, const FlatSplitSets& sets, const PathDuals& duals,
                                   const PathQuery& query, const Stop& stop) {
    const auto nodes = grouped_by_column(sets, rows.ranks.n_columns);
    const auto starts = gamma_starts(nodes, sets.depth);
    const auto n_leaves = static_cast<std::int32_t>(nodes.size() + 1);
    require_rows(rows);
    require_duals(duals, rows.ranks.n_rows, nodes.size() + 1, starts.back());
    require(!std::isnan(query.tolerance), "tolerance must be a number");
    require(
        std::all_of(query.leaves.begin(), query.leaves.end(), [&](auto leaf) { return leaf >= 0 && leaf < n_leaves; }),
        "leaves must be leaves of the topology");
    std::vector<LeafPrices> prices(query.leaves.size());
    for_each_index(query.leaves.size(), query.n_threads, [&](std::size_t i) {
        const auto leaf = static_cast<std::size_t>(query.leaves[i]);
        const auto gamma = duals.gamma.subspan(starts[leaf], starts[leaf + 1] - starts[leaf]);
        const LeafProblem problem(rows, nodes, sets.depth, duals, query.leaves[i], gamma);
        prices[i] = LeafSearch(problem, query.how_many, query.tolerance, stop).run();
    });
    return prices;
}

}  // namespace boughs::pricing
