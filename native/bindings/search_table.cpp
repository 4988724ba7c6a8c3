// Checks of a table's arrays.
#include "search_table.hpp"

#include <stdexcept>
#include <vector>

namespace boughs {

using search::TableView;

namespace {

// Sums of costs, prices and input rows stay below this, so that four times their differences fit 64 bits.
constexpr std::int64_t largest_total = std::int64_t{1} << 57;

}  // namespace

void require(bool is_so, const char* message) {
    if (!is_so) throw std::invalid_argument(message);
}

void check_order(const TableView& table) {
    std::vector<std::size_t> seen(table.n_rows, 0);
    for (std::size_t column = 0; column < table.n_columns; ++column) {
        const std::int32_t* ranks = table.ranks + column * table.n_rows;
        const std::int32_t* order = table.order + column * table.n_rows;
        std::int32_t previous = 0;
        for (std::size_t i = 0; i < table.n_rows; ++i) {
            const auto row = static_cast<std::size_t>(order[i]);  // huge where it is negative
            require(row < table.n_rows, "order: not a row of the table");
            require(seen[row] == column, "order: a row stands twice in a column");
            seen[row] = column + 1;
            require(ranks[row] >= previous, "ranks: must be at least 0, and ascend along order");
            previous = ranks[row];
        }
    }
}

void check_totals(const TableView& table, std::int64_t leaf_price, int max_depth) {
    require(leaf_price >= 0 && leaf_price <= (largest_total >> max_depth), "leaf_price: must be at least 0 and not huge");
    std::int64_t costs = leaf_price << max_depth;
    std::int64_t input_rows = 0;
    for (std::size_t r = 0; r < table.n_rows; ++r) {
        std::int64_t most = 0;
        for (std::size_t t = 0; t < table.n_classes; ++t) {
            const std::int64_t cost = table.costs[r * table.n_classes + t];
            require(cost >= -largest_total && cost <= largest_total, "costs: their total is too large");
            most = std::max(most, cost < 0 ? -cost : cost);
        }
        costs += most;
        require(costs <= largest_total, "costs: their total is too large");
        require(table.input_rows[r] >= 1, "input_rows: must be at least 1");
        require(table.input_rows[r] <= largest_total - input_rows, "input_rows: their total is too large");
        input_rows += table.input_rows[r];
    }
}

TableView checked_shapes(const Input<std::int32_t, 2>& ranks, const Input<std::int32_t, 2>& order,
                         const Input<std::int64_t, 2>& costs, const Input<std::int64_t, 1>& input_rows) {
    const TableView table{ranks.shape(0), ranks.shape(1), costs.shape(1), ranks.data(), order.data(), costs.data(),
                          input_rows.data()};
    require(order.shape(0) == table.n_columns && order.shape(1) == table.n_rows, "order: must have the shape of ranks");
    require(costs.shape(0) == table.n_rows, "costs: must have a line per row");
    require(table.n_columns >= 1 && table.n_classes >= 1, "ranks, costs: at least one column and one class");
    require(table.n_rows < std::numeric_limits<std::int32_t>::max(), "ranks: too many rows");
    require(input_rows.shape(0) == table.n_rows, "input_rows: must have an entry per row");
    return table;
}

}  // namespace boughs
