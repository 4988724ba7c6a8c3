// Rows: the training rows as the trees see them, borrowed from the caller; nothing here is ever written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace boughs::cart {

struct Rows {
    std::size_t n_rows;
    std::size_t n_columns;
    std::size_t n_classes;
    std::span<const std::int32_t> ranks;       // n_columns x n_rows
    std::span<const std::int32_t> order;       // n_columns x n_rows, each column's rows by ascending rank
    std::span<const double> values;            // every column's distinct values, ascending, one column after the other
    std::span<const std::int64_t> starts;      // n_columns + 1, where each column's values begin
    std::span<const std::int32_t> labels;      // n_rows
    std::span<const double> weights;           // n_rows, finite, >= 0
    std::span<const std::int64_t> input_rows;  // n_rows, >= 0

    [[nodiscard]] std::span<const std::int32_t> ranks_of(std::size_t column) const {
        return ranks.subspan(column * n_rows, n_rows);
    }
    [[nodiscard]] std::span<const std::int32_t> order_of(std::size_t column) const {
        return order.subspan(column * n_rows, n_rows);
    }
    [[nodiscard]] std::span<const double> values_of(std::size_t column) const {
        const auto begin = static_cast<std::size_t>(starts[column]);
        return values.subspan(begin, static_cast<std::size_t>(starts[column + 1]) - begin);
    }
};

}  // namespace boughs::cart
