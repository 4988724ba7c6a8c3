// Pricing: the best paths of every leaf and the best tree over given split sets.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "pricing/path_pricing.hpp"
#include "pricing/tree_pricing.hpp"
#include "rooms.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace boughs;

template <class T>
using Line = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Grid = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using NewLine = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T>
using NewGrid = nb::ndarray<nb::numpy, T, nb::ndim<2>>;

template <class T>
std::span<const T> span_of(const Line<T>& line) {
    return {line.data(), line.size()};
}

pricing::Ranks ranks_of(const Grid<std::int32_t>& ranks, std::size_t n_rows) {
    if (ranks.shape(1) != n_rows)
        throw std::invalid_argument("ranks must have one column for every row of the rewards or costs");
    return {ranks.data(), ranks.shape(0), ranks.shape(1)};
}

template <class T>
nb::capsule owner_of(std::unique_ptr<std::vector<T>> values) {
    return {values.release(), [](void* kept) noexcept { delete static_cast<std::vector<T>*>(kept); }};
}

template <class T>
NewLine<T> line_of(std::vector<T> values) {
    auto kept = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = kept->data();
    const std::size_t size = kept->size();
    return {data, {size}, owner_of(std::move(kept))};
}

template <class T>
NewGrid<T> grid_of(std::vector<T> values, std::size_t width) {
    auto kept = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = kept->data();
    const std::size_t height = kept->size() / width;
    return {data, {height, width}, owner_of(std::move(kept))};
}

using PathArrays = std::tuple<NewLine<double>, bool, NewLine<std::int64_t>, NewGrid<std::int32_t>,
                              NewLine<std::int32_t>, NewLine<double>, NewLine<std::int64_t>>;

PathArrays arrays_of(const std::vector<pricing::LeafPrices>& prices, std::size_t depth) {
    std::vector<double> largest;
    bool complete = true;
    std::vector<std::int64_t> starts{0};
    std::vector<std::int32_t> positions;
    std::vector<std::int32_t> targets;
    std::vector<double> reduced_costs;
    std::vector<std::int64_t> rewards;
    for (const auto& leaf : prices) {
        largest.push_back(leaf.largest);
        complete = complete && leaf.complete;
        starts.push_back(starts.back() + static_cast<std::int64_t>(leaf.best.size()));
        for (const auto& path : leaf.best) {
            positions.insert(positions.end(), path.positions.begin(), path.positions.end());
            targets.push_back(path.target);
            reduced_costs.push_back(path.reduced_cost);
            rewards.push_back(path.reward);
        }
    }
    return {line_of(std::move(largest)), complete,
            line_of(std::move(starts)),  grid_of(std::move(positions), depth),
            line_of(std::move(targets)), line_of(std::move(reduced_costs)),
            line_of(std::move(rewards))};
}

PathArrays best_paths(const Grid<std::int32_t>& ranks, const Line<std::int32_t>& columns,
                      const Line<std::int32_t>& cuts, const Line<std::int64_t>& starts, int depth,
                      const Grid<std::int64_t>& rewards, const Line<std::int64_t>& input_rows, std::int64_t leaf_price,
                      std::int64_t min_rows, const Line<double>& alpha, const Line<double>& beta,
                      const Line<double>& gamma, double reward_unit, const Line<std::int32_t>& leaves,
                      std::size_t how_many, double tolerance, std::size_t n_threads, const Stop& stop) {
    std::vector<pricing::LeafPrices> prices;
    {
        const nb::gil_scoped_release released;
        prices = pricing::best_paths({ranks_of(ranks, rewards.shape(0)), rewards.data(), rewards.shape(1),
                                      span_of(input_rows), leaf_price, min_rows},
                                     {span_of(columns), span_of(cuts), span_of(starts), depth},
                                     {span_of(alpha), span_of(beta), span_of(gamma), reward_unit},
                                     {span_of(leaves), how_many, tolerance, n_threads}, stop);
    }
    return arrays_of(prices, static_cast<std::size_t>(depth));
}

using TreeArrays = std::tuple<std::int64_t, NewLine<std::int32_t>, NewLine<std::int32_t>>;

std::pair<std::optional<TreeArrays>, bool> best_tree(const Grid<std::int32_t>& ranks, const Line<std::int32_t>& columns,
                                                     const Line<std::int32_t>& cuts, const Line<std::int64_t>& starts,
                                                     int depth, const Grid<std::int64_t>& costs,
                                                     const Line<std::int64_t>& input_rows, std::int64_t leaf_price,
                                                     std::int64_t min_rows, std::int64_t upper, std::size_t n_threads,
                                                     const Stop& stop) {
    pricing::TreeAnswer answer;
    {
        const nb::gil_scoped_release released;
        answer = pricing::best_tree(
            {ranks_of(ranks, costs.shape(0)), costs.data(), costs.shape(1), span_of(input_rows), leaf_price, min_rows},
            {span_of(columns), span_of(cuts), span_of(starts), depth}, upper, n_threads, stop);
    }
    if (!answer.tree) return {std::nullopt, answer.complete};
    return {TreeArrays{answer.tree->value, line_of(std::move(answer.tree->choice)),
                       line_of(std::move(answer.tree->targets))},
            answer.complete};
}

}  // namespace

void boughs::bind_pricing(nb::module_& module) {
    module.def("best_paths", &best_paths, "ranks"_a, "columns"_a, "cuts"_a, "starts"_a, "depth"_a, "rewards"_a,
               "input_rows"_a, "leaf_price"_a, "min_rows"_a, "alpha"_a, "beta"_a, "gamma"_a, "reward_unit"_a,
               "leaves"_a, "how_many"_a, "tolerance"_a, "n_threads"_a, "stop"_a);
    module.def("best_tree", &best_tree, "ranks"_a, "columns"_a, "cuts"_a, "starts"_a, "depth"_a, "costs"_a,
               "input_rows"_a, "leaf_price"_a, "min_rows"_a, "upper"_a, "n_threads"_a, "stop"_a);
}
