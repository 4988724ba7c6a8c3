// The enumeration of one leaf's paths; every bound is loosened by what rounding can do, so that ties and the maximum are exact.
#include "pricing/leaf_search.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace boughs::pricing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool comes_first(const PricedPath& a, const PricedPath& b) {
    return a.reduced_cost != b.reduced_cost ? a.reduced_cost > b.reduced_cost : a.positions < b.positions;
}

}  // namespace

LeafSearch::LeafSearch(const LeafProblem& problem, std::size_t how_many, double tolerance, const Stop& stop)
    : problem_(problem),
      how_many_(how_many),
      tolerance_(tolerance),
      stop_(stop),
      positions_(problem.levels.size(), 0),
      found_{-kInfinity, true, {}} {}

LeafPrices LeafSearch::run() {
    Cells all(problem_.outcomes.n_cells);
    for (std::size_t cell = 0; cell < all.size(); ++cell) all[cell] = static_cast<std::uint32_t>(cell);
    expand(0, all, kInfinity, -problem_.alpha);
    std::sort(found_.best.begin(), found_.best.end(), comes_first);
    return std::move(found_);
}

// `fixed` is -alpha less the gammas above `level`; `bound` holds for every path with this prefix.
void LeafSearch::expand(std::size_t level, const Cells& cells, double bound, double fixed) {
    if (stop_.expired()) {
        found_.complete = false;
        found_.largest = std::max(found_.largest, bound);
        return;
    }
    end_here(level, cells, fixed);
    if (level + 1 == problem_.levels.size()) {
        end_with_last_splits(cells, fixed);
        return;
    }
    for (const Child& child : children(level, cells, fixed)) {
        if (child.bound + problem_.rounding < needed()) break;
        positions_[level] = static_cast<std::int32_t>(child.position);
        expand(level + 1, cells_of(level, child, cells), child.bound + problem_.rounding,
               fixed - problem_.levels[level].gamma[child.position]);
    }
    positions_[level] = 0;
}

// NO_SPLIT at this level and all below: the path has all cells of the prefix, or none where it turns right later.
void LeafSearch::end_here(std::size_t level, const Cells& cells, double fixed) {
    Sums sums = nothing();
    if (problem_.levels[level].stays_left)
        for (const std::uint32_t cell : cells) add(cell, false, sums);
    propose(sums, fixed + problem_.levels[level].no_split_from_here);
}

std::vector<LeafSearch::Child> LeafSearch::children(std::size_t level, const Cells& cells, double fixed) {
    std::vector<Child> children;
    const double below = fixed + problem_.levels[level + 1].best_from_here;
    for_each_split(level, cells, true, [&](std::size_t group, std::size_t cut, std::size_t position, const Sums& sums) {
        children.push_back({below - problem_.levels[level].gamma[position] + most_of(sums), position, group, cut});
    });
    std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
        return a.bound != b.bound ? a.bound > b.bound : a.position < b.position;
    });
    return children;
}

void LeafSearch::end_with_last_splits(const Cells& cells, double fixed) {
    const std::size_t level = problem_.levels.size() - 1;
    for_each_split(level, cells, false, [&](std::size_t, std::size_t, std::size_t position, const Sums& sums) {
        positions_[level] = static_cast<std::int32_t>(position);
        propose(sums, fixed - problem_.levels[level].gamma[position]);
    });
    positions_[level] = 0;
}

// Calls visit(group, cut, position, sums of the child on this path) for every split that is not on the way already.
template <class Visit>
void LeafSearch::for_each_split(std::size_t level, const Cells& cells, bool only_bounds, const Visit& visit) {
    const LeafLevel& here = problem_.levels[level];
    for (std::size_t g = 0; g < here.splits->columns.size(); ++g) {
        const ColumnCuts& group = here.splits->columns[g];
        const auto& bucket = problem_.outcomes.buckets[level][g];
        std::vector<Sums> sums(group.n_buckets(), nothing());
        for (const std::uint32_t cell : cells) add(cell, only_bounds, sums[bucket[cell]]);
        Sums child = nothing();
        for (std::size_t step = 0; step < group.cuts.size(); ++step) {
            const std::size_t cut = here.goes_left ? step : group.cuts.size() - 1 - step;
            add(sums[here.goes_left ? cut : cut + 1], child);
            const auto position = static_cast<std::size_t>(group.positions[cut]);
            if (!on_the_way(level, position)) visit(g, cut, position, child);
        }
    }
}

