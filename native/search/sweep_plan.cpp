// Finds the blocks of rows between the cuts that can matter.
#include "search/sweep_plan.hpp"

#include <algorithm>

namespace boughs::search {

namespace {

// All costs above the smallest are equal, and at most one class is free.
bool has_own_class(const std::int64_t* costs, std::size_t n_classes, std::int64_t range) {
    if (range == 0) return true;
    std::size_t n_free = 0;
    for (std::size_t t = 0; t < n_classes; ++t) {
        if (costs[t] != 0 && costs[t] != range) return false;
        n_free += costs[t] == 0 ? 1 : 0;
    }
    return n_free == 1;
}

}  // namespace

Rule SweepPlan::rule_for(const Subset& subset, const Settings& settings) {
    if (!settings.uses(Switch::special_costs)) return Rule::general;
    if (subset.n_classes == 2) return Rule::two_class;
    for (std::size_t r = 0; r < subset.n_rows; ++r)
        if (!has_own_class(subset.costs.data() + r * subset.n_classes, subset.n_classes, subset.ranges[r]))
            return Rule::general;
    return Rule::own_class;
}

void SweepPlan::start(const Subset& subset, Rule rule, std::int64_t min_rows, const Settings& settings) {
    rule_ = rule;
    const bool weighs = rule == Rule::two_class || rule == Rule::own_class;
    merges_runs_ = weighs && settings.uses(Switch::runs);
    omits_largest_ = settings.uses(Switch::ties);
    totals_ = subset.totals;
    if (weighs) weigh(subset);
    rows_ = {subset.n_rows,
             subset.n_classes,
             weights_.data(),
             kinds_.data(),
             subset.costs.data(),
             subset.input_rows.data(),
             totals_.data(),
             min_rows};
    sequences_.clear();
    ends_.resize(subset.n_columns * subset.n_rows);
    sums_.resize(ends_.size());
    n_cuts_ = 0;
}

void SweepPlan::weigh(const Subset& subset) {
    const std::size_t n_classes = subset.n_classes;
    weights_.resize(subset.n_rows);
    kinds_.resize(subset.n_rows);
    std::fill(totals_.begin(), totals_.end(), 0);
    for (std::size_t r = 0; r < subset.n_rows; ++r) {
        const std::int64_t* costs = subset.costs.data() + r * n_classes;
        if (rule_ == Rule::two_class) {
            weights_[r] = costs[1] - costs[0];
            kinds_[r] = weights_[r] < 0 ? 1 : 0;
        } else {
            weights_[r] = subset.ranges[r];
            kinds_[r] = static_cast<std::int32_t>(std::min_element(costs, costs + n_classes) - costs);
        }
        totals_[static_cast<std::size_t>(kinds_[r])] += weights_[r];
    }
}

// The best cut never needs to lie within a run of rows of one kind: as more of the run goes left, the cost of the two leaves
// is a least of sums that change by fixed steps, so it is concave, and one of the run's ends is as good.
void SweepPlan::cut_into_blocks(const Subset& subset, std::size_t column) {
    const std::int32_t* order = subset.order_of(column);
    const std::int32_t* ranks = subset.ranks_of(column);
    const auto n_rows = static_cast<std::int32_t>(subset.n_rows);
    blocks_.clear();
    for (std::int32_t begin = 0, end = 0; begin < n_rows; begin = end) {
        const std::int32_t rank = ranks[order[begin]];
        std::int32_t kind = merges_runs_ ? kinds_[static_cast<std::size_t>(order[begin])] : -1;
        for (end = begin + 1; end < n_rows && ranks[order[end]] == rank; ++end)
            if (merges_runs_ && kinds_[static_cast<std::size_t>(order[end])] != kind) kind = -1;
        if (kind >= 0 && !blocks_.empty() && blocks_.back().kind == kind)
            blocks_.back().end = end;
        else
            blocks_.push_back({begin, end, kind});
    }
}

std::size_t SweepPlan::block_to_omit() const {
    if (!omits_largest_) return blocks_.size() - 1;
    const auto size = [](const Block& block) { return block.end - block.begin; };
    const auto largest = std::max_element(blocks_.begin(), blocks_.end(),
                                          [&](const Block& a, const Block& b) { return size(a) < size(b); });
    return static_cast<std::size_t>(largest - blocks_.begin());
}

void SweepPlan::add_column(const Subset& subset, std::size_t column) {
    cut_into_blocks(subset, column);
    const std::size_t omitted = block_to_omit();
    const std::int32_t* order = subset.order_of(column);
    for (std::size_t b = 0; b < omitted; ++b) ends_[n_cuts_ + b] = blocks_[b].end;
    add_sequence(order, 1, omitted);
    const std::size_t n_behind = blocks_.size() - 1 - omitted;
    const auto n_rows = static_cast<std::int32_t>(subset.n_rows);
    for (std::size_t b = 0; b < n_behind; ++b) ends_[n_cuts_ + b] = n_rows - blocks_[blocks_.size() - 1 - b].begin;
    add_sequence(order + n_rows - 1, -1, n_behind);
}

void SweepPlan::add_sequence(const std::int32_t* first, std::ptrdiff_t direction, std::size_t n_cuts) {
    if (n_cuts == 0) return;
    const std::int32_t* ends = ends_.data() + n_cuts_;
    std::int64_t* sums = sums_.data() + n_cuts_;
    sequences_.push_back({first, direction, ends, sums, n_cuts});
    n_cuts_ += n_cuts;
    if (rule_ != Rule::two_class) return;
    std::int64_t sum = 0;
    std::int32_t walked = 0;
    for (std::size_t cut = 0; cut < n_cuts; ++cut) {
        for (; walked < ends[cut]; ++walked) sum += weights_[static_cast<std::size_t>(first[walked * direction])];
        sums[cut] = sum;
    }
}

}  // namespace boughs::search
