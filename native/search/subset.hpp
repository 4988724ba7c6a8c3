// A subset of a table's rows with numbers of its own: local rows, local ranks, orders, costs above each row's smallest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/problem.hpp"

namespace boughs::search {

// The rows of local rank <= cut (side 0), or the others (side 1).
struct Part {
    std::int32_t column;
    std::int32_t cut;
    std::uint8_t side;
};

class Subset {
public:
    // Costs and totals; enough to value a leaf.
    void take_costs(const TableView& table, std::span<const std::int32_t> rows);
    // Order and ranks of one column; call it once for every column, after take_costs.
    void take_column(const TableView& table, std::size_t column, bool may_sort);

    // All of it from another subset: the rows that go to this side of a split.
    void take_part(const Subset& whole, const Part& part);

    std::size_t n_rows = 0;
    std::size_t n_columns = 0;
    std::size_t n_classes = 0;
    std::vector<std::int32_t> table_rows;
    std::vector<std::int32_t> order;     // (n_columns, n_rows) local rows by ascending rank
    std::vector<std::int32_t> ranks;     // (n_columns, n_rows) dense
    std::vector<std::int32_t> n_values;  // (n_columns)
    std::vector<std::int64_t> costs;     // (n_rows, n_classes) above the row's smallest
    std::vector<std::int64_t> ranges;    // (n_rows) the largest of them
    std::vector<std::int64_t> input_rows;
    std::vector<std::int64_t> totals;    // (n_classes + 1) of costs, then of input rows
    std::int64_t base = 0;               // the rows' smallest costs
    std::int64_t range = 0;              // sum of ranges

    [[nodiscard]] const std::int32_t* order_of(std::size_t column) const { return order.data() + column * n_rows; }
    [[nodiscard]] const std::int32_t* ranks_of(std::size_t column) const { return ranks.data() + column * n_rows; }
    // The table's rank of a local one; looked for, as it is rarely wanted.
    [[nodiscard]] std::int32_t table_rank(const TableView& table, std::size_t column, std::int32_t rank) const;

private:
    void start_part(const Subset& whole, const Part& part);
    void take_part_column(const Subset& whole, std::size_t column);
    void sort_column(const std::int32_t* table_ranks, std::int32_t* out);
    void filter_column(const TableView& table, const std::int32_t* table_order, std::int32_t* out);

    std::vector<std::uint64_t> keys_;
    std::vector<std::int32_t> local_;  // (table rows) local row or -1; filled by the first column that is filtered
    std::vector<std::int32_t> kept_;   // (n_rows + 1): the filter writes one place too far
};

}  // namespace boughs::search
