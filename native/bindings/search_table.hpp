// The arrays of a table as the searches take them, and what is checked so that the searches can trust them.
#pragma once

#include <nanobind/ndarray.h>

#include <cstdint>

#include "search/problem.hpp"

namespace boughs {

template <class T, std::size_t n_axes>
using Input =
    nanobind::ndarray<const T, nanobind::ndim<n_axes>, nanobind::c_contig, nanobind::device::cpu>;

// std::invalid_argument (a ValueError) unless it is so.
void require(bool is_so, const char* message);

search::TableView checked_shapes(const Input<std::int32_t, 2>& ranks, const Input<std::int32_t, 2>& order,
                                 const Input<std::int64_t, 2>& costs, const Input<std::int64_t, 1>& input_rows);

// These walk the arrays, without need of the interpreter.
void check_order(const search::TableView& table);
void check_totals(const search::TableView& table, std::int64_t leaf_price, int max_depth);

}  // namespace boughs
