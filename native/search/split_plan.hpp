// The upper splits of a tree, all but its last two levels: those are found again from the rows when they are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace boughs::search {

struct PlannedSplit {
    std::int32_t column = -1;  // -1: the subtree from here on has at most two levels
    std::int32_t cut = -1;     // rank in the table
};

class SplitPlan {
public:
    void clear() { splits_.clear(); }

    // Nodes are numbered as in a heap.
    [[nodiscard]] PlannedSplit at(std::size_t node) const {
        return node < splits_.size() ? splits_[node] : PlannedSplit{};
    }
    void set(std::size_t node, PlannedSplit split) {
        if (node >= splits_.size()) splits_.resize(node + 1);
        splits_[node] = split;
    }

private:
    std::vector<PlannedSplit> splits_;
};

}  // namespace boughs::search
