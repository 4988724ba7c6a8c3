// The search: evaluate thresholds in lanes, bound what lies between them, stop when no gap is left.
#include "search/depth_two.hpp"

#include <algorithm>
#include <cassert>

#include "search/ascending.hpp"
#include "search/check.hpp"
#include "search/leaf.hpp"
#include "table/threads.hpp"

namespace boughs::search {

namespace {

// Fewer rows take less time than the clock.
constexpr std::size_t rows_worth_a_look = 4096;
// After so many batches the best tree is nearly known, and what is open has to be closed anyhow.
constexpr std::size_t n_guided_batches = 6;

}  // namespace

Answer DepthTwoSolver::solve(const TableView& table, const Question& question, const Stop& stop) {
    Answer answer;
    answer.value = question.rows.empty() ? std::min<std::int64_t>(0, question.limit) : question.limit;
    answer.status = question.rows.empty() && question.limit > 0 ? Status::exact : Status::at_least_limit;
    if (question.rows.empty()) return answer;
    question_ = question;
    units_ = cost_then_leaves(question.leaf_price);
    breaks_ties_ = true;
    own_subset_.take_costs(table, question.rows, settings_);
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
    if (best_.column >= 0) write_tree(answer);
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
    cuts_.start(*subset_, units_.scale, question_.min_rows);
}

void DepthTwoSolver::add_column(std::size_t column) {
    cuts_.add_column(column);
    sweeper_.add_column(*subset_, cuts_, column);
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
        if (subset.n_rows > rows_worth_a_look && stop.expired()) return std::nullopt;
        add_column(column);
    }
    const bool is_done = question.max_depth == 1 ? search_stump_costs(stop) : search(stop);
    return is_done ? std::optional(best_.value) : std::nullopt;
}

// All rows as the left child of one lane.
bool DepthTwoSolver::search_stump_costs(const Stop& stop) {
    lanes_.assign(1, {subset_->table_ranks_of(0), subset_->largest_rank});
    results_.assign(1, {});
    if (!sweeper_.sweep(lanes_, best_.value + units_.price, stop, results_)) return false;
    best_.value = std::min(best_.value, results_[0].value[0]);
    return true;
}

bool DepthTwoSolver::search(const Stop& stop) {
    if (question_.max_depth == 1) return search_stumps();
    whole_ = 0;
    n_batches_ = 0;
    turn_ = {-1, -1};
    open_.clear();
    for (std::size_t column = 0; column < subset_->n_columns; ++column) {
        const Gap gap(static_cast<std::int32_t>(column), {-1, {}, {}}, {cuts_.n_values(column) - 1, {}, {}},
                      units_.price);
        keep_if_open(gap, cuts_.allowed(gap.column()));
    }
    while (!open_.empty()) {
        if (stop.expired()) return false;
        const bool needs_whole = whole_ == 0 && settings_.uses(Switch::ends);
        const std::size_t n_lanes = sweeper_.n_lanes() - (needs_whole ? 1 : 0);
        choose_gaps(n_lanes);
        share_lanes(n_lanes);
        if (!evaluate(needs_whole, stop)) return false;
        if (!breaks_ties_ && best_.value <= question_.floor) return true;
    }
    return true;
}

bool DepthTwoSolver::search_stumps() {
    sides_.assign(subset_->n_rows, 0);
    const Stump stump = stumps_.best(*subset_, sides_.data(), 0, units_.price, question_.min_rows, 0);
    if (stump.split.column < 0 || stump.value >= best_.value) return true;
    constexpr std::int64_t any_leaf = std::numeric_limits<std::int64_t>::max();
    best_ = {stump.value, stump.split.column, stump.split.low, {any_leaf, any_leaf}};
    stump_ = stump.split;
    return true;
}

// A gap before the incumbent's root may still hold a tree of the same value, which would be preferred.
std::int64_t DepthTwoSolver::cutoff(std::int32_t column, std::int32_t below) const {
    const bool is_before = column != best_.column ? column < best_.column : below < best_.cut;
    return best_.value + (breaks_ties_ && is_before ? 1 : 0);
}

