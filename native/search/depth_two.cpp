// The search: evaluate thresholds in lanes, bound what lies between them, stop when no gap is left.
#include "search/depth_two.hpp"

#include <algorithm>
#include <cassert>

#include "search/check.hpp"
#include "search/leaf.hpp"
#include "table/threads.hpp"

namespace boughs::search {

Answer DepthTwoSolver::solve(const TableView& table, const Question& question, const Stop& stop) {
    Answer answer;
    answer.value = question.rows.empty() ? std::min<std::int64_t>(0, question.limit) : question.limit;
    answer.status = question.rows.empty() && question.limit > 0 ? Status::exact : Status::at_least_limit;
    if (question.rows.empty()) return answer;
    question_ = question;
    units_ = cost_then_leaves(question.leaf_price);
    breaks_ties_ = true;
    own_subset_.take_costs(table, question.rows);
    subset_ = &own_subset_;
    if (question.limit <= subset_->base) return answer;
    const Leaf leaf = best_leaf(subset_->totals.data(), subset_->n_classes);
    const std::int64_t leaf_value = units_.scale * leaf.cost + units_.price;
    // Every tree that costs less than the limit has a value below 4 (limit - base) + 1.
    const bool leaf_is_below = subset_->base + leaf.cost + question.leaf_price < question.limit;
    best_ = {leaf_is_below ? leaf_value : units_.scale * (question.limit - subset_->base) + 1, -1, -1, {}};
    const bool is_done = best_.value <= 2 * units_.price || (take_columns(table, stop) && search(stop));
    if (best_.column < 0 && !leaf_is_below && is_done) return answer;
    answer.status = is_done ? Status::exact : Status::stopped;
    answer.value = natural(best_.column < 0 ? leaf_value : best_.value);
    answer.targets[0] = leaf.target;
    if (best_.column >= 0) write_tree(table, answer);
    assert(agrees(table, question, answer));
    return answer;
}

// Undoes the scale: a value holds four times the cost and one to four leaves.
std::int64_t DepthTwoSolver::natural(std::int64_t value) const { return (value - 1) / units_.scale + subset_->base; }

bool DepthTwoSolver::take_columns(const TableView& table, const Stop& stop) {
    const bool will_sweep = question_.max_depth > 1;
    if (will_sweep) start_sweeps();
    for (std::size_t column = 0; column < own_subset_.n_columns; ++column) {
        if (stop.expired()) return false;
        own_subset_.take_column(table, column, settings_.uses(Switch::small_sorts));
        if (will_sweep) add_column(column);
    }
    return true;
}

void DepthTwoSolver::start_sweeps() {
    sweeper_.start(*subset_, units_, question_.min_rows, settings_);
    weights_.start(*subset_, units_.scale, question_.min_rows);
}

void DepthTwoSolver::add_column(std::size_t column) {
    weights_.add_column(column);
    sweeper_.add_column(*subset_, column);
}

std::optional<std::int64_t> DepthTwoSolver::least_cost(const Subset& subset, const Question& question,
                                                       const Stop& stop) {
    question_ = question;
    units_ = cost_alone(question.leaf_price);
    breaks_ties_ = false;
    subset_ = &subset;
    const std::int64_t leaf_value = best_leaf(subset.totals.data(), subset.n_classes).cost + units_.price;
    best_ = {std::min(leaf_value, question.limit), -1, -1, {}};
    if (best_.value <= 2 * units_.price || question.max_depth == 0) return best_.value;
    start_sweeps();
    for (std::size_t column = 0; column < subset.n_columns; ++column) {
        if (stop.expired()) return std::nullopt;
        add_column(column);
    }
    const bool is_done = question.max_depth == 1 ? search_stump_costs(stop) : search(stop);
    return is_done ? std::optional(best_.value) : std::nullopt;
}

// All rows as the left child of one lane.
bool DepthTwoSolver::search_stump_costs(const Stop& stop) {
    lanes_.assign(1, {subset_->ranks_of(0), subset_->n_values[0] - 1});
    if (!sweeper_.sweep(lanes_, best_.value + units_.price, stop, results_)) return false;
    best_.value = std::min(best_.value, results_[0].value[0]);
    return true;
}

bool DepthTwoSolver::search(const Stop& stop) {
    if (question_.max_depth == 1) return search_stumps();
    whole_ = 0;
    heap_.clear();
    for (std::size_t column = 0; column < subset_->n_columns; ++column)
        push(Gap(static_cast<std::int32_t>(column), {-1, {}, {}}, {subset_->n_values[column] - 1, {}, {}}, units_.price));
    while (!heap_.empty()) {
        if (stop.expired()) return false;
        const bool needs_whole = whole_ == 0 && settings_.uses(Switch::ends);
        const std::size_t n_lanes = sweeper_.n_lanes() - (needs_whole ? 1 : 0);
        pieces_.clear();
        while (pieces_.size() < n_lanes && !heap_.empty()) pop_open();
        if (pieces_.empty()) break;
        share_lanes(n_lanes);
        if (!evaluate(needs_whole, stop)) return false;
    }
    return true;
}

bool DepthTwoSolver::search_stumps() {
    sides_.assign(subset_->n_rows, 0);
    const Stump stump = stumps_.best(*subset_, sides_.data(), 0, units_.price, question_.min_rows, 0);
    if (stump.split.column < 0 || stump.value >= best_.value) return true;
    constexpr std::int64_t any_leaf = std::numeric_limits<std::int64_t>::max();
    best_ = {stump.value, stump.split.column, stump.split.low, {any_leaf, any_leaf}};
    return true;
}

// A gap before the incumbent's root may still hold a tree of the same value, which would be preferred.
std::int64_t DepthTwoSolver::cutoff(const Gap& gap) const {
    const bool is_before =
        gap.column() != best_.column ? gap.column() < best_.column : gap.below().cut < best_.cut;
    return best_.value + (breaks_ties_ && is_before ? 1 : 0);
}

void DepthTwoSolver::push(Gap gap) {
    if (settings_.uses(Switch::intervals)) gap.bound_by(weights_.of(gap.column()));
    if (gap.bound() >= cutoff(gap)) return;
    heap_.push_back(gap);
    std::push_heap(heap_.begin(), heap_.end(), [](const Gap& a, const Gap& b) { return a.after(b); });
}

void DepthTwoSolver::pop_open() {
    std::pop_heap(heap_.begin(), heap_.end(), [](const Gap& a, const Gap& b) { return a.after(b); });
    Gap gap = heap_.back();
    heap_.pop_back();
    const std::int64_t worth = cutoff(gap);
    const auto column = static_cast<std::size_t>(gap.column());
    if (gap.bound() >= worth) return;
    gap.raise_ends(subset_->n_values[column] - 1, whole_);
    const Gap::Cuts within = gap.cuts_within(weights_.allowed(gap.column()));
    const Gap::Cuts open =
        settings_.uses(Switch::intervals) ? gap.open_cuts(within, weights_.of(gap.column()), worth) : within;
    if (!open.empty()) pieces_.push_back({gap, open, 1});
}

void DepthTwoSolver::share_lanes(std::size_t n_lanes) {
    std::sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) {
        return a.gap.column() != b.gap.column() ? a.gap.column() < b.gap.column()
                                                : a.gap.below().cut < b.gap.below().cut;
    });
    std::size_t n_free = n_lanes - pieces_.size();
    for (bool is_given = true; is_given && n_free > 0;) {
        is_given = false;
        for (Piece& piece : pieces_) {
            if (n_free == 0 || piece.n_lanes == static_cast<std::size_t>(piece.open.size())) continue;
            ++piece.n_lanes;
            --n_free;
            is_given = true;
        }
    }
}

