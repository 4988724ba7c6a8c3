// The recursion over the upper levels: whatever the order and the threads, the least (loss, position) wins.
#include "pricing/tree_search.hpp"

#include <algorithm>
#include <mutex>

#include "table/threads.hpp"

namespace boughs::pricing {

// The best choice at a node so far, shared by the threads that try its splits.
template <class Lane>
struct TreeSearch<Lane>::Branching {
    std::size_t node;
    const Cells& cells;
    std::vector<IntervalBounds> bounds;
    Subtree best;
    std::int32_t position = 0;
    std::mutex mutex{};

    // A split at `position` is wanted if its loss is less than this.
    [[nodiscard]] Loss limit_at(std::int32_t at) const {
        return best.found && at < position ? best.loss + Loss{0, 1} : best.loss;
    }
};

template <class Lane>
TreeSearch<Lane>::TreeSearch(const TreeProblem& problem, std::size_t n_threads, const Stop& stop)
    : problem_(problem), n_threads_(n_threads), stop_(stop), first_pair_((problem.nodes.size() + 1) / 4 - 1) {
    for (std::size_t node = first_pair_; 2 * node + 2 < problem.nodes.size(); ++node)
        pairs_.emplace_back(problem, node, stop);
}

template <class Lane>
Subtree TreeSearch<Lane>::run(Loss limit) const {
    return solve(0, problem_.all_cells(), limit);
}

template <class Lane>
Subtree TreeSearch<Lane>::solve(std::size_t node, const Cells& cells, Loss limit) const {
    const Loss least{cells.empty() ? 0 : problem_.leaf_price, 0};
    if (least >= limit) return {least, false, {}};
    if (cells.empty()) return {least, true, {}};
    return node >= first_pair_ ? best_pair(node, cells, limit) : branch(node, cells, limit);
}

template <class Lane>
Subtree TreeSearch<Lane>::best_pair(std::size_t node, const Cells& cells, Loss limit) const {
    const PairAnswer best = pairs_[node - first_pair_].best(cells);
    Subtree subtree{best.loss, best.loss < std::min(limit, kImpossible), {}};
    if (subtree.found && best.position != 0) subtree.splits.emplace_back(node, best.position);
    return subtree;
}

template <class Lane>
Subtree TreeSearch<Lane>::branch(std::size_t node, const Cells& cells, Loss limit) const {
    const Loss unsplit = problem_.leaf_loss(cells);
    if (unsplit == kImpossible) return {kImpossible, false, {}};
    Branching state{node, cells, bounds_of(node, cells), {std::min(unsplit, limit), unsplit < limit, {}}};
    const std::vector<Place> places = middles_first(problem_.nodes[node]);
    for_each_index(places.size(), node == 0 ? n_threads_ : 1, [&](std::size_t i) {
        if (!stop_.expired()) try_split(state, places[i]);
    });
    return std::move(state.best);
}

template <class Lane>
void TreeSearch<Lane>::try_split(Branching& state, const Place& place) const {
    const std::int32_t position = problem_.nodes[state.node].columns[place.group].positions[place.cut];
    IntervalBounds& bounds = state.bounds[place.group];
    constexpr Loss split{0, 1};
    std::unique_lock lock(state.mutex);
    const Loss right_at_least = bounds.right(place.cut);
    const Loss left_limit = state.limit_at(position) - split - right_at_least;
    if (bounds.left(place.cut) >= left_limit) return;
    lock.unlock();
    const auto [left_cells, right_cells] = problem_.parted(state.node, place.group, place.cut, state.cells);
    const Subtree left = solve(2 * state.node + 1, left_cells, left_limit);
    if (stop_.expired() && !left.found) return;
    lock.lock();
    bounds.learn_left(place.cut, left.loss);
    const Loss right_limit = state.limit_at(position) - split - left.loss;
    lock.unlock();
    if (!left.found) return;
    const Subtree right = solve(2 * state.node + 2, right_cells, right_limit);
    if (stop_.expired() && !right.found) return;
    lock.lock();
    bounds.learn_right(place.cut, right.loss);
    const Loss loss = left.loss + right.loss + split;
    if (!right.found || loss >= state.limit_at(position)) return;
    state.best = {loss, true, {{state.node, position}}};
    for (const Subtree* child : {&left, &right})
        state.best.splits.insert(state.best.splits.end(), child->splits.begin(), child->splits.end());
    state.position = position;
}

template <class Lane>
std::vector<IntervalBounds> TreeSearch<Lane>::bounds_of(std::size_t node, const Cells& cells) const {
    std::vector<IntervalBounds> bounds;
    const auto child_leaves = static_cast<std::int64_t>((problem_.nodes.size() + 1) / 2);
    for (std::size_t g = 0; g < problem_.nodes[node].columns.size(); ++g) {
        const std::size_t n_cuts = problem_.nodes[node].columns[g].cuts.size();
        std::vector<std::int64_t> most(n_cuts + 1, 0);
        for (const std::uint32_t cell : cells)
            most[problem_.outcomes.buckets[node][g][cell]] += problem_.potential[cell];
        for (std::size_t i = 1; i < n_cuts; ++i) most[i] += most[i - 1];
        most.pop_back();
        bounds.emplace_back(std::move(most), child_leaves * problem_.leaf_price, problem_.min_rows <= 1);
    }
    return bounds;
}

// Every column's middle cut, then the middles of both halves, and so on: what is solved bounds the cuts between.
template <class Lane>
auto TreeSearch<Lane>::middles_first(const NodeSplits& splits) -> std::vector<Place> {
    std::vector<Place> places;
    const auto halve = [&](const auto& self, std::size_t group, std::size_t first, std::size_t last,
                           std::size_t round) -> void {
        if (first == last) return;
        const std::size_t middle = first + (last - first) / 2;
        places.push_back({group, middle, round});
        self(self, group, first, middle, round + 1);
        self(self, group, middle + 1, last, round + 1);
    };
    for (std::size_t g = 0; g < splits.columns.size(); ++g) halve(halve, g, 0, splits.columns[g].cuts.size(), 0);
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.round < b.round; });
    return places;
}

template class TreeSearch<std::int32_t>;
template class TreeSearch<std::int64_t>;

}  // namespace boughs::pricing