void DepthTwoSolver::keep_if_open(Gap gap, Gap::Cuts within) {
    gap.raise_ends(cuts_.n_values(static_cast<std::size_t>(gap.column())) - 1, whole_);
    const std::int64_t worth = cutoff(gap.column(), gap.below().cut);
    const std::int64_t* weights = cuts_.weights(gap.column());
    if (settings_.uses(Switch::intervals)) {
        gap.bound_by(weights);
        if (gap.bound() >= worth) return;
        within = gap.open_cuts(within, weights, worth);
    } else if (gap.bound() >= worth) {
        return;
    }
    if (!within.empty()) open_.push_back({gap, within});
}

// Those of the open gaps that get lanes, in their order.
void DepthTwoSolver::choose_gaps(std::size_t n_lanes) {
    rest_.clear();
    chosen_.clear();
    if (open_.size() <= n_lanes)
        chosen_.swap(open_);
    else if (n_batches_++ < n_guided_batches)
        choose_most_promising(n_lanes);
    else
        choose_next(n_lanes);
    open_.clear();
}

void DepthTwoSolver::choose_most_promising(std::size_t n_lanes) {
    bounds_.clear();
    for (const OpenGap& open : open_) bounds_.push_back(open.gap.bound());
    std::nth_element(bounds_.begin(), bounds_.begin() + static_cast<std::ptrdiff_t>(n_lanes - 1), bounds_.end());
    const std::int64_t worst = bounds_[n_lanes - 1];
    auto n_equal = static_cast<std::ptrdiff_t>(n_lanes) -
                   std::count_if(bounds_.begin(), bounds_.end(), [&](std::int64_t bound) { return bound < worst; });
    for (const OpenGap& open : open_) {
        const bool is_chosen = open.gap.bound() < worst || (open.gap.bound() == worst && n_equal-- > 0);
        (is_chosen ? chosen_ : rest_).push_back(open);
    }
}

// Round after round over the columns: the fewer columns share a batch, the sooner it is prepared.
void DepthTwoSolver::choose_next(std::size_t n_lanes) {
    const auto is_behind = [&](const OpenGap& open) {
        return std::pair(open.gap.column(), open.gap.below().cut) > turn_;
    };
    auto first = std::find_if(open_.begin(), open_.end(), is_behind);
    if (first == open_.end()) first = open_.begin();
    const auto last = first + std::min(static_cast<std::ptrdiff_t>(n_lanes), open_.end() - first);
    rest_.insert(rest_.end(), open_.begin(), first);
    rest_.insert(rest_.end(), last, open_.end());
    chosen_.insert(chosen_.end(), first, last);
    turn_ = {chosen_.back().gap.column(), chosen_.back().gap.above().cut - 1};
}

// As evenly as the gaps have room for.
void DepthTwoSolver::share_lanes(std::size_t n_lanes) {
    std::size_t n_given = 0;
    for (OpenGap& open : chosen_) {
        open.n_lanes = std::min(n_lanes / chosen_.size(), static_cast<std::size_t>(open.open.size()));
        n_given += open.n_lanes;
    }
    for (bool is_given = true; is_given && n_given < n_lanes;) {
        is_given = false;
        for (OpenGap& open : chosen_) {
            if (n_given == n_lanes || open.n_lanes == static_cast<std::size_t>(open.open.size())) continue;
            ++open.n_lanes;
            ++n_given;
            is_given = true;
        }
    }
}

// Thresholds that part the open rows' weight evenly.
void DepthTwoSolver::add_lanes(const OpenGap& open) {
    const std::int32_t column = open.gap.column();
    const std::int64_t* weights = cuts_.weights(column);
    const std::int32_t* ranks = subset_->table_ranks_of(static_cast<std::size_t>(column));
    const auto [first, last] = open.open;
    const std::int64_t low = first > 0 ? weights[first - 1] : 0;
    const std::int64_t step = (weights[last + 1] - low) / static_cast<std::int64_t>(open.n_lanes + 1);
    std::int32_t previous = first - 1;
    std::int64_t aim = low;
    for (auto left = static_cast<std::int32_t>(open.n_lanes); left > 0; --left) {
        aim += step;
        const auto n_behind = static_cast<std::size_t>(last - previous - 1);
        const auto nearest = static_cast<std::int32_t>(first_at_least(weights + previous + 1, n_behind, aim));
        previous = std::min(previous + 1 + nearest, last + 1 - left);
        lanes_.push_back({ranks, cuts_.rank(column, previous)});
        results_.push_back({previous, {}, {}});
    }
}

