// Each column's rows in sorted order, without those of its most frequent value.
#include "cart/presorted.hpp"

#include <algorithm>

#include "table/threads.hpp"

namespace boughs::cart {

namespace {

struct Run {
    std::size_t begin = 0;
    std::size_t end = 0;
};

Run longest_run(const std::vector<Entry>& entries) {
    Run longest;
    for (Run run; run.begin < entries.size(); run.begin = run.end) {
        run.end = run.begin + 1;
        while (run.end < entries.size() && entries[run.end].rank == entries[run.begin].rank) ++run.end;
        if (run.end - run.begin > longest.end - longest.begin) longest = run;
    }
    return longest;
}

SortedColumn sorted_column(const Rows& rows, std::size_t column) {
    const auto ranks = rows.ranks_of(column);
    std::vector<Entry> entries;
    entries.reserve(rows.n_rows);
    for (const auto row : rows.order_of(column)) entries.push_back({row, ranks[static_cast<std::size_t>(row)]});
    const Run common = longest_run(entries);
    const auto at = [&](std::size_t i) { return entries.begin() + static_cast<std::ptrdiff_t>(i); };
    SortedColumn sorted{{at(0), at(common.begin)}, {at(common.end), entries.end()}};
    std::reverse(sorted.above.begin(), sorted.above.end());
    return sorted;
}

}  // namespace

std::vector<SortedColumn> presorted(const Rows& rows, std::size_t n_threads) {
    std::vector<SortedColumn> columns(rows.n_columns);
    for_each_index(rows.n_columns, n_threads, [&](std::size_t c) { columns[c] = sorted_column(rows, c); });
    return columns;
}

}  // namespace boughs::cart
