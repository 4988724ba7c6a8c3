// Gini CART (classification trees grown greedily), many at once, each on its own portion of the rows.
#include "cart/carts.hpp"

#include <algorithm>
#include <utility>

#include "cart/grower.hpp"
#include "cart/tally.hpp"
#include "cart/whole_weights.hpp"
#include "table/threads.hpp"

namespace boughs::cart {

namespace {

template <class Tally>
Ground<Tally> ground_of(const Rows& rows, const Limits& limits, WholeWeights weights, std::size_t n_threads) {
    Ground<Tally> ground{rows, limits, presorted(rows, n_threads), std::move(weights.of_row), {}};
    ground.row_weights.reserve(rows.n_rows);
    for (std::size_t row = 0; row < rows.n_rows; ++row)
        ground.row_weights.push_back(Tally::row_weight(ground.weights[row], rows.labels[row]));
    return ground;
}

template <class Tally, bool counts_rows>
Carts grow_on(const Ground<Tally>& ground, std::span<const std::uint8_t> masks, std::size_t n_threads, const Stop& stop) {
    const std::size_t n_rows = ground.rows.n_rows;
    const std::size_t n_trees = masks.size() / n_rows;
    const std::size_t n_nodes = (std::size_t{1} << ground.limits.max_depth) - 1;
    Carts carts{0, std::vector<std::int32_t>(n_trees * n_nodes), std::vector<std::int32_t>(n_trees * n_nodes)};
    std::vector<std::uint8_t> is_complete(n_trees, 0);
    for_each_index(n_trees, n_threads, [&](std::size_t tree) {
        if (stop.expired()) return;
        Grower<Tally, counts_rows> grower(ground, masks.subspan(tree * n_rows, n_rows), stop);
        is_complete[tree] = grower.grow(std::span(carts.columns).subspan(tree * n_nodes, n_nodes),
                                        std::span(carts.cuts).subspan(tree * n_nodes, n_nodes));
    });
    const auto first_incomplete = std::find(is_complete.begin(), is_complete.end(), 0);
    carts.n_completed = static_cast<std::size_t>(first_incomplete - is_complete.begin());
    return carts;
}

}  // namespace

Carts grow_carts(const Rows& rows, std::span<const std::uint8_t> masks, const Limits& limits, std::size_t n_threads,
                 const Stop& stop) {
    WholeWeights weights = whole_weights(rows.weights);
    const bool is_narrow = weights.total <= NARROW_LIMIT;
    const auto grow = [&]<class Tally>(std::type_identity<Tally>) {
        const auto ground = ground_of<Tally>(rows, limits, std::move(weights), n_threads);
        return limits.min_rows > 1 ? grow_on<Tally, true>(ground, masks, n_threads, stop)
                                   : grow_on<Tally, false>(ground, masks, n_threads, stop);
    };
    if (is_narrow && rows.n_classes <= 2) return grow(std::type_identity<TwoClassTally>{});
    if (is_narrow) return grow(std::type_identity<ManyClassTally<std::int64_t>>{});
    return grow(std::type_identity<ManyClassTally<Int128>>{});
}

}  // namespace boughs::cart
