// Branch and bound over the splits of the upper levels; pairs of levels at the bottom go to the PairKernel.
#pragma once

#include <utility>
#include <vector>

#include "pricing/interval_bounds.hpp"
#include "pricing/pair_kernel.hpp"

namespace boughs::pricing {

using NodeChoices = std::vector<std::pair<std::size_t, std::int32_t>>;  // (node, position in S_j), real splits only

// `loss` is exact where a subtree was found (loss < limit); else it is a lower bound. The splits of the last level are
// left out: its pair kernel only says what they lose.
struct Subtree {
    Loss loss;
    bool found;
    NodeChoices splits;
};

template <class Lane>
class TreeSearch {
public:
    TreeSearch(const TreeProblem& problem, std::size_t n_threads, const Stop& stop);
    // The best subtree below the root if its loss is < limit; when stopped, the best one seen.
    [[nodiscard]] Subtree run(Loss limit) const;

private:
    struct Place {
        std::size_t group;
        std::size_t cut;
        std::size_t round;
    };
    struct Branching;

    [[nodiscard]] Subtree solve(std::size_t node, const Cells& cells, Loss limit) const;
    [[nodiscard]] Subtree branch(std::size_t node, const Cells& cells, Loss limit) const;
    void try_split(Branching& state, const Place& place) const;
    [[nodiscard]] Subtree best_pair(std::size_t node, const Cells& cells, Loss limit) const;
    [[nodiscard]] std::vector<IntervalBounds> bounds_of(std::size_t node, const Cells& cells) const;
    [[nodiscard]] static std::vector<Place> middles_first(const NodeSplits& splits);

    const TreeProblem& problem_;
    std::size_t n_threads_;
    const Stop& stop_;
    std::size_t first_pair_;
    std::vector<PairKernel<Lane>> pairs_;  // for the nodes from first_pair_ on that have inner children
};

extern template class TreeSearch<std::int32_t>;
extern template class TreeSearch<std::int64_t>;

}  // namespace boughs::pricing
