// Sorts the rows by all their ranks.
#include "search/merged_table.hpp"

#include <algorithm>
#include <numeric>

namespace boughs::search {

namespace {

// With more than two classes, rows that differ in their costs stay apart where each costs one weight or nothing: the
// sweeps for such rows are worth more.
bool same_direction(const TableView& table, std::size_t a, std::size_t b) {
    if (table.n_classes == 2) return true;
    const std::int64_t* costs_a = table.costs + a * table.n_classes;
    const std::int64_t* costs_b = table.costs + b * table.n_classes;
    return std::equal(costs_a, costs_a + table.n_classes, costs_b);
}

}  // namespace

MergedTable::MergedTable(const TableView& table, bool merges) : view_(table) {
    if (!merges) return;
    number_rows(table);
    if (n_groups_ < table.n_rows) copy_rows(table);
}

void MergedTable::number_rows(const TableView& table) {
    const auto rank = [&](std::size_t column, std::int32_t row) {
        return table.ranks[column * table.n_rows + static_cast<std::size_t>(row)];
    };
    const auto compare = [&](std::int32_t a, std::int32_t b) {
        for (std::size_t column = 0; column < table.n_columns; ++column)
            if (rank(column, a) != rank(column, b)) return rank(column, a) < rank(column, b) ? -1 : 1;
        return 0;
    };
    std::vector<std::int32_t> sorted(table.n_rows);
    std::iota(sorted.begin(), sorted.end(), 0);
    std::sort(sorted.begin(), sorted.end(), [&](std::int32_t a, std::int32_t b) {
        const int order = compare(a, b);
        return order != 0 ? order < 0 : a < b;
    });
    // Rows of a group join its first row; then groups are numbered as their first rows stand in the table.
    std::vector<std::int32_t> first_of(table.n_rows);
    for (std::size_t i = 0; i < table.n_rows; ++i) {
        const std::int32_t row = sorted[i];
        const std::int32_t leader = i > 0 ? first_of[static_cast<std::size_t>(sorted[i - 1])] : row;
        const bool joins = i > 0 && compare(leader, row) == 0 &&
                           same_direction(table, static_cast<std::size_t>(leader), static_cast<std::size_t>(row));
        first_of[static_cast<std::size_t>(row)] = joins ? leader : row;
    }
    group_.assign(table.n_rows, -1);
    for (std::size_t r = 0; r < table.n_rows; ++r)
        if (first_of[r] == static_cast<std::int32_t>(r)) group_[r] = static_cast<std::int32_t>(n_groups_++);
    for (std::size_t r = 0; r < table.n_rows; ++r) group_[r] = group_[static_cast<std::size_t>(first_of[r])];
}

void MergedTable::copy_rows(const TableView& table) {
    ranks_.resize(table.n_columns * n_groups_);
    costs_.assign(n_groups_ * table.n_classes, 0);
    input_rows_.assign(n_groups_, 0);
    for (std::size_t r = 0; r < table.n_rows; ++r) {
        const auto group = static_cast<std::size_t>(group_[r]);
        input_rows_[group] += table.input_rows[r];
        for (std::size_t t = 0; t < table.n_classes; ++t)
            costs_[group * table.n_classes + t] += table.costs[r * table.n_classes + t];
        for (std::size_t column = 0; column < table.n_columns; ++column)
            ranks_[column * n_groups_ + group] = table.ranks[column * table.n_rows + r];
    }
    std::vector<std::size_t> seen_in(n_groups_, table.n_columns);
    for (std::size_t column = 0; column < table.n_columns; ++column)
        for (std::size_t i = 0; i < table.n_rows; ++i) {
            const std::int32_t group = group_[static_cast<std::size_t>(table.order[column * table.n_rows + i])];
            if (seen_in[static_cast<std::size_t>(group)] == column) continue;
            seen_in[static_cast<std::size_t>(group)] = column;
            order_.push_back(group);
        }
    view_ = {table.n_columns, n_groups_, table.n_classes, ranks_.data(), order_.data(), costs_.data(),
             input_rows_.data()};
}

}  // namespace boughs::search
