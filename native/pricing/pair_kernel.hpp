// The best splits of a node and its two children, all pairs of splits at once: for every cut of a column of the node
// and every cut of a column of a child the class sums come from one table of buckets by buckets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pricing/tree_problem.hpp"

namespace boughs::pricing {

struct PairAnswer {
    Loss loss;              // of the best subtree of depth two
    std::int32_t position;  // its split at the node; 0 is NO_SPLIT
};

// Lane must hold the totals of rewards, prices and rows with two bits to spare.
template <class Lane>
class PairKernel {
public:
    PairKernel(const TreeProblem& problem, std::size_t node, const Stop& stop);
    // The least loss, then the lowest position; when stopped, the best one seen.
    [[nodiscard]] PairAnswer best(const Cells& cells) const;

private:
    // A column of a child in a table's row. Cells in its commonest bucket are not counted: they are the rest.
    struct Segment {
        std::size_t first;
        std::size_t common;
        std::size_t end;
    };
    // A child's part of a table's row: the buckets of all its columns, then one entry that every cell is in.
    struct Side {
        std::vector<Segment> segments;
        std::size_t first;
        std::size_t end;
    };
    // Rows of one entry a lane and bucket of the children's columns; lanes are the classes' rewards and, where that
    // matters, the input rows.
    using Table = std::vector<Lane>;

    [[nodiscard]] Side side_of(std::size_t child, std::size_t first) const;
    void set_entries();
    void count(std::uint32_t cell, Lane* row) const;
    void scan(std::size_t group, const Cells& cells, const Table& total, std::int64_t most, PairAnswer& best) const;
    [[nodiscard]] Table left_of_cuts(std::size_t group, const Cells& cells, const Table& total) const;
    [[nodiscard]] Loss best_child(const Lane* row, const Side& side, Table& scratch) const;
    void accumulate(const Lane* row, const Side& side, Lane* left) const;
    void leaf_earnings(const Lane* sums, std::size_t width, Lane* earned) const;

    const TreeProblem& problem_;
    const Stop& stop_;
    std::size_t node_;
    std::size_t n_lanes_;
    Side left_;
    Side right_;
    std::size_t width_;
    std::vector<std::uint32_t> entries_;  // where a cell counts in a table's row
    std::vector<std::size_t> entry_starts_;
};

// The lowest position of the best single split; 0 where a leaf is as good.
[[nodiscard]] std::int32_t best_single_split(const TreeProblem& problem, std::size_t node, const Cells& cells);

extern template class PairKernel<std::int32_t>;
extern template class PairKernel<std::int64_t>;

}  // namespace boughs::pricing
