// Merges rows by their outcomes: one radix pass a column over the cuts of all nodes.
#include "pricing/outcomes.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

namespace boughs::pricing {
namespace {

// Orders rows by key, keeping their order where keys are equal.
void sort_stably(std::vector<std::uint32_t>& rows, std::span<const std::uint32_t> keys, std::size_t n_keys) {
    std::vector<std::uint32_t> ends(n_keys + 1, 0);
    for (const std::uint32_t key : keys) ++ends[key + 1];
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<std::uint32_t> sorted(rows.size());
    for (const std::uint32_t row : rows) sorted[ends[keys[row]]++] = row;
    rows.swap(sorted);
}

// The cuts of all nodes, column by column.
std::map<std::int32_t, ColumnCuts> united(std::span<const NodeSplits* const> nodes) {
    std::map<std::int32_t, ColumnCuts> all;
    for (const NodeSplits* node : nodes)
        for (const ColumnCuts& group : node->columns) {
            ColumnCuts& whole = all.try_emplace(group.column, ColumnCuts{group.column, {}, {}}).first->second;
            std::vector<std::int32_t> cuts;
            std::set_union(whole.cuts.begin(), whole.cuts.end(), group.cuts.begin(), group.cuts.end(),
                           std::back_inserter(cuts));
            whole.cuts.swap(cuts);
        }
    return all;
}

std::vector<std::uint32_t> buckets_of_rows(const ColumnCuts& group, const Ranks& ranks) {
    std::vector<std::uint32_t> buckets;
    buckets.reserve(ranks.n_rows);
    for (const std::int32_t rank : ranks.of(group.column)) buckets.push_back(group.bucket(rank));
    return buckets;
}

// A bucket of the united cuts lies in one bucket of the node's cuts.
std::vector<std::uint32_t> coarser(const ColumnCuts& group, const ColumnCuts& whole) {
    std::vector<std::uint32_t> bucket_of;
    for (const std::int32_t cut : whole.cuts) bucket_of.push_back(group.bucket(cut));
    bucket_of.push_back(static_cast<std::uint32_t>(group.cuts.size()));
    return bucket_of;
}

}  // namespace

std::vector<std::uint32_t> numbered_by_keys(std::span<const std::vector<std::uint32_t>> keys,
                                            std::span<const std::size_t> n_keys, std::size_t n_rows) {
    std::vector<std::uint32_t> rows(n_rows);
    std::iota(rows.begin(), rows.end(), 0U);
    for (std::size_t i = keys.size(); i-- > 0;) sort_stably(rows, keys[i], n_keys[i]);
    std::vector<std::uint32_t> number(n_rows, 0);
    for (std::size_t i = 1; i < n_rows; ++i) {
        const bool differs =
            std::any_of(keys.begin(), keys.end(), [&](const auto& key) { return key[rows[i]] != key[rows[i - 1]]; });
        number[rows[i]] = number[rows[i - 1]] + (differs ? 1U : 0U);
    }
    return number;
}

Outcomes outcomes_of(const Ranks& ranks, std::span<const NodeSplits* const> nodes) {
    const auto columns = united(nodes);
    std::vector<std::vector<std::uint32_t>> keys;
    std::vector<std::size_t> n_keys;
    std::map<std::int32_t, std::size_t> key_of_column;
    for (const auto& [column, whole] : columns) {
        key_of_column[column] = keys.size();
        keys.push_back(buckets_of_rows(whole, ranks));
        n_keys.push_back(whole.n_buckets());
    }
    Outcomes outcomes;
    outcomes.cell_of_row = numbered_by_keys(keys, n_keys, ranks.n_rows);
    const auto largest = std::max_element(outcomes.cell_of_row.begin(), outcomes.cell_of_row.end());
    outcomes.n_cells = largest == outcomes.cell_of_row.end() ? 0 : *largest + std::size_t{1};
    for (const NodeSplits* node : nodes) {
        auto& of_node = outcomes.buckets.emplace_back();
        for (const ColumnCuts& group : node->columns) {
            const auto bucket_of = coarser(group, columns.at(group.column));
            const auto& key = keys[key_of_column[group.column]];
            auto& buckets = of_node.emplace_back(outcomes.n_cells);
            for (std::size_t row = 0; row < ranks.n_rows; ++row)
                buckets[outcomes.cell_of_row[row]] = bucket_of[key[row]];
        }
    }
    return outcomes;
}

}  // namespace boughs::pricing
