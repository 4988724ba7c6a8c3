// Merges what is known of a column from both neighbours.
#include "search/known_cuts.hpp"

#include <algorithm>

namespace boughs::search {

void KnownCuts::start(int depth, std::size_t n_columns, std::int64_t range) {
    depth_ = depth;
    range_ = range;
    found_.clear();
    starts_.assign(n_columns + 1, 0);
}

void KnownCuts::finish() {
    for (const KnownCut& cut : found_) ++starts_[static_cast<std::size_t>(cut.column) + 1];
    for (std::size_t c = 1; c < starts_.size(); ++c) starts_[c] += starts_[c - 1];
    sorted_.resize(found_.size());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    for (const KnownCut& cut : found_) {
        const auto column = static_cast<std::size_t>(cut.column);
        std::size_t at = next[column]++;
        for (; at > starts_[column] && sorted_[at - 1].rank > cut.rank; --at) sorted_[at] = sorted_[at - 1];
        sorted_[at] = cut;
    }
    found_ = {};
}

namespace {

// The last cut that sends no rank above this one left; -1 if none.
std::int32_t cut_at(const ColumnCuts::Value* values, std::int32_t n_values, std::int32_t rank, std::int32_t from) {
    const ColumnCuts::Value* begin = values + from;
    auto n = static_cast<std::size_t>(n_values - from);
    while (n > 1) {
        const std::size_t half = n / 2;
        begin += begin[half].rank <= rank ? half : 0;
        n -= half;
    }
    return static_cast<std::int32_t>(begin - values) - (begin->rank <= rank ? 0 : 1);
}

}  // namespace

void HeirGaps::add_point(std::int32_t cut, std::int64_t left, std::int64_t right) {
    Evaluated& last = points_.back();
    if (last.cut != cut) {
        points_.push_back({cut, {left, right}, {left, right}});
        return;
    }
    last.value = last.relaxed = {std::max(last.value[0], left), std::max(last.value[1], right)};
}

void HeirGaps::find_points(const Heritage& heritage, const ColumnCuts& cuts, std::size_t column, std::int64_t range,
                           const std::array<Evaluated, 2>& ends) {
    points_.assign(1, ends[0]);
    const auto* values = cuts.values(column);
    const std::int64_t* weights = cuts.weights(static_cast<std::int32_t>(column));
    const std::int32_t last = ends[1].cut;
    const auto of = [&](const auto& known) { return known ? known->of(column) : std::span<const KnownCut>{}; };
    std::span<const KnownCut> inner = of(heritage.inner), outer = of(heritage.outer);
    std::int32_t from = 0;
    while (!inner.empty() || !outer.empty()) {
        const bool is_inner = outer.empty() || (!inner.empty() && inner.front().rank <= outer.front().rank);
        const KnownCut& known = is_inner ? inner.front() : outer.front();
        const std::int32_t cut = cut_at(values, last + 1, known.rank, from);
        if (cut >= last) break;
        if (cut >= 0) {
            from = cut;
            const std::int64_t left_less = is_inner ? 0 : known.weight - weights[cut];
            const std::int64_t right_less = is_inner ? 0 : heritage.outer->range() - range - left_less;
            add_point(cut, known.values[0] - left_less, known.values[1] - right_less);
        }
        (is_inner ? inner : outer) = (is_inner ? inner : outer).subspan(1);
    }
    points_.push_back(ends[1]);
}

// Left optima rise with the cut, right ones fall.
void HeirGaps::spread() {
    for (std::size_t i = 1; i < points_.size(); ++i)
        points_[i].value[0] = points_[i].relaxed[0] = std::max(points_[i].value[0], points_[i - 1].relaxed[0]);
    for (std::size_t i = points_.size() - 1; i-- > 0;)
        points_[i].value[1] = points_[i].relaxed[1] = std::max(points_[i].value[1], points_[i + 1].relaxed[1]);
}

std::span<const HeirGaps::Region> HeirGaps::regions(const Heritage& heritage, const ColumnCuts& cuts,
                                                    std::size_t column, std::int64_t range,
                                                    const std::array<Evaluated, 2>& ends, std::int64_t price,
                                                    std::int64_t cutoff) {
    find_points(heritage, cuts, column, range, ends);
    spread();
    const auto at = static_cast<std::int32_t>(column);
    const std::int64_t* weights = cuts.weights(at);
    regions_.clear();
    const auto add = [&](std::size_t below, std::size_t above, Gap::Cuts open, std::int64_t bound) {
        Gap gap(at, points_[below], points_[above], price);
        gap.raise_bound(bound);
        regions_.push_back({gap, open});
    };
    std::size_t first = 0;  // the point below the run that is being gathered
    Gap::Cuts run{0, -1};
    std::int64_t run_bound = 0;
    const auto gather = [&](std::size_t below, Gap::Cuts open, std::int64_t bound) {
        if (open.empty()) return;
        if (!run.empty() && run.last + 1 == open.first) {
            run.last = open.last;
            run_bound = std::min(run_bound, bound);
            return;
        }
        if (!run.empty()) {
            std::size_t above = first + 1;
            while (points_[above].cut <= run.last) ++above;
            add(first, above, run, run_bound);
        }
        first = below;
        run = open;
        run_bound = bound;
    };
    for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
        const Evaluated& here = points_[i];
        if (i > 0 && here.value[0] + here.value[1] < cutoff)
            gather(i - 1, {here.cut, here.cut}, here.value[0] + here.value[1]);
        Gap gap(at, here, points_[i + 1], price);
        gap.bound_by(weights);
        if (gap.bound() < cutoff)
            gather(i, gap.open_cuts({here.cut + 1, points_[i + 1].cut - 1}, weights, cutoff), gap.bound());
    }
    gather(points_.size() - 2, {ends[1].cut + 2, ends[1].cut + 2}, 0);
    return regions_;
}

}  // namespace boughs::search