LeafSearch::Sums LeafSearch::nothing() const {
    return {std::vector<std::int64_t>(problem_.n_classes, 0), std::vector<double>(problem_.n_classes, 0.0)};
}

void LeafSearch::add(std::uint32_t cell, bool only_bounds, Sums& sums) const {
    const double beta = problem_.beta[cell];
    sums.input_rows += problem_.input_rows[cell];
    if (!only_bounds) {
        sums.beta += beta;
        for (const ClassReward& entry : problem_.rewards.of(cell)) sums.rewards[entry.target] += entry.reward;
        return;
    }
    const double without_reward = std::max(0.0, -beta);
    sums.base += without_reward;
    for (const ClassReward& entry : problem_.rewards.of(cell))
        sums.gains[entry.target] +=
            std::max(0.0, static_cast<double>(entry.reward) / problem_.reward_unit - beta) - without_reward;
}

void LeafSearch::add(const Sums& more, Sums& sums) const {
    for (std::size_t t = 0; t < problem_.n_classes; ++t) {
        sums.rewards[t] += more.rewards[t];
        sums.gains[t] += more.gains[t];
    }
    sums.base += more.base;
    sums.beta += more.beta;
    sums.input_rows += more.input_rows;
}

// A path below takes some of the cells, and one class; or none of them.
double LeafSearch::most_of(const Sums& sums) const {
    if (sums.input_rows < problem_.min_rows) return 0.0;
    const double price = static_cast<double>(problem_.leaf_price) / problem_.reward_unit;
    return std::max(0.0, sums.base + *std::max_element(sums.gains.begin(), sums.gains.end()) - price);
}

LeafSearch::Cells LeafSearch::cells_of(std::size_t level, const Child& child, const Cells& cells) const {
    const auto& bucket = problem_.outcomes.buckets[level][child.group];
    const bool goes_left = problem_.levels[level].goes_left;
    Cells kept;
    for (const std::uint32_t cell : cells)
        if ((bucket[cell] <= child.cut) == goes_left) kept.push_back(cell);
    return kept;
}

bool LeafSearch::on_the_way(std::size_t level, std::size_t position) const {
    for (std::size_t h = 0; h < level; ++h)
        if (problem_.levels[h].identity[static_cast<std::size_t>(positions_[h])] == problem_.levels[level].identity[position])
            return true;
    return false;
}

void LeafSearch::propose(const Sums& sums, double fixed) {
    if (sums.input_rows > 0 && sums.input_rows < problem_.min_rows) return;
    const auto best = std::max_element(sums.rewards.begin(), sums.rewards.end());
    const std::int64_t reward = sums.input_rows > 0 ? *best - problem_.leaf_price : 0;
    const auto target = static_cast<std::int32_t>(best - sums.rewards.begin());
    const double reduced_cost = static_cast<double>(reward) / problem_.reward_unit + fixed - sums.beta;
    found_.largest = std::max(found_.largest, reduced_cost);
    if (reduced_cost > tolerance_ && how_many_ > 0) keep({positions_, target, reduced_cost, reward});
}

// A path below this can be neither the largest nor among the best.
double LeafSearch::needed() const {
    if (how_many_ == 0) return found_.largest;
    const bool full = found_.best.size() == how_many_;
    return std::min(found_.largest, full ? found_.best.front().reduced_cost : tolerance_);
}

// `best` is a heap with the last of the best in front.
void LeafSearch::keep(PricedPath path) {
    auto& best = found_.best;
    if (best.size() == how_many_) {
        if (!comes_first(path, best.front())) return;
        std::pop_heap(best.begin(), best.end(), comes_first);
        best.pop_back();
    }
    best.push_back(std::move(path));
    std::push_heap(best.begin(), best.end(), comes_first);
}

}  // namespace boughs::pricing