// Thresholds that part the open rows' weight evenly.
void DepthTwoSolver::add_lanes(const Piece& piece) {
    const std::int64_t* weights = weights_.of(piece.gap.column());
    const auto [first, last] = piece.open;
    const std::int64_t low = first > 0 ? weights[first - 1] : 0;
    const std::int64_t step = (weights[last + 1] - low) / static_cast<std::int64_t>(piece.n_lanes + 1);
    const std::int32_t* ranks = subset_->ranks_of(static_cast<std::size_t>(piece.gap.column()));
    std::int32_t previous = first - 1;
    for (auto left = static_cast<std::int32_t>(piece.n_lanes); left > 0; --left) {
        const std::int64_t aim = low + step * (static_cast<std::int64_t>(piece.n_lanes) + 1 - left);
        const std::int64_t* nearest = std::lower_bound(weights + first, weights + last, aim);
        previous = std::clamp(static_cast<std::int32_t>(nearest - weights), previous + 1, last + 1 - left);
        lanes_.push_back({ranks, previous});
    }
}

bool DepthTwoSolver::evaluate(bool needs_whole, const Stop& stop) {
    lanes_.clear();
    if (needs_whole) lanes_.push_back({subset_->ranks_of(0), subset_->n_values[0] - 1});
    for (const Piece& piece : pieces_) add_lanes(piece);
    if (!sweeper_.sweep(lanes_, best_.value + 1, stop, results_)) return false;
    std::size_t lane = 0;
    if (needs_whole) note_whole(results_[lane++].value[0]);
    const std::size_t first_lane = lane;
    for (const Piece& piece : pieces_)
        for (std::size_t i = 0; i < piece.n_lanes; ++i) note(piece.gap.column(), results_[lane++]);
    lane = first_lane;
    for (const Piece& piece : pieces_) {
        split(piece, results_.data() + lane);
        lane += piece.n_lanes;
    }
    return true;
}

