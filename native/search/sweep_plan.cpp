// Finds the blocks of rows between the cuts that can matter.
#include "search/sweep_plan.hpp"

#include <algorithm>

namespace boughs::search {

void SweepPlan::start(const Subset& subset, Rule rule, std::int64_t min_rows, const Settings& settings) {
    rule_ = rule;
    const bool weighs = rule == Rule::two_class || rule == Rule::own_class;
    merges_runs_ = weighs && settings.uses(Switch::runs);
    walks_densely_ = rule == Rule::two_class && settings.uses(Switch::dense_walks);
    omits_largest_ = settings.uses(Switch::ties);
    totals_ = subset.totals;
    // Weights by kind instead of costs by class.
    if (rule == Rule::two_class) totals_[0] = subset.totals[1];
    if (rule == Rule::two_class) totals_[1] = -subset.totals[0];
    if (rule == Rule::own_class)
        for (std::size_t t = 0; t < subset.n_classes; ++t) totals_[t] = subset.range - subset.totals[t];
    rows_ = {subset.n_rows,
             subset.n_classes,
             subset.table_rows.data(),
             subset.weights.data(),
             subset.kinds.data(),
             subset.costs.data(),
             subset.input_rows.data(),
             totals_.data(),
             min_rows};
    sequences_.clear();
    ends_.resize(subset.n_columns * subset.n_rows);
    if (rule == Rule::two_class) sums_.resize(ends_.size());
    cuts_.resize(subset.n_rows);
    n_cuts_ = 0;
}

// The best cut never needs to lie within a run of rows of one kind: as more of the run goes left, the cost of the two
// leaves is a least of sums that change by fixed steps, so it is concave, and one of the run's ends is as good.
void SweepPlan::find_cuts(const ColumnCuts& cuts, std::size_t column) {
    const ColumnCuts::Value* values = cuts.values(column);
    const std::int64_t* sums = rule_ == Rule::two_class ? cuts.sums(column) : cuts.weights(0);
    const auto last = static_cast<std::size_t>(cuts.n_values(column)) - 1;
    const std::int32_t unmerged = merges_runs_ ? 0 : ColumnCuts::mixed;
    std::size_t n_found = 0;
    std::int32_t widest = 0, before = 0;
    widest_ = 0;
    for (std::size_t v = 0; v <= last; ++v) {
        const std::int32_t kind = values[v].kind | unmerged;
        cuts_[n_found] = {values[v].end, sums[v]};
        const bool is_cut = (v == last) | (kind == ColumnCuts::mixed) | (kind != values[v + (v < last ? 1 : 0)].kind);
        const std::int32_t width = values[v].end - before;
        const bool is_wider = is_cut & (width > widest);
        widest = is_wider ? width : widest;
        widest_ = is_wider ? n_found : widest_;
        before = is_cut ? values[v].end : before;
        n_found += is_cut ? 1 : 0;
    }
    n_found_ = n_found - 1;
    if (!omits_largest_) widest_ = n_found_;
}

void SweepPlan::add_column(const Subset& subset, const ColumnCuts& cuts, std::size_t column) {
    const auto n_values = static_cast<std::size_t>(cuts.n_values(column));
    if (walks_densely_ && 2 * n_values > subset.n_rows) {
        if (n_values > 1)
            sequences_.push_back({subset.entries_of(column), 1, nullptr, nullptr, subset.n_rows - 1, true});
        return;
    }
    find_cuts(cuts, column);
    const Entry* entries = subset.entries_of(column);
    for (std::size_t c = 0; c < widest_; ++c) {
        ends_[n_cuts_ + c] = cuts_[c].end;
        if (rule_ == Rule::two_class) sums_[n_cuts_ + c] = cuts_[c].sum;
    }
    add_sequence(entries, 1, widest_);
    const auto n_rows = static_cast<std::int32_t>(subset.n_rows);
    const std::size_t n_behind = n_found_ - widest_;
    for (std::size_t b = 0; b < n_behind; ++b) {
        const Cut& cut = cuts_[n_found_ - 1 - b];
        ends_[n_cuts_ + b] = n_rows - cut.end;
        if (rule_ == Rule::two_class) sums_[n_cuts_ + b] = cuts_[n_found_].sum - cut.sum;
    }
    add_sequence(entries + n_rows - 1, -1, n_behind);
}

void SweepPlan::add_sequence(const Entry* first, std::ptrdiff_t direction, std::size_t n_cuts) {
    if (n_cuts > 0) sequences_.push_back({first, direction, ends_.data() + n_cuts_, sums_.data() + n_cuts_, n_cuts, false});
    n_cuts_ += n_cuts;
}

}  // namespace boughs::search
