// The tree pricing problem: rows merged by their outcomes, costs turned into rewards, what a leaf earns and loses.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "pricing/cell_rewards.hpp"
#include "pricing/outcomes.hpp"
#include "pricing/tree_pricing.hpp"

namespace boughs::pricing {

using Cells = std::vector<std::uint32_t>;

// What a subtree loses against every cell at its best class, then its splits. Compared in this order; an ordered group.
struct Loss {
    std::int64_t cost;
    std::int64_t splits;

    friend auto operator<=>(const Loss&, const Loss&) = default;
    friend Loss operator+(Loss a, Loss b) { return {a.cost + b.cost, a.splits + b.splits}; }
    friend Loss operator-(Loss a, Loss b) { return {a.cost - b.cost, a.splits - b.splits}; }
};

// All totals stay below, so that sums of a few never overflow.
inline constexpr std::int64_t kLargestTotal = std::int64_t{1} << 58;
inline constexpr Loss kImpossible{std::int64_t{1} << 60, 0};

// Every cell's least reward is 0.
struct TreeProblem {
    TreeProblem(const TreeRows& rows, std::vector<NodeSplits> splits);

    [[nodiscard]] Cells all_cells() const;
    // The first of the classes that cost least; 0 where there is no cell.
    [[nodiscard]] std::int32_t best_target(const Cells& cells) const;
    // What the cells could earn if every one had a leaf of its own.
    [[nodiscard]] std::int64_t most(const Cells& cells) const;
    // The cells that go left and those that go right at a cut of a column of the node.
    [[nodiscard]] std::pair<Cells, Cells> parted(std::size_t node, std::size_t group, std::size_t cut,
                                                 const Cells& cells) const;
    // The loss of one leaf with these cells; kImpossible where they are too few.
    [[nodiscard]] Loss leaf_loss(const Cells& cells) const;
    // Does an empty leaf, or one with few rows, differ from another?
    [[nodiscard]] bool counts_rows() const { return leaf_price > 0 || min_rows > 1; }

    std::vector<NodeSplits> nodes;
    Outcomes outcomes;
    std::size_t n_classes;
    std::vector<std::int64_t> costs;  // (n_cells, n_classes)
    std::int64_t least;               // the value of a tree is `least` and its loss
    CellRewards rewards;
    std::vector<std::int64_t> potential;   // per cell: its largest reward
    std::vector<std::int64_t> input_rows;  // per cell
    std::int64_t leaf_price;
    std::int64_t min_rows;

private:
    [[nodiscard]] std::vector<std::int64_t> reward_sums(const Cells& cells) const;
};

}  // namespace boughs::pricing
