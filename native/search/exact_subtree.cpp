// Depth first: a threshold's children are solved as far as they can still matter.
#include "search/exact_subtree.hpp"

#include <algorithm>

#include "search/leaf.hpp"

namespace boughs::search {

SubtreeSolver::SubtreeSolver(const Rules& rules) : rules_(rules), depth_two_(rules.settings) {
    if (rules.min_rows == 1) return;
    Rules relaxed = rules;
    relaxed.min_rows = 1;
    relaxed_ = std::make_unique<SubtreeSolver>(relaxed);
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

std::optional<std::int64_t> SubtreeSolver::least_cost(const Subset& subset, int depth, std::int64_t limit,
                                                      SplitPlan* plan, const Stop& stop) {
    if (plan != nullptr) plan->clear();
    if (limit <= 0) return limit;
    depth = useful_depth(subset, depth, limit);
    if (depth > 2) return search(subset, depth, limit, plan, stop);
    ++counts_.depth_two;
    const Question question{{}, limit, rules_.leaf_price, rules_.min_rows, depth};
    return depth_two_.least_cost(subset, question, stop);
}

std::optional<std::int64_t> SubtreeSolver::search(const Subset& subset, int depth, std::int64_t limit, SplitPlan* plan,
                                                  const Stop& stop) {
    ++counts_.nodes;
    const std::int64_t leaf_value = best_leaf(subset.totals.data(), subset.n_classes).cost + rules_.leaf_price;
    limit = std::min(limit, leaf_value);
    if (limit <= 2 * rules_.leaf_price) return limit;
    const auto shallower = least_cost(subset, depth - 1, limit, plan, stop);
    if (!shallower) return std::nullopt;
    limit = *shallower;
    Level& here = level(depth);
    here.node.start(subset, rules_.leaf_price, rules_.min_rows, limit, limit, rules_.settings, nullptr);
    while (here.node.next(here.trial)) {
        if (stop.expired() || !evaluate(subset, depth, here.trial, here.outcome, stop)) return std::nullopt;
        const std::int64_t before = here.node.best().value;
        here.node.apply(here.trial, here.outcome.children, here.outcome.is_exact);
        if (plan != nullptr && here.node.best().value < before) *plan = here.outcome.plan;
    }
    return here.node.best().value;
}

bool SubtreeSolver::evaluate(const Subset& subset, int depth, const Trial& trial, Outcome& outcome, const Stop& stop) {
    ++counts_.thresholds;
    outcome.children = trial.known;
    outcome.is_exact = false;
    outcome.plan.clear();
    Subset& part = level(depth).part;
    // The heavier child is likelier to close the trial alone.
    const std::uint8_t first = trial.left_is_heavier ? 0 : 1;
    for (const std::uint8_t side : {first, static_cast<std::uint8_t>(1 - first)}) {
        const std::int64_t limit = trial.worth + trial.slack - outcome.children.value[1 - side];
        part.take_part(subset, {trial.column(), trial.rank, side}, subset.rule == Rule::general || rules_.min_rows > 1);
        if (!evaluate_child(part, depth, side, limit, outcome, stop)) return false;
        if (outcome.children.value[side] >= limit) return true;
    }
    outcome.is_exact = true;
    if (outcome.children.value[0] + outcome.children.value[1] < trial.worth)
        outcome.plan.set(0, {trial.column(), trial.rank});
    return true;
}

bool SubtreeSolver::evaluate_child(const Subset& part, int depth, std::uint8_t side, std::int64_t limit,
                                   Outcome& outcome, const Stop& stop) {
    auto& [cut, relaxed, value] = outcome.children;
    if (relaxed_) {
        const auto least = relaxed_->least_cost(part, depth - 1, limit, nullptr, stop);
        if (!least) return false;
        relaxed[side] = std::max(relaxed[side], *least);
        value[side] = std::max(value[side], *least);
        if (*least >= limit) return true;
    }
    SplitPlan& plan = level(depth).plan;
    const auto least = least_cost(part, depth - 1, limit, &plan, stop);
    if (!least) return false;
    value[side] = std::max(value[side], *least);
    if (!relaxed_) relaxed[side] = value[side];
    outcome.plan.graft(side, plan);
    return true;
}

Counts SubtreeSolver::counts() const {
    Counts counts = counts_;
    if (relaxed_) counts += relaxed_->counts();
    return counts;
}

}  // namespace boughs::search
