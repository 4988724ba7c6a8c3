// Depth first: a threshold's children are solved as far as they can still matter.
#include "search/exact_subtree.hpp"

#include <algorithm>

#include "search/leaf.hpp"

namespace boughs::search {

SubtreeSolver::SubtreeSolver(const Rules& rules, Caches* caches, bool is_relaxed)
    : rules_(rules), depth_two_(rules.settings) {
    if (caches != nullptr) cache_ = is_relaxed ? &caches->relaxed : &caches->solved;
    if (rules.min_rows == 1) return;
    Rules relaxed = rules;
    relaxed.min_rows = 1;
    relaxed_.reset(new SubtreeSolver(relaxed, caches, true));
}

SubtreeSolver::Level& SubtreeSolver::level(int depth) {
    const auto index = static_cast<std::size_t>(depth);
    while (levels_.size() <= index) levels_.push_back(std::make_unique<Level>());
    return *levels_[index];
}

// A tree of k leaves costs at least k prices, so that one below the limit has k <= (limit - 1) / price leaves, and
// no more than k - 1 levels.
int SubtreeSolver::useful_depth(const Subset& subset, int depth, std::int64_t limit) const {
    if (rules_.leaf_price == 0 || !rules_.settings.uses(Switch::price_depth)) return depth;
    const std::int64_t leaf_value = best_leaf(subset.totals.data(), subset.n_classes).cost + rules_.leaf_price;
    const std::int64_t most_leaves = (std::min(limit, leaf_value) - 1) / rules_.leaf_price;
    return static_cast<int>(std::clamp<std::int64_t>(most_leaves - 1, 0, depth));
}

std::optional<std::int64_t> SubtreeSolver::least_cost(Subset& subset, int depth, Range range,
                                                      const Heritage& heritage,
                                                      std::shared_ptr<const KnownCuts>* known, const Stop& stop) {
    const std::int64_t limit = range.limit;
    if (limit <= 0) return limit;
    depth = useful_depth(subset, depth, limit);
    if (cache_ == nullptr || depth < 2) return solve(subset, depth, range, heritage, known, stop);
    RowSet& rows = level(depth).row_set;
    rows.take(subset);
    if (const auto found = cache_->find(rows, depth, limit)) return found;
    const auto value = solve(subset, depth, range, heritage, known, stop);
    if (value) cache_->store(rows, depth, limit, *value);
    return value;
}

std::optional<std::int64_t> SubtreeSolver::solve(Subset& subset, int depth, Range range,
                                                 const Heritage& heritage, std::shared_ptr<const KnownCuts>* known,
                                                 const Stop& stop) {
    subset.take_columns();
    if (depth > 2) {
        Heritage useful = heritage;
        useful.drop_below(depth);
        return search(subset, depth, range, useful, known, stop);
    }
    ++counts_.depth_two;
    return depth_two_.least_cost(subset, {{}, range.limit, rules_.leaf_price, rules_.min_rows, depth, range.floor}, stop);
}

std::optional<std::int64_t> SubtreeSolver::search(Subset& subset, int depth, Range range,
                                                  const Heritage& heritage, std::shared_ptr<const KnownCuts>* known,
                                                  const Stop& stop) {
    subset.take_columns();
    ++counts_.nodes;
    Level& here = level(depth);
    const std::int64_t leaf_value = best_leaf(subset.totals.data(), subset.n_classes).cost + rules_.leaf_price;
    range.limit = std::min(range.limit, leaf_value);
    std::shared_ptr<const KnownCuts> of_shallower;
    const auto shallower = least_cost(subset, depth - 1, range, heritage, &of_shallower, stop);
    if (!shallower) return std::nullopt;
    here.node.start(subset, {depth, rules_.leaf_price, rules_.min_rows, *shallower, *shallower, heritage, of_shallower},
                    rules_.settings, nullptr);
    while (here.node.best().value > range.floor && here.node.next(here.trial)) {
        if (stop.expired() || !evaluate(subset, depth, here.trial, here.outcome, stop)) return std::nullopt;
        here.node.apply(here.trial, here.outcome.children, here.outcome.is_exact, std::move(here.outcome.solved));
    }
    if (known != nullptr) *known = here.node.take_known();
    return here.node.best().value;
}

bool SubtreeSolver::evaluate(const Subset& subset, int depth, const Trial& trial, Outcome& outcome, const Stop& stop) {
    ++counts_.thresholds;
    outcome.children = trial.known;
    outcome.is_exact = false;
    outcome.solved = {};
    Subset& part = level(depth).part;
    // The heavier child is likelier to close the trial alone.
    const std::uint8_t first = trial.left_is_heavier ? 0 : 1;
    for (const std::uint8_t side : {first, static_cast<std::uint8_t>(1 - first)}) {
        const std::int64_t limit = trial.worth + trial.slack - outcome.children.value[1 - side];
        part.take_part(subset, {trial.column(), trial.rank, side}, needs_costs(subset));
        if (!evaluate_child(part, depth, trial, side, limit, outcome, stop)) return false;
        if (outcome.children.value[side] >= limit) return true;
    }
    outcome.is_exact = true;
    return true;
}

bool SubtreeSolver::evaluate_child(Subset& part, int depth, const Trial& trial, std::uint8_t side,
                                   std::int64_t limit, Outcome& outcome, const Stop& stop) {
    auto& [cut, relaxed, value] = outcome.children;
    if (relaxed_) {
        const auto least = relaxed_->least_cost(part, depth - 1, limit, stop);
        if (!least) return false;
        relaxed[side] = std::max(relaxed[side], *least);
        value[side] = std::max(value[side], *least);
        if (*least >= limit) return true;
    }
    const Range range{limit, relaxed_ ? relaxed[side] : no_floor};
    const auto least = least_cost(part, depth - 1, range, trial.heritage[side], &outcome.solved[side], stop);
    if (!least) return false;
    value[side] = std::max(value[side], *least);
    if (!relaxed_) relaxed[side] = value[side];
    return true;
}

bool SubtreeSolver::plan_trial(const Subset& subset, int depth, const Trial& trial, const Evaluated& children,
                               SplitPlan& plan, const Stop& stop) {
    plan.clear();
    return plan_children(subset, depth, {trial.column(), trial.rank}, children.value, 0, plan, stop);
}

bool SubtreeSolver::plan_children(const Subset& subset, int depth, PlannedSplit split,
                                  const std::array<std::int64_t, 2>& values, std::size_t node, SplitPlan& plan,
                                  const Stop& stop) {
    plan.set(node, split);
    if (depth == 3) return true;
    for (std::uint8_t side = 0; side < 2; ++side) {
        Subset part;
        part.take_part(subset, {split.column, split.cut, side}, needs_costs(subset));
        if (!plan_node(part, depth - 1, values[side], 2 * node + 1 + side, plan, stop)) return false;
    }
    return true;
}

// The search is made again, with a limit that follows from the rows alone: what it finds first does not depend on what
// was solved before.
bool SubtreeSolver::plan_node(Subset& subset, int depth, std::int64_t value, std::size_t node, SplitPlan& plan,
                              const Stop& stop) {
    if (depth <= 2) return true;
    if (!search(subset, depth, {value + 1, value}, {}, nullptr, stop)) return false;
    const NodeSearch& found = level(depth).node;
    if (found.best().column < 0) return plan_node(subset, depth - 1, value, node, plan, stop);
    const PlannedSplit split{found.best().column, found.rank_of_best()};
    Subset left;
    left.take_part(subset, {split.column, split.cut, 0}, needs_costs(subset));
    const auto of_left = least_cost(left, depth - 1, value + 1, stop);
    if (!of_left) return false;
    return plan_children(subset, depth, split, {*of_left, value - *of_left}, node, plan, stop);
}

Counts SubtreeSolver::counts() const {
    Counts counts = counts_;
    if (relaxed_) counts += relaxed_->counts();
    return counts;
}

}  // namespace boughs::search
