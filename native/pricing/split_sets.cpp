// Groups flat split sets by column and refuses what is no split set.
#include "pricing/split_sets.hpp"

#include <algorithm>
#include <functional>
#include <tuple>

#include "pricing/require.hpp"

namespace boughs::pricing {
namespace {

struct Placed {
    std::int32_t column;
    std::int32_t cut;
    std::int32_t position;
};

void require_shape(const FlatSplitSets& sets) {
    require(sets.depth >= 1 && sets.depth <= kMaxDepth, "depth must be 1 .. 16");
    require(sets.columns.size() == sets.cuts.size(), "columns and cuts must have the same length");
    require(sets.starts.size() == std::size_t{1} << sets.depth, "starts must have one entry a node and one more");
    require(sets.starts.front() == 0, "starts must begin with 0");
    require(std::adjacent_find(sets.starts.begin(), sets.starts.end(), std::greater_equal<>{}) == sets.starts.end(),
            "starts must ascend: every node has NO_SPLIT at least");
    require(sets.starts.back() == static_cast<std::int64_t>(sets.columns.size()),
            "starts must end with the number of splits");
}

NodeSplits group(std::span<const std::int32_t> columns, std::span<const std::int32_t> cuts, std::size_t n_columns) {
    require(columns[0] == -1, "NO_SPLIT must be the first element of every split set");
    std::vector<Placed> splits;
    for (std::size_t i = 1; i < columns.size(); ++i) {
        require(columns[i] >= 0 && static_cast<std::size_t>(columns[i]) < n_columns,
                "a split has a column that ranks lacks");
        splits.push_back({columns[i], cuts[i], static_cast<std::int32_t>(i)});
    }
    std::sort(splits.begin(), splits.end(),
              [](const Placed& a, const Placed& b) { return std::tie(a.column, a.cut) < std::tie(b.column, b.cut); });
    NodeSplits node{columns.size(), {}};
    for (const Placed& split : splits) {
        if (node.columns.empty() || node.columns.back().column != split.column)
            node.columns.push_back({split.column, {}, {}});
        ColumnCuts& last = node.columns.back();
        require(last.cuts.empty() || last.cuts.back() != split.cut, "a split set holds a split twice");
        last.cuts.push_back(split.cut);
        last.positions.push_back(split.position);
    }
    return node;
}

}  // namespace

std::uint32_t ColumnCuts::bucket(std::int32_t rank) const {
    return static_cast<std::uint32_t>(std::lower_bound(cuts.begin(), cuts.end(), rank) - cuts.begin());
}

std::vector<NodeSplits> grouped_by_column(const FlatSplitSets& sets, std::size_t n_columns) {
    require_shape(sets);
    std::vector<NodeSplits> nodes;
    for (std::size_t j = 0; j + 1 < sets.starts.size(); ++j) {
        const auto first = static_cast<std::size_t>(sets.starts[j]);
        const auto length = static_cast<std::size_t>(sets.starts[j + 1]) - first;
        nodes.push_back(group(sets.columns.subspan(first, length), sets.cuts.subspan(first, length), n_columns));
    }
    return nodes;
}

}  // namespace boughs::pricing
