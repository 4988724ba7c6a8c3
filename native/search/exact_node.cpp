// Best first over the gaps of all columns.
#include "search/exact_node.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace boughs::search {

namespace {

// The least bound first, then the better neighbour; a total order.
constexpr auto after = [](const OpenGap& a, const OpenGap& b) {
    const auto key = [](const Gap& gap) {
        return std::tuple(gap.bound(), std::min(gap.below().total(), gap.above().total()), gap.column(), gap.below().cut);
    };
    return key(a.gap) > key(b.gap);
};
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

}  // namespace

void NodeSearch::start(const Subset& subset, const Start& start, const Settings& settings, ClosedRanges* closed) {
    subset_ = &subset;
    closed_ = closed;
    uses_intervals_ = settings.uses(Switch::intervals);
    inherits_ = uses_intervals_ && start.depth > 2 && start.min_rows == 1 && settings.uses(Switch::heritage);
    price_ = start.leaf_price;
    shallower_ = settings.uses(Switch::ends) ? start.shallower : 0;
    of_shallower_ = start.of_shallower;
    best_ = {start.limit, -1, -1};
    cuts_.start(subset, 1, start.min_rows);
    heap_.clear();
    solved_.resize(subset.n_columns);
    if (inherits_) {
        known_ = std::make_shared<KnownCuts>();
        known_->start(start.depth, subset.n_columns, subset.range);
    }
    for (std::size_t column = 0; column < subset.n_columns; ++column) {
        cuts_.add_column(column);
        solved_[column].clear();
        start_column(static_cast<std::int32_t>(column), start);
    }
}

void NodeSearch::start_column(std::int32_t column, const Start& start) {
    const std::int32_t last_rank = cuts_.n_values(static_cast<std::size_t>(column)) - 1;
    const Gap::Cuts allowed = cuts_.allowed(column);
    if (allowed.empty()) {
        close(column, {0, last_rank - 1}, never, Reason::too_few_rows);
        return;
    }
    close(column, {0, allowed.first - 1}, never, Reason::too_few_rows);
    close(column, {allowed.last + 1, last_rank - 1}, never, Reason::too_few_rows);
    Gap gap(column, {-1, {}, {}}, {last_rank, {}, {}}, price_);
    gap.raise_ends(last_rank, shallower_);
    if (!inherits_ || start.heritage.empty()) {
        push(gap, allowed);
        return;
    }
    for (const HeirGaps::Region& region :
         heir_gaps_.regions(start.heritage, cuts_, static_cast<std::size_t>(column), subset_->range,
                            {gap.below(), gap.above()}, price_, best_.value))
        push(region.gap, region.cuts);
}

// Ranges of the table's cuts: the first begins at the smallest rank, each ends before the next rank of the subset.
void NodeSearch::close(std::int32_t column, Gap::Cuts cuts, std::int64_t bound, Reason reason) {
    if (closed_ == nullptr || cuts.empty()) return;
    closed_->push_back({column, cuts_.rank(column, cuts.first), cuts_.rank(column, cuts.last + 1) - 1, bound, reason});
}

void NodeSearch::push(Gap gap, Gap::Cuts within) {
    if (within.empty()) return;
    if (uses_intervals_) gap.bound_by(cuts_.weights(gap.column()));
    if (gap.bound() >= best_.value) {
        close(gap.column(), within, gap.bound(), Reason::neighbours);
        return;
    }
    heap_.push_back({gap, within});
    std::push_heap(heap_.begin(), heap_.end(), after);
}

OpenGap NodeSearch::pop() {
    std::pop_heap(heap_.begin(), heap_.end(), after);
    const OpenGap gap = heap_.back();
    heap_.pop_back();
    return gap;
}

// The threshold that parts the open rows' weight evenly.
std::int32_t NodeSearch::middle_of(Gap::Cuts open, const std::int64_t* weights) const {
    const std::int64_t low = open.first > 0 ? weights[open.first - 1] : 0;
    const std::int64_t aim = low + (weights[open.last + 1] - low) / 2;
    const std::int64_t* nearest = std::lower_bound(weights + open.first, weights + open.last, aim);
    return static_cast<std::int32_t>(nearest - weights);
}

