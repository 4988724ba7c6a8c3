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
    kinds_.assign(subset.n_rows, 0);
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
    if (rule == Rule::two_class) sums_.resize(ends_.size());
    n_cuts_ = 0;
}

void SweepPlan::weigh(const Subset& subset) {
    const std::size_t n_classes = subset.n_classes;
    weights_.resize(subset.n_rows);
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

// The walks below write where they stand and move on by a condition: what a row's kind will be cannot be predicted.
void SweepPlan::group_by_rank(const Subset& subset, std::size_t column) {
    const std::int32_t* order = subset.order_of(column);
    const std::int32_t* ranks = subset.ranks_of(column);
    blocks_.resize(subset.n_rows);
    static_assert(mixed == -1, "any kind | -1 is mixed");
    const std::int32_t unmerged = merges_runs_ ? 0 : mixed;
    std::int32_t rank_before = -1;
    std::int32_t group_kind = mixed;
    for (std::size_t i = 0; i < subset.n_rows; ++i) {
        const auto row = static_cast<std::size_t>(order[i]);
        const std::int32_t kind = kinds_[row] | unmerged;
        const bool mixes = (ranks[row] == rank_before) & (group_kind != kind);
        group_kind = kind | -static_cast<std::int32_t>(mixes);
        rank_before = ranks[row];
        blocks_[static_cast<std::size_t>(rank_before)] = {static_cast<std::int32_t>(i) + 1, group_kind};
    }
    n_blocks_ = static_cast<std::size_t>(subset.n_values[column]);
}

// The best cut never needs to lie within a run of rows of one kind: as more of the run goes left, the cost of the two
// leaves is a least of sums that change by fixed steps, so it is concave, and one of the run's ends is as good.
void SweepPlan::merge_runs() {
    std::size_t n_merged = 0;
    std::int32_t kind_before = mixed;
    for (std::size_t b = 0; b < n_blocks_; ++b) {
        const Block block = blocks_[b];
        n_merged += (block.kind == mixed) | (block.kind != kind_before) ? 1 : 0;
        kind_before = block.kind;
        blocks_[n_merged - 1] = block;
    }
    n_blocks_ = n_merged;
}

void SweepPlan::sum_up(const std::int32_t* order) {
    sum_to_.resize(rows_.n_rows + 1);
    std::int64_t sum = sum_to_[0] = 0;
    for (std::size_t i = 0; i < rows_.n_rows; ++i) sum_to_[i + 1] = sum += weights_[static_cast<std::size_t>(order[i])];
}

std::size_t SweepPlan::block_to_omit() const {
    std::size_t largest = n_blocks_ - 1;
    if (!omits_largest_) return largest;
    for (std::size_t b = 0; b < n_blocks_; ++b)
        if (blocks_[b].end - begin(b) > blocks_[largest].end - begin(largest)) largest = b;
    return largest;
}

void SweepPlan::add_column(const Subset& subset, std::size_t column) {
    group_by_rank(subset, column);
    if (merges_runs_) merge_runs();
    const std::int32_t* order = subset.order_of(column);
    if (rule_ == Rule::two_class) sum_up(order);
    const std::size_t omitted = block_to_omit();
    for (std::size_t b = 0; b < omitted; ++b) {
        ends_[n_cuts_ + b] = blocks_[b].end;
        if (rule_ == Rule::two_class) sums_[n_cuts_ + b] = sum_to_[static_cast<std::size_t>(blocks_[b].end)];
    }
    add_sequence(order, 1, omitted);
    const auto n_rows = static_cast<std::int32_t>(subset.n_rows);
    const std::size_t n_behind = n_blocks_ - 1 - omitted;
    for (std::size_t b = 0; b < n_behind; ++b) {
        const std::int32_t from = begin(n_blocks_ - 1 - b);
        ends_[n_cuts_ + b] = n_rows - from;
        if (rule_ == Rule::two_class)
            sums_[n_cuts_ + b] = sum_to_[subset.n_rows] - sum_to_[static_cast<std::size_t>(from)];
    }
    add_sequence(order + n_rows - 1, -1, n_behind);
}

void SweepPlan::add_sequence(const std::int32_t* first, std::ptrdiff_t direction, std::size_t n_cuts) {
    if (n_cuts > 0) sequences_.push_back({first, direction, ends_.data() + n_cuts_, sums_.data() + n_cuts_, n_cuts});
    n_cuts_ += n_cuts;
}

}  // namespace boughs::search
