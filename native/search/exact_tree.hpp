// A tree as flat arrays, and how one is completed from its upper splits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/depth_two.hpp"
#include "search/exact_subtree.hpp"
#include "search/problem.hpp"
#include "search/split_plan.hpp"
#include "table/stop.hpp"

namespace boughs::search {

// Nodes in heap order; column -1 where the node is a leaf or does not exist. A row goes left iff its rank is at most
// low; low and high are neighbouring ranks among the node's rows. targets: the leaves of the full depth from left to
// right; a leaf higher up stands at its leftmost place, the others hold -1.
struct ExactTree {
    ExactTree() = default;
    explicit ExactTree(int depth)
        : columns((std::size_t{1} << depth) - 1, -1), lows(columns), highs(columns), targets(columns.size() + 1, -1) {}

    std::vector<std::int32_t> columns, lows, highs, targets;
    std::int64_t value = 0;
};

// Follows a plan as far as it goes and leaves enough rows on both sides; below it, and in the last two levels, stand
// the best trees of depth two.
class TreeWriter {
public:
    // The tree's arrays have room for full_depth; it uses `depth` levels of it at most.
    TreeWriter(const TableView& table, const Rules& rules, int full_depth, int depth)
        : table_(table), rules_(rules), full_depth_(full_depth), depth_(depth), depth_two_(rules.settings) {}

    ExactTree write(const SplitPlan& plan, const Stop& stop);

private:
    void write_node(std::size_t node, int level, std::span<std::int32_t> rows, ExactTree& tree, const Stop& stop);
    bool write_split(std::size_t node, int level, std::span<std::int32_t> rows, ExactTree& tree, const Stop& stop);
    void write_bottom(std::size_t node, int level, std::span<const std::int32_t> rows, ExactTree& tree,
                      const Stop& stop);

    TableView table_;
    Rules rules_;
    int full_depth_;
    int depth_;
    DepthTwoSolver depth_two_;
    const SplitPlan* plan_ = nullptr;
};

}  // namespace boughs::search
