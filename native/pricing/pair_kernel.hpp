// The best splits of a node and its two children, all pairs of splits at once: for every cut of a column of the node and every
// cut of a column of a child the class sums come from one table of buckets by buckets.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "pricing/tree_problem.hpp"

namespace boughs::pricing {

using NodeChoices = std::vector<std::pair<std::size_t, std::int32_t>>;  // (node, position in S_j), real splits only

// `loss` is exact where `splits` was found (loss < limit); else it is a lower bound.
struct Subtree {
    Loss loss;
    bool found;
    NodeChoices splits;
};

// Lane must hold the totals of rewards, prices and rows with two bits to spare.
template <class Lane>
class PairKernel {
public:
    PairKernel(const TreeProblem& problem, std::size_t node, const Stop& stop);
    // The best subtree with these cells if its loss is < limit; when stopped, the best one seen.
    [[nodiscard]] Subtree best(const Cells& cells, Loss limit) const;

private:
    // The entries of a child's columns in a table's row: all buckets of all its columns, then one that every cell is in.
    struct Side {
        std::size_t width = 1;
        std::vector<std::size_t> ends;  // of each column's buckets
    };
    struct Candidate {
        Loss loss;
        std::int32_t position;
        std::size_t group;
        std::size_t cut;
    };

    [[nodiscard]] Side side_of(std::size_t child, std::size_t shift);
    [[nodiscard]] std::vector<Lane> table_of(std::size_t group, const Cells& cells) const;
    void accumulate(std::vector<Lane>& table, std::size_t n_buckets) const;
    void scan(std::size_t group, const Cells& cells, std::int64_t most, Candidate& best) const;
    [[nodiscard]] Loss side_gain(Lane* lanes, const Side& side, std::vector<Lane>& scratch) const;
    void leaf_earnings(const Lane* lanes, std::size_t width, Lane* earned) const;
    void add_child_split(std::size_t child, const Cells& cells, NodeChoices& splits) const;

    const TreeProblem& problem_;
    const Stop& stop_;
    std::size_t node_;
    std::size_t n_lanes_;
    std::size_t entries_per_cell_;
    std::vector<std::uint32_t> entries_;  // (n_cells, entries_per_cell): where a cell counts in a table's row
    Side left_;
    Side right_;
    std::size_t width_;
};

extern template class PairKernel<std::int32_t>;
extern template class PairKernel<std::int64_t>;

}  // namespace boughs::pricing