bool DepthTwoSolver::evaluate(bool needs_whole, const Stop& stop) {
    lanes_.clear();
    results_.clear();
    if (needs_whole) {
        lanes_.push_back({subset_->table_ranks_of(0), subset_->largest_rank});
        results_.push_back({});
    }
    for (const OpenGap& open : chosen_) add_lanes(open);
    if (!sweeper_.sweep(lanes_, best_.value + 1, stop, results_)) return false;
    const Evaluated* result = results_.data();
    if (needs_whole) note_whole((result++)->value[0]);
    const Evaluated* const first = result;
    for (const OpenGap& open : chosen_)
        for (std::size_t i = 0; i < open.n_lanes; ++i) note(open.gap.column(), *result++);
    // What was not chosen keeps its place among what the others leave.
    auto waiting = rest_.begin();
    const auto is_before = [](const OpenGap& a, const OpenGap& b) {
        return a.gap.column() != b.gap.column() ? a.gap.column() < b.gap.column()
                                                : a.gap.below().cut < b.gap.below().cut;
    };
    result = first;
    for (const OpenGap& open : chosen_) {
        for (; waiting != rest_.end() && is_before(*waiting, open); ++waiting) keep_if_open(waiting->gap, waiting->open);
        split(open, result);
        result += open.n_lanes;
    }
    for (; waiting != rest_.end(); ++waiting) keep_if_open(waiting->gap, waiting->open);
    return true;
}

// With a minimum of rows the value may be a lower bound only.
void DepthTwoSolver::note_whole(std::int64_t value) {
    whole_ = value;
    if (!breaks_ties_ && question_.min_rows == 1) best_.value = std::min(best_.value, value);
}

void DepthTwoSolver::note(std::int32_t column, const Evaluated& result) {
    const Incumbent found{result.value[0] + result.value[1], column, result.cut, result.value};
    if (found.value < best_.value) best_ = found;
    if (!breaks_ties_ || found.value > best_.value || best_.column < 0) return;
    const bool is_before = found.column != best_.column ? found.column < best_.column : found.cut < best_.cut;
    if (is_before) best_ = found;
}

void DepthTwoSolver::split(const OpenGap& open, const Evaluated* results) {
    for (std::size_t i = 0; i <= open.n_lanes; ++i) {
        const Evaluated& below = i == 0 ? open.gap.below() : results[i - 1];
        const Evaluated& above = i == open.n_lanes ? open.gap.above() : results[i];
        const Gap::Cuts within{std::max(open.open.first, below.cut + 1), std::min(open.open.last, above.cut - 1)};
        if (!within.empty()) keep_if_open(Gap(open.gap.column(), below, above, units_.price), within);
    }
}

TableSplit DepthTwoSolver::root_split() const {
    if (question_.max_depth == 1) return stump_;
    return {best_.column, cuts_.rank(best_.column, best_.cut), cuts_.rank(best_.column, best_.cut + 1)};
}

void DepthTwoSolver::write_tree(Answer& answer) {
    const auto write_split = [&](std::size_t node, const TableSplit& split) {
        answer.columns[node] = split.column;
        answer.lows[node] = split.low;
        answer.highs[node] = split.high;
    };
    const TableSplit root = root_split();
    write_split(0, root);
    const std::int32_t* ranks = subset_->table_ranks_of(static_cast<std::size_t>(root.column));
    sides_.resize(subset_->n_rows);
    for (std::size_t r = 0; r < subset_->n_rows; ++r) sides_[r] = ranks[subset_->table_rows[r]] > root.low ? 1 : 0;
    for (std::uint8_t side = 0; side < 2; ++side) {
        const Stump stump =
            stumps_.best(*subset_, sides_.data(), side, units_.price, question_.min_rows, best_.children[side]);
        assert(question_.max_depth == 1 || stump.value == best_.children[side]);
        answer.targets[2 * side] = stump.targets[0];
        answer.targets[2 * side + 1] = stump.targets[1];
        if (stump.split.column >= 0) write_split(1 + side, stump.split);
    }
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
