// Chooses the rule and the width of the lanes, and runs batches.
#include "search/lane_sweeper.hpp"

#include <algorithm>

namespace boughs::search {

namespace {

// Sums, input rows (if counted) and ranks have to stay below the largest number of a lane.
Width width_for(const Subset& subset, bool counts, const Settings& settings) {
    if (!settings.uses(Switch::narrow_lanes)) return Width::bits64;
    const std::int64_t input_rows = counts ? subset.totals[subset.n_classes] : 0;
    const std::int64_t most = std::max({subset.range, input_rows, static_cast<std::int64_t>(subset.largest_rank)});
    if (most < std::numeric_limits<std::int16_t>::max()) return Width::bits16;
    return most < std::numeric_limits<std::int32_t>::max() ? Width::bits32 : Width::bits64;
}

constexpr std::size_t rows_between_looks = std::size_t{1} << 20;

}  // namespace

void LaneSweeper::start(const Subset& subset, const Units& units, std::int64_t min_rows, const Settings& settings) {
    units_ = units;
    counts_ = min_rows > 1;
    n_rows_ = subset.n_rows;
    n_classes_ = subset.n_classes;
    const Rule rule = subset.rule;
    const Width width = width_for(subset, counts_, settings);
    plain_ = &kernel(settings.instruction_set, rule, width);
    counted_ = &kernel(settings.instruction_set, Rule::counted, width);
    n_lanes_ = settings.uses(Switch::full_batches) ? plain_->n_lanes : 2;
    plan_.start(subset, rule, 1, settings);
    // More than all rows is never there; the sum keeps the number within the lanes.
    const std::int64_t least_rows = std::min(min_rows, subset.totals[n_classes_] + 1);
    if (counts_) counted_plan_.start(subset, Rule::counted, least_rows, settings);
    const std::size_t walked = rule == Rule::own_class ? 2 * n_rows_ : 0;
    const std::size_t n_lines = most_lanes + n_rows_ + 2 * (n_classes_ + 1) + 4 + walked;
    if (lines_.size() < n_lines) lines_.resize(n_lines);
    all_.resize(n_classes_ + 1);
}

void LaneSweeper::add_column(const Subset& subset, const ColumnCuts& cuts, std::size_t column) {
    plan_.add_column(subset, cuts, column);
    if (counts_) counted_plan_.add_column(subset, cuts, column);
}

LaneSpace LaneSweeper::space() {
    Line* thresholds = lines_.data();
    Line* rows = thresholds + most_lanes;
    Line* totals = rows + n_rows_;
    Line* sums = totals + n_classes_ + 1;
    Line* best = sums + n_classes_ + 1;
    return {thresholds, rows, totals, sums, best + 4, best, all_.data()};
}

bool LaneSweeper::run(const Kernel& kernel, const SweepPlan& plan, std::span<const Lane> lanes, const Stop& stop) {
    const LaneSpace lane_space = space();
    kernel.prepare(plan.rows(), lanes.data(), lanes.size(), lane_space);
    std::size_t walked = 0;
    for (const Sequence& sequence : plan.sequences()) {
        kernel.sweep(plan.rows(), sequence, lane_space);
        walked += sequence.is_dense ? sequence.n_cuts : static_cast<std::size_t>(sequence.ends[sequence.n_cuts - 1]);
        if (walked < rows_between_looks) continue;
        if (stop.expired()) return false;
        walked = 0;
    }
    kernel.finish(plan.rows(), lanes.size(), lane_space, costs_);
    return true;
}

std::array<std::int64_t, 2> LaneSweeper::values_of(std::size_t lane) const {
    std::array<std::int64_t, 2> values{};
    for (std::size_t side = 0; side < 2; ++side) {
        values[side] = units_.scale * costs_.leaf[side][lane] + units_.price;
        const std::int64_t stump = costs_.stump[side][lane];
        if (stump != no_stump) values[side] = std::min(values[side], units_.scale * stump + 2 * units_.price);
    }
    return values;
}

bool LaneSweeper::sweep(std::span<const Lane> lanes, std::int64_t cutoff, const Stop& stop,
                        std::span<Evaluated> results) {
    if (!run(*plain_, plan_, lanes, stop)) return false;
    bool is_open = false;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const auto values = values_of(i);
        results[i].relaxed = results[i].value = values;
        is_open |= values[0] + values[1] < cutoff;
    }
    if (!counts_ || !is_open) return true;
    if (!run(*counted_, counted_plan_, lanes, stop)) return false;
    for (std::size_t i = 0; i < lanes.size(); ++i) results[i].value = values_of(i);
    return true;
}

}  // namespace boughs::search
