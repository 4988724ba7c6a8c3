// Best first over the gaps of all columns.
#include "search/exact_node.hpp"

#include <algorithm>
#include <limits>

namespace boughs::search {

namespace {

constexpr auto after = [](const OpenGap& a, const OpenGap& b) { return a.gap.after(b.gap); };
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

}  // namespace

void NodeSearch::start(const Subset& subset, std::int64_t leaf_price, std::int64_t min_rows, std::int64_t limit,
                       std::int64_t shallower, const Settings& settings, ClosedRanges* closed) {
    subset_ = &subset;
    closed_ = closed;
    uses_intervals_ = settings.uses(Switch::intervals);
    price_ = leaf_price;
    shallower_ = settings.uses(Switch::ends) ? shallower : 0;
    best_ = {limit, -1, -1};
    cuts_.start(subset, 1, min_rows);
    heap_.clear();
    for (std::size_t c = 0; c < subset.n_columns; ++c) {
        cuts_.add_column(c);
        const auto column = static_cast<std::int32_t>(c);
        const std::int32_t last_rank = cuts_.n_values(c) - 1;
        Gap gap(column, {-1, {}, {}}, {last_rank, {}, {}}, price_);
        gap.raise_ends(last_rank, shallower_);
        const Gap::Cuts allowed = cuts_.allowed(column);
        if (allowed.empty()) {
            close(column, {0, last_rank - 1}, never, Reason::too_few_rows);
            continue;
        }
        close(column, {0, allowed.first - 1}, never, Reason::too_few_rows);
        close(column, {allowed.last + 1, last_rank - 1}, never, Reason::too_few_rows);
        push(gap, allowed);
    }
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
        trial = {gap, open, known, best_.value, uses_intervals_ ? slack : 0, 2 * weights[cut] > subset_->range, cuts_.rank(gap.column(), cut)};
        return true;
    }
    return false;
}

void NodeSearch::apply(const Trial& trial, const Evaluated& result, bool is_exact) {
    const std::int64_t value = result.value[0] + result.value[1];
    if (is_exact && value < best_.value) best_ = {value, trial.column(), result.cut};
    close(trial.column(), {result.cut, result.cut}, value, Reason::evaluated);
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
