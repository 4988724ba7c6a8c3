// Takes a subset out of a table.
#include "search/subset.hpp"

#include <algorithm>
#include <bit>

namespace boughs::search {

void Subset::take_costs(const TableView& table, std::span<const std::int32_t> rows) {
    n_rows = rows.size();
    n_columns = table.n_columns;
    n_classes = table.n_classes;
    table_rows.assign(rows.begin(), rows.end());
    costs.resize(n_rows * n_classes);
    ranges.resize(n_rows);
    input_rows.resize(n_rows);
    totals.assign(n_classes + 1, 0);
    base = range = 0;
    for (std::size_t r = 0; r < n_rows; ++r) {
        const auto row = static_cast<std::size_t>(rows[r]);
        const std::int64_t* from = table.costs + row * n_classes;
        const auto [least, most] = std::minmax_element(from, from + n_classes);
        for (std::size_t t = 0; t < n_classes; ++t) totals[t] += costs[r * n_classes + t] = from[t] - *least;
        totals[n_classes] += input_rows[r] = table.input_rows[row];
        base += *least;
        range += ranges[r] = *most - *least;
    }
    order.resize(n_columns * n_rows);
    ranks.resize(n_columns * n_rows);
    n_values.resize(n_columns);
    local_.clear();
}

void Subset::take_column(const TableView& table, std::size_t column, bool may_sort) {
    const std::int32_t* table_ranks = table.ranks + column * table.n_rows;
    std::int32_t* ordered = order.data() + column * n_rows;
    // A sorted row costs about as much as two filtered ones for each doubling.
    if (may_sort && 2 * n_rows * static_cast<std::size_t>(std::bit_width(n_rows)) < table.n_rows)
        sort_column(table_ranks, ordered);
    else
        filter_column(table, table.order + column * table.n_rows, ordered);
    std::int32_t* local_ranks = ranks.data() + column * n_rows;
    std::int32_t rank = -1;
    std::int32_t previous = -1;
    for (std::size_t i = 0; i < n_rows; ++i) {
        const auto row = static_cast<std::size_t>(ordered[i]);
        const std::int32_t value_here = table_ranks[table_rows[row]];
        rank += value_here != previous ? 1 : 0;
        previous = value_here;
        local_ranks[row] = rank;
    }
    n_values[column] = rank + 1;
}

void Subset::take_part(const Subset& whole, const Part& part) {
    start_part(whole, part);
    // Room for one row more: the filter writes one place too far.
    order.resize(n_columns * n_rows + 1);
    ranks.resize(n_columns * n_rows);
    n_values.resize(n_columns);
    kept_.resize(n_rows + 1);
    for (std::size_t column = 0; column < n_columns; ++column) take_part_column(whole, column);
}

void Subset::start_part(const Subset& whole, const Part& part) {
    n_columns = whole.n_columns;
    n_classes = whole.n_classes;
    base = 0;
    range = 0;
    table_rows.clear();
    costs.clear();
    ranges.clear();
    input_rows.clear();
    totals.assign(n_classes + 1, 0);
    local_.resize(whole.n_rows);
    const std::int32_t* whole_ranks = whole.ranks_of(static_cast<std::size_t>(part.column));
    for (std::size_t r = 0; r < whole.n_rows; ++r) {
        const bool is_here = (whole_ranks[r] > part.cut) == (part.side == 1);
        local_[r] = is_here ? static_cast<std::int32_t>(table_rows.size()) : -1;
        if (!is_here) continue;
        table_rows.push_back(whole.table_rows[r]);
        for (std::size_t t = 0; t < n_classes; ++t) {
            costs.push_back(whole.costs[r * n_classes + t]);
            totals[t] += costs.back();
        }
        input_rows.push_back(whole.input_rows[r]);
        totals[n_classes] += whole.input_rows[r];
        ranges.push_back(whole.ranges[r]);
        range += whole.ranges[r];
    }
    n_rows = table_rows.size();
}

void Subset::take_part_column(const Subset& whole, std::size_t column) {
    const std::int32_t* whole_order = whole.order_of(column);
    const std::int32_t* whole_ranks = whole.ranks_of(column);
    std::int32_t* out = order.data() + column * n_rows;
    std::size_t n_kept = 0;
    for (std::size_t i = 0; i < whole.n_rows; ++i) {
        const auto row = static_cast<std::size_t>(whole_order[i]);
        out[n_kept] = local_[row];
        kept_[n_kept] = whole_ranks[row];
        n_kept += local_[row] >= 0 ? 1 : 0;
    }
    std::int32_t* local_ranks = ranks.data() + column * n_rows;
    std::int32_t rank = -1;
    std::int32_t previous = -1;
    for (std::size_t i = 0; i < n_rows; ++i) {
        rank += kept_[i] != previous ? 1 : 0;
        previous = kept_[i];
        local_ranks[out[i]] = rank;
    }
    n_values[column] = rank + 1;
}

std::int32_t Subset::table_rank(const TableView& table, std::size_t column, std::int32_t rank) const {
    const std::int32_t* local_ranks = ranks_of(column);
    const auto row = static_cast<std::size_t>(std::find(local_ranks, local_ranks + n_rows, rank) - local_ranks);
    return table.ranks[column * table.n_rows + static_cast<std::size_t>(table_rows[row])];
}

void Subset::sort_column(const std::int32_t* table_ranks, std::int32_t* out) {
    keys_.resize(n_rows);
    for (std::size_t r = 0; r < n_rows; ++r)
        keys_[r] = (static_cast<std::uint64_t>(table_ranks[table_rows[r]]) << 32) | r;
    std::sort(keys_.begin(), keys_.end());
    for (std::size_t i = 0; i < n_rows; ++i) out[i] = static_cast<std::int32_t>(keys_[i] & 0xffffffffu);
}

void Subset::filter_column(const TableView& table, const std::int32_t* table_order, std::int32_t* out) {
    if (n_rows == table.n_rows) {
        std::copy(table_order, table_order + n_rows, out);
        return;
    }
    if (local_.empty()) {
        local_.assign(table.n_rows, -1);
        for (std::size_t r = 0; r < n_rows; ++r)
            local_[static_cast<std::size_t>(table_rows[r])] = static_cast<std::int32_t>(r);
    }
    kept_.resize(n_rows + 1);
    std::size_t n_kept = 0;
    for (std::size_t i = 0; i < table.n_rows; ++i) {
        const std::int32_t row = local_[static_cast<std::size_t>(table_order[i])];
        kept_[n_kept] = row;
        n_kept += row >= 0 ? 1 : 0;
    }
    std::copy(kept_.begin(), kept_.end() - 1, out);
}

}  // namespace boughs::search
