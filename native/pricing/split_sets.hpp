// The splits allowed at each node (paper: S_j), grouped by column: one bucket of a row tells all its outcomes there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace boughs::pricing {

// S_j stands at starts[j] .. starts[j + 1]; its first element is NO_SPLIT, written as column -1.
struct FlatSplitSets {
    std::span<const std::int32_t> columns;
    std::span<const std::int32_t> cuts;
    std::span<const std::int64_t> starts;
    int depth;
};

struct Ranks {
    const std::int32_t* data;  // (n_columns, n_rows)
    std::size_t n_columns;
    std::size_t n_rows;

    [[nodiscard]] std::span<const std::int32_t> of(std::int32_t column) const {
        return {data + static_cast<std::size_t>(column) * n_rows, n_rows};
    }
};

// A row's bucket is the number of cuts below its rank: it goes left at cuts[i] if and only if its bucket is at most i.
struct ColumnCuts {
    std::int32_t column;
    std::vector<std::int32_t> cuts;       // ascending
    std::vector<std::int32_t> positions;  // where each cut stands in S_j

    [[nodiscard]] std::uint32_t bucket(std::int32_t rank) const;
    [[nodiscard]] std::size_t n_buckets() const { return cuts.size() + 1; }
};

// S_j; columns ascend, NO_SPLIT has no column.
struct NodeSplits {
    std::size_t size;
    std::vector<ColumnCuts> columns;
};

inline constexpr int kMaxDepth = 16;

// One entry a node, in the order of the heap; throws std::invalid_argument where the sets are not well formed.
[[nodiscard]] std::vector<NodeSplits> grouped_by_column(const FlatSplitSets& sets, std::size_t n_columns);

}  // namespace boughs::pricing