// With a minimum of rows the value may be a lower bound only.
void DepthTwoSolver::note_whole(std::int64_t value) {
    whole_ = value;
    if (!breaks_ties_ && question_.min_rows == 1) best_.value = std::min(best_.value, value);
}

void DepthTwoSolver::note(std::int32_t column, const Evaluated& result) {
    const Incumbent found{result.value[0] + result.value[1], column, result.cut, result.value};
    const bool is_before =
        found.column != best_.column ? found.column < best_.column : found.cut < best_.cut;
    if (found.value < best_.value || (breaks_ties_ && found.value == best_.value && best_.column >= 0 && is_before)) best_ = found;
}

void DepthTwoSolver::split(const Piece& piece, const Evaluated* results) {
    const std::int32_t last_rank = subset_->n_values[static_cast<std::size_t>(piece.gap.column())] - 1;
    for (std::size_t i = 0; i <= piece.n_lanes; ++i) {
        const Evaluated& below = i == 0 ? piece.gap.below() : results[i - 1];
        const Evaluated& above = i == piece.n_lanes ? piece.gap.above() : results[i];
        Gap gap(piece.gap.column(), below, above, units_.price);
        gap.raise_ends(last_rank, whole_);
        if (!gap.cuts_within(piece.open).empty()) push(gap);
    }
}

void DepthTwoSolver::write_tree(const TableView& table, Answer& answer) {
    const std::int32_t* ranks = subset_->ranks_of(static_cast<std::size_t>(best_.column));
    sides_.resize(subset_->n_rows);
    for (std::size_t r = 0; r < subset_->n_rows; ++r) sides_[r] = ranks[r] > best_.cut ? 1 : 0;
    write_split(table, answer, 0, {best_.column, best_.cut, best_.cut + 1});
    for (std::uint8_t side = 0; side < 2; ++side) {
        const Stump stump =
            stumps_.best(*subset_, sides_.data(), side, units_.price, question_.min_rows, best_.children[side]);
        assert(question_.max_depth == 1 || stump.value == best_.children[side]);
        answer.targets[2 * side] = stump.targets[0];
        answer.targets[2 * side + 1] = stump.targets[1];
        if (stump.split.column >= 0) write_split(table, answer, 1 + side, stump.split);
    }
}

void DepthTwoSolver::write_split(const TableView& table, Answer& answer, std::size_t node,
                                 const LocalSplit& split) const {
    const auto column = static_cast<std::size_t>(split.column);
    answer.columns[node] = split.column;
    answer.lows[node] = subset_->table_rank(table, column, split.low);
    answer.highs[node] = subset_->table_rank(table, column, split.high);
}

void solve_all(const TableView& table, std::span<const Question> questions, const Settings& settings,
               std::size_t n_threads, const Stop& stop, std::span<Answer> answers) {
    // A thread keeps its solver's working space for several questions.
    const std::size_t a_fair_share = questions.size() / (8 * std::max<std::size_t>(n_threads, 1));
    const std::size_t per_task = std::clamp<std::size_t>(a_fair_share, 1, 64);
    const std::size_t n_tasks = (questions.size() + per_task - 1) / per_task;
    for_each_index(n_tasks, n_threads, [&](std::size_t task) {
        DepthTwoSolver solver(settings);
        const std::size_t end = std::min(questions.size(), (task + 1) * per_task);
        for (std::size_t i = task * per_task; i < end; ++i) answers[i] = solver.solve(table, questions[i], stop);
    });
}

}  // namespace boughs::search
