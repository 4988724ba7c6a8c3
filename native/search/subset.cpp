// Takes a subset out of a table, or out of another subset.
#include "search/subset.hpp"

#include <algorithm>
#include <bit>

namespace boughs::search {

namespace {

// All costs above the smallest are equal, and at most one class is free.
bool has_own_class(const std::int64_t* costs, std::size_t n_classes, std::int64_t range) {
    if (range == 0) return true;
    std::size_t n_free = 0;
    for (std::size_t t = 0; t < n_classes; ++t) {
        if (costs[t] != 0 && costs[t] != range) return false;
        n_free += costs[t] == 0 ? 1 : 0;
    }
    return n_free == 1;
}

}  // namespace

void Subset::take_costs(const TableView& table, std::span<const std::int32_t> rows, const Settings& settings) {
    n_rows = rows.size();
    n_columns = table.n_columns;
    n_classes = table.n_classes;
    ranks = table.ranks;
    source_ = nullptr;
    n_table_rows = table.n_rows;
    largest_rank = 0;
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
    choose_rule(settings);
    weigh_rows();
    entries.resize(n_columns * n_rows + 1);
    local_.clear();
}

void Subset::choose_rule(const Settings& settings) {
    rule = Rule::general;
    if (!settings.uses(Switch::special_costs)) return;
    bool have_own_class = n_classes > 2;
    for (std::size_t r = 0; r < n_rows && have_own_class; ++r)
        have_own_class = has_own_class(costs.data() + r * n_classes, n_classes, ranges[r]);
    if (n_classes == 2) rule = Rule::two_class;
    if (have_own_class) rule = Rule::own_class;
}

void Subset::weigh_rows() {
    weights.assign(n_rows, 0);
    kinds.assign(n_rows, 0);
    if (rule == Rule::general) return;
    for (std::size_t r = 0; r < n_rows; ++r) {
        const std::int64_t* of_row = costs.data() + r * n_classes;
        weights[r] = rule == Rule::two_class ? of_row[1] - of_row[0] : ranges[r];
        kinds[r] = rule == Rule::two_class
                       ? (weights[r] < 0 ? 1 : 0)
                       : static_cast<std::int32_t>(std::min_element(of_row, of_row + n_classes) - of_row);
    }
}

void Subset::take_column(const TableView& table, std::size_t column, bool may_sort) {
    Entry* out = entries.data() + column * n_rows;
    // A sorted row costs about as much as two filtered ones for each doubling.
    if (may_sort && 2 * n_rows * static_cast<std::size_t>(std::bit_width(n_rows)) < table.n_rows)
        sort_column(table_ranks_of(column), out);
    else
        filter_column(table, column, out);
    largest_rank = std::max(largest_rank, out[n_rows - 1].rank);
}

void Subset::sort_column(const std::int32_t* table_ranks, Entry* out) {
    keys_.resize(n_rows);
    for (std::size_t r = 0; r < n_rows; ++r)
        keys_[r] = (static_cast<std::uint64_t>(table_ranks[table_rows[r]]) << 32) | r;
    std::sort(keys_.begin(), keys_.end());
    for (std::size_t i = 0; i < n_rows; ++i)
        out[i] = {static_cast<std::int32_t>(keys_[i] & 0xffffffffu), static_cast<std::int32_t>(keys_[i] >> 32)};
}

// Filters write where they stand and move on by a condition, so that they write one place too far at times: there, the
// next column comes later, or the room at the end.
void Subset::filter_column(const TableView& table, std::size_t column, Entry* out) {
    if (local_.empty()) {
        local_.assign(table.n_rows, -1);
        for (std::size_t r = 0; r < n_rows; ++r)
            local_[static_cast<std::size_t>(table_rows[r])] = static_cast<std::int32_t>(r);
    }
    const std::int32_t* order = table.order + column * table.n_rows;
    const std::int32_t* table_ranks = table_ranks_of(column);
    for (std::size_t i = 0; i < table.n_rows; ++i) {
        const auto row = static_cast<std::size_t>(order[i]);
        const std::int32_t local = local_[row];
        *out = {local, table_ranks[row]};
        out += local >= 0 ? 1 : 0;
    }
}

void Subset::take_columns() {
    if (source_ == nullptr) return;
    entries.resize(n_columns * n_rows + 1);
    Entry* out = entries.data();
    const Entry* from = source_->entries.data();
    const Entry* const end = from + n_columns * source_->n_rows;
    const std::int32_t* const local = local_.data();
    for (; from != end; ++from) {
        const std::int32_t row = local[from->row];
        *out = {row, from->rank};
        out += row >= 0 ? 1 : 0;
    }
    source_ = nullptr;
}

void Subset::take_part(const Subset& whole, const Part& part, bool needs_costs) {
    source_ = &whole;
    n_columns = whole.n_columns;
    n_classes = whole.n_classes;
    rule = whole.rule;
    largest_rank = whole.largest_rank;
    ranks = whole.ranks;
    n_table_rows = whole.n_table_rows;
    base = 0;
    const std::size_t most = whole.n_rows;
    table_rows.resize(most);
    costs.resize(needs_costs ? most * n_classes : 0);
    ranges.resize(most);
    weights.resize(most);
    kinds.resize(most);
    input_rows.resize(most);
    local_.resize(most);
    const std::int32_t* of_column = table_ranks_of(static_cast<std::size_t>(part.column));
    std::size_t to = 0;
    for (std::size_t r = 0; r < most; ++r) {
        const bool is_here = (of_column[whole.table_rows[r]] > part.cut) == (part.side == 1);
        local_[r] = is_here ? static_cast<std::int32_t>(to) : -1;
        table_rows[to] = whole.table_rows[r];
        ranges[to] = whole.ranges[r];
        weights[to] = whole.weights[r];
        kinds[to] = whole.kinds[r];
        input_rows[to] = whole.input_rows[r];
        if (needs_costs) std::copy_n(whole.costs.data() + r * n_classes, n_classes, costs.data() + to * n_classes);
        to += is_here ? 1 : 0;
    }
    n_rows = to;
    add_up();
}

void Subset::add_up() {
    range = 0;
    totals.assign(n_classes + 1, 0);
    for (std::size_t r = 0; r < n_rows; ++r) {
        range += ranges[r];
        totals[n_classes] += input_rows[r];
        if (rule != Rule::general)
            totals[static_cast<std::size_t>(kinds[r])] += ranges[r];
        else
            for (std::size_t t = 0; t < n_classes; ++t) totals[t] += costs[r * n_classes + t];
    }
    // Two classes: what costs in one class is free in the other. Own class: all but the own one cost.
    if (rule == Rule::two_class) std::swap(totals[0], totals[1]);
    if (rule == Rule::own_class)
        for (std::size_t t = 0; t < n_classes; ++t) totals[t] = range - totals[t];
}

}  // namespace boughs::search
