// A subset of a table's rows with numbers of its own: local rows, columns in order, costs above each row's smallest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/problem.hpp"
#include "search/sweep.hpp"

namespace boughs::search {

// The rows of rank <= cut (side 0), or the others (side 1).
struct Part {
    std::int32_t column;
    std::int32_t cut;
    std::uint8_t side;
};

class Subset {
public:
    // Costs and totals; enough to value a leaf. The rule for the sweeps is the cheapest that fits the costs.
    void take_costs(const TableView& table, std::span<const std::int32_t> rows, const Settings& settings);
    // One column; call it once for every column, after take_costs.
    void take_column(const TableView& table, std::size_t column, bool may_sort);
    // All but the columns from another subset. Costs by class are only copied where they will be asked for.
    void take_part(const Subset& whole, const Part& part, bool needs_costs);
    // The columns, if they are still missing; the other subset is as it was.
    void take_columns();

    std::size_t n_rows = 0;
    std::size_t n_columns = 0;
    std::size_t n_classes = 0;
    Rule rule = Rule::general;
    std::int32_t largest_rank = 0;         // at least that of any row in any column
    const std::int32_t* ranks = nullptr;   // the table's, (n_columns, n_table_rows)
    std::size_t n_table_rows = 0;
    std::vector<std::int32_t> table_rows;  // (n_rows) by local row
    std::vector<Entry> entries;            // (n_columns, n_rows) local rows by ascending rank
    std::vector<std::int64_t> costs;       // (n_rows, n_classes) above the row's smallest; empty where not needed
    std::vector<std::int64_t> ranges;      // (n_rows) the largest of them
    std::vector<std::int64_t> weights;     // (n_rows) two_class and own_class: see Rule
    std::vector<std::int32_t> kinds;       // (n_rows)
    std::vector<std::int64_t> input_rows;  // (n_rows)
    std::vector<std::int64_t> totals;      // (n_classes + 1) of costs, then of input rows
    std::int64_t base = 0;                 // the rows' smallest costs
    std::int64_t range = 0;                // sum of ranges

    [[nodiscard]] const Entry* entries_of(std::size_t column) const { return entries.data() + column * n_rows; }
    [[nodiscard]] const std::int32_t* table_ranks_of(std::size_t column) const {
        return ranks + column * n_table_rows;
    }

private:
    void choose_rule(const Settings& settings);
    void weigh_rows();
    void add_up();
    void sort_column(const std::int32_t* table_ranks, Entry* out);
    void filter_column(const TableView& table, std::size_t column, Entry* out);

    const Subset* source_ = nullptr;  // whose columns are to be taken
    std::vector<std::uint64_t> keys_;
    std::vector<std::int32_t> local_;  // (rows of the table or the whole) local row or -1
};

}  // namespace boughs::search
