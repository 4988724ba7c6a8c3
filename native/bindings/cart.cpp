// CART: the door to native/cart; every array is checked here, so that nothing behind it can go out of bounds.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cart/carts.hpp"
#include "rooms.hpp"
#include "table/stop.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using boughs::cart::Carts;
using boughs::cart::Rows;

template <class Scalar>
using Vector = nb::ndarray<const Scalar, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Scalar>
using Matrix = nb::ndarray<const Scalar, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Nodes = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>>;

constexpr std::size_t MOST_ROWS = (std::size_t{1} << 31) - 1;
constexpr std::int64_t MOST_INPUT_ROWS = std::int64_t{1} << 53;

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

template <class Array>
std::span<const typename Array::Scalar> span_of(const Array& array) {
    return {array.data(), array.size()};
}

void check_starts(const Rows& rows) {
    require(rows.starts.front() == 0, "starts: must begin with 0");
    require(rows.starts.back() == static_cast<std::int64_t>(rows.values.size()), "starts: must end with the number of values");
    for (std::size_t c = 0; c < rows.n_columns; ++c)
        require(rows.starts[c] < rows.starts[c + 1], "starts: every column must have a value");
}

void check_order(const Rows& rows, std::size_t column, std::vector<std::size_t>& seen_in) {
    const auto ranks = rows.ranks_of(column);
    const auto n_values = static_cast<std::int64_t>(rows.values_of(column).size());
    std::int32_t previous = 0;
    for (const auto row : rows.order_of(column)) {
        require(row >= 0 && static_cast<std::size_t>(row) < rows.n_rows, "order: must hold row numbers");
        const auto r = static_cast<std::size_t>(row);
        require(std::exchange(seen_in[r], column + 1) != column + 1, "order: must hold every row once");
        require(ranks[r] >= 0 && ranks[r] < n_values, "ranks: must be positions in the column's values");
        require(ranks[r] >= previous, "order: must be by ascending rank");
        previous = ranks[r];
    }
}

void check_row_data(const Rows& rows) {
    const auto n_classes = static_cast<std::int64_t>(rows.n_classes);
    require(std::all_of(rows.labels.begin(), rows.labels.end(), [=](auto label) { return label >= 0 && label < n_classes; }),
            "labels: must be 0 .. n_classes - 1");
    require(std::all_of(rows.weights.begin(), rows.weights.end(), [](double w) { return std::isfinite(w) && w >= 0; }),
            "weights: must be finite and not negative");
    std::int64_t total = 0;
    for (const auto count : rows.input_rows) {
        require(count >= 0 && count <= MOST_INPUT_ROWS - total, "input_rows: must not be negative, their sum at most 2^53");
        total += count;
    }
}

void check(const Rows& rows) {
    require(rows.n_rows >= 1 && rows.n_rows <= MOST_ROWS, "ranks: must have 1 .. 2^31 - 1 rows");
    require(rows.n_columns <= MOST_ROWS, "ranks: must have fewer than 2^31 columns");
    require(rows.n_classes >= 1 && rows.n_classes <= MOST_ROWS, "n_classes: must be 1 .. 2^31 - 1");
    check_starts(rows);
    check_row_data(rows);
    std::vector<std::size_t> seen_in(rows.n_rows, 0);
    for (std::size_t c = 0; c < rows.n_columns; ++c) check_order(rows, c, seen_in);
}

Nodes to_numpy(std::vector<std::int32_t> nodes, std::size_t n_trees, std::size_t n_nodes) {
    auto owned = std::make_unique<std::vector<std::int32_t>>(std::move(nodes));
    std::int32_t* data = owned->data();
    const nb::capsule owner(owned.release(), [](void* p) noexcept { delete static_cast<std::vector<std::int32_t>*>(p); });
    return Nodes(data, {n_trees, n_nodes}, owner);
}

nb::tuple grow_carts(const Matrix<std::int32_t>& ranks, const Matrix<std::int32_t>& order, const Vector<double>& values,
                     const Vector<std::int64_t>& starts, const Vector<std::int32_t>& labels, const Vector<double>& weights,
                     const Vector<std::int64_t>& input_rows, const Matrix<std::uint8_t>& masks, std::size_t n_classes,
                     int max_depth, std::int64_t min_samples_leaf, std::size_t n_threads, const boughs::Stop& stop) {
    const std::size_t n_columns = ranks.shape(0);
    const std::size_t n_rows = ranks.shape(1);
    require(order.shape(0) == n_columns && order.shape(1) == n_rows, "order: must have the shape of ranks");
    require(starts.size() == n_columns + 1, "starts: must have one number more than there are columns");
    require(labels.size() == n_rows, "labels: must have one label a row");
    require(weights.size() == n_rows, "weights: must have one weight a row");
    require(input_rows.size() == n_rows, "input_rows: must have one number a row");
    require(masks.shape(1) == n_rows, "masks: must have one column a row");
    require(max_depth >= 0 && max_depth <= boughs::cart::MAX_DEPTH, "max_depth: must be 0 .. 16");
    require(min_samples_leaf >= 1, "min_samples_leaf: must be at least 1");
    require(n_threads >= 1, "n_threads: must be at least 1");
    const Rows rows{n_rows,          n_columns,        n_classes,       span_of(ranks),   span_of(order),
                    span_of(values), span_of(starts), span_of(labels), span_of(weights), span_of(input_rows)};
    Carts carts;
    {
        const nb::gil_scoped_release release;
        check(rows);
        carts = boughs::cart::grow_carts(rows, span_of(masks), {max_depth, min_samples_leaf}, n_threads, stop);
    }
    const std::size_t n_nodes = (std::size_t{1} << max_depth) - 1;
    return nb::make_tuple(to_numpy(std::move(carts.columns), masks.shape(0), n_nodes),
                          to_numpy(std::move(carts.cuts), masks.shape(0), n_nodes), carts.n_completed);
}

}  // namespace

void boughs::bind_cart(nb::module_& module) {
    module.def("grow_carts", &grow_carts, nb::kw_only(), "ranks"_a.noconvert(), "order"_a.noconvert(), "values"_a.noconvert(),
               "starts"_a.noconvert(), "labels"_a.noconvert(), "weights"_a.noconvert(), "input_rows"_a.noconvert(),
               "masks"_a.noconvert(), "n_classes"_a, "max_depth"_a, "min_samples_leaf"_a, "n_threads"_a, "stop"_a);
}
