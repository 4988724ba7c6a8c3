// The enumeration of one leaf's paths; every bound is loosened by what rounding can do, so that ties and the maximum
// are exact.
#include "pricing/leaf_search.hpp"

#include <algorithm>
#include <limits>
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
    ends_.clear(1, problem_.n_classes);
    if (problem_.levels[level].stays_left)
        for (const std::uint32_t cell : cells) add(cell, problem_.exact, ends_.at(0));
    propose(ends_.at(0), fixed + problem_.levels[level].no_split_from_here);
}

std::vector<LeafSearch::Child> LeafSearch::children(std::size_t level, const Cells& cells, double fixed) {
    std::vector<Child> children;
    const double below = fixed + problem_.levels[level + 1].best_from_here;
    for_each_split(level, cells, problem_.at_most, bounds_,
                   [&](std::size_t group, std::size_t cut, std::size_t position, const Sums<double>& sums) {
                       const double bound = below - problem_.levels[level].gamma[position] + most_of(sums);
                       children.push_back({bound, position, group, cut});
                   });
    std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
        return a.bound != b.bound ? a.bound > b.bound : a.position < b.position;
    });
    return children;
}

void LeafSearch::end_with_last_splits(const Cells& cells, double fixed) {
    const std::size_t level = problem_.levels.size() - 1;
    for_each_split(level, cells, problem_.exact, ends_,
                   [&](std::size_t, std::size_t, std::size_t position, const Sums<std::int64_t>& sums) {
                       positions_[level] = static_cast<std::int32_t>(position);
                       propose(sums, fixed - problem_.levels[level].gamma[position]);
                   });
    positions_[level] = 0;
}

// Calls visit(group, cut, position, sums of the child on this path) for every split that is not on the way already.
template <class Value, class Visit>
void LeafSearch::for_each_split(std::size_t level, const Cells& cells, const CellWorth<Value>& worth,
                                Buckets<Value>& buckets, const Visit& visit) {
    const LeafLevel& here = problem_.levels[level];
    for (std::size_t g = 0; g < here.splits->columns.size(); ++g) {
        const ColumnCuts& group = here.splits->columns[g];
        const auto& bucket = problem_.outcomes.buckets[level][g];
        const std::size_t n_cuts = group.cuts.size();
        buckets.clear(n_cuts + 1, problem_.n_classes);
        for (const std::uint32_t cell : cells) add(cell, worth, buckets.at(bucket[cell]));
        for (std::size_t step = 0; step < n_cuts; ++step) {
            const std::size_t cut = here.goes_left ? step : n_cuts - 1 - step;
            const Sums<Value> child = buckets.at(here.goes_left ? cut : cut + 1);
            if (step > 0) add(buckets.at(here.goes_left ? cut - 1 : cut + 2), child);
            const auto position = static_cast<std::size_t>(group.positions[cut]);
            if (!on_the_way(level, position)) visit(g, cut, position, child);
        }
    }
}

template <class Value>
void LeafSearch::Buckets<Value>::clear(std::size_t n_buckets, std::size_t n_classes) {
    n_classes_ = n_classes;
    by_class_.assign(n_buckets * n_classes, Value{});
    base_.assign(n_buckets, 0.0);
    input_rows_.assign(n_buckets, 0);
}

template <class Value>
auto LeafSearch::Buckets<Value>::at(std::size_t bucket) -> Sums<Value> {
    return {std::span(by_class_).subspan(bucket * n_classes_, n_classes_), base_[bucket], input_rows_[bucket]};
}

template <class Value>
void LeafSearch::add(std::uint32_t cell, const CellWorth<Value>& worth, Sums<Value> sums) const {
    sums.base += worth.base[cell];
    sums.input_rows += problem_.input_rows[cell];
    for (const ClassValue<Value>& entry : worth.by_class.of(cell)) sums.by_class[entry.target] += entry.value;
}

template <class Value>
void LeafSearch::add(const Sums<Value>& more, Sums<Value> sums) {
    sums.base += more.base;
    sums.input_rows += more.input_rows;
    for (std::size_t t = 0; t < sums.by_class.size(); ++t) sums.by_class[t] += more.by_class[t];
}

// A path below takes some of the cells, and one class; or none of them.
double LeafSearch::most_of(const Sums<double>& sums) const {
    if (sums.input_rows < problem_.min_rows) return 0.0;
    const double price = static_cast<double>(problem_.leaf_price) / problem_.reward_unit;
    return std::max(0.0, sums.base + *std::max_element(sums.by_class.begin(), sums.by_class.end()) - price);
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
        if (problem_.levels[h].identity[static_cast<std::size_t>(positions_[h])] ==
            problem_.levels[level].identity[position])
            return true;
    return false;
}

void LeafSearch::propose(const Sums<std::int64_t>& sums, double fixed) {
    if (sums.input_rows > 0 && sums.input_rows < problem_.min_rows) return;
    const auto best = std::max_element(sums.by_class.begin(), sums.by_class.end());
    const std::int64_t reward = sums.input_rows > 0 ? *best - problem_.leaf_price : 0;
    const double reduced_cost = static_cast<double>(reward) / problem_.reward_unit + fixed + sums.base;
    found_.largest = std::max(found_.largest, reduced_cost);
    if (how_many_ == 0 || reduced_cost <= tolerance_) return;
    if (is_full() && reduced_cost < found_.best.front().reduced_cost) return;
    keep({positions_, static_cast<std::int32_t>(best - sums.by_class.begin()), reduced_cost, reward});
}

// A path below this can be neither the largest nor among the best.
double LeafSearch::needed() const {
    if (how_many_ == 0) return found_.largest;
    return std::min(found_.largest, is_full() ? found_.best.front().reduced_cost : tolerance_);
}

// `best` is a heap with the last of the best in front.
void LeafSearch::keep(PricedPath path) {
    auto& best = found_.best;
    if (is_full()) {
        if (!comes_first(path, best.front())) return;
        std::pop_heap(best.begin(), best.end(), comes_first);
        best.pop_back();
    }
    best.push_back(std::move(path));
    std::push_heap(best.begin(), best.end(), comes_first);
}

}  // namespace boughs::pricing