bool NodeSearch::next(Trial& trial) {
    while (!heap_.empty()) {
        const auto [gap, within] = pop();
        const std::int64_t* weights = cuts_.weights(gap.column());
        if (gap.bound() >= best_.value) {
            close(gap.column(), within, gap.bound(), Reason::neighbours);
            continue;
        }
        const Gap::Cuts open = uses_intervals_ ? gap.open_cuts(within, weights, best_.value) : within;
        if (open.empty()) {
            close(gap.column(), within, best_.value, Reason::neighbours);
            continue;
        }
        close(gap.column(), {within.first, open.first - 1}, best_.value, Reason::neighbours);
        close(gap.column(), {open.last + 1, within.last}, best_.value, Reason::neighbours);
        const std::int32_t cut = middle_of(open, weights);
        Evaluated known = uses_intervals_ ? gap.at(cut, weights) : Evaluated{cut, {price_, price_}, {price_, price_}};
        const std::int64_t slack = std::max(weights[cut] - weights[open.first], weights[open.last] - weights[cut]);
        trial.gap = gap;
        trial.open = open;
        trial.known = known;
        trial.worth = best_.value;
        trial.slack = uses_intervals_ ? slack : 0;
        trial.left_is_heavier = 2 * weights[cut] > subset_->range;
        trial.rank = cuts_.rank(gap.column(), cut);
        for (std::size_t side = 0; side < 2 && inherits_; ++side) trial.heritage[side] = heritage_of(trial, side);
        return true;
    }
    return false;
}

void NodeSearch::remember(const Trial& trial, const Evaluated& result, Solved solved) {
    known_->add({trial.column(), trial.rank, cuts_.weights(trial.column())[result.cut], result.relaxed});
    auto& of_column = solved_[static_cast<std::size_t>(trial.column())];
    const auto after_it = [](const SolvedCut& cut, std::int32_t rank) { return cut.rank < rank; };
    of_column.insert(std::lower_bound(of_column.begin(), of_column.end(), trial.rank, after_it),
                     {trial.rank, std::move(solved)});
}

// The left child lies within that of a higher cut and around that of a lower one; the right child the other way.
Heritage NodeSearch::heritage_of(const Trial& trial, std::size_t side) const {
    std::shared_ptr<const KnownCuts> below, above;
    for (const SolvedCut& cut : solved_[static_cast<std::size_t>(trial.column())]) {
        if (!cut.sides[side]) continue;
        if (cut.rank > trial.rank) {
            above = cut.sides[side];
            break;
        }
        below = cut.sides[side];
    }
    Heritage heritage = side == 0 ? Heritage{below, above} : Heritage{above, below};
    if (!heritage.outer) heritage.outer = of_shallower_;
    return heritage;
}

std::shared_ptr<const KnownCuts> NodeSearch::take_known() {
    if (known_) known_->finish();
    return std::move(known_);
}

void NodeSearch::apply(const Trial& trial, const Evaluated& result, bool is_exact, Solved solved) {
    const std::int64_t value = result.value[0] + result.value[1];
    if (is_exact && value < best_.value) best_ = {value, trial.column(), result.cut};
    close(trial.column(), {result.cut, result.cut}, value, Reason::evaluated);
    if (inherits_) remember(trial, result, std::move(solved));
    Gap below(trial.column(), trial.gap.below(), result, price_);
    Gap above(trial.column(), result, trial.gap.above(), price_);
    below.raise_bound(trial.gap.bound());
    above.raise_bound(trial.gap.bound());
    push(below, {trial.open.first, result.cut - 1});
    push(above, {result.cut + 1, trial.open.last});
}

void NodeSearch::close_open_gaps() {
    for (const OpenGap& open : heap_) close(open.gap.column(), open.cuts, open.gap.bound(), Reason::open);
}

}  // namespace boughs::search
