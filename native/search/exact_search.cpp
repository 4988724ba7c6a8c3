// Deeper and deeper: what one depth found is where the next one starts.
#include "search/exact_search.hpp"

#include <algorithm>
#include <numeric>

#include "search/exact_root.hpp"
#include "search/leaf.hpp"

namespace boughs::search {

namespace {

constexpr std::size_t cache_bytes = std::size_t{1} << 28;

}  // namespace

ExactSearch::ExactSearch(const TableView& table, const Rules& rules, int max_depth, std::size_t n_threads,
                         const Stop& stop)
    : merged_(table, rules.settings.uses(Switch::merged_rows)),
      table_(merged_.view()),
      rules_(rules),
      max_depth_(max_depth),
      n_threads_(n_threads),
      stop_(stop),
      caches_(cache_bytes) {}

void ExactSearch::run(const SplitPlan& incumbent) {
    std::vector<std::int32_t> all(table_.n_rows);
    std::iota(all.begin(), all.end(), 0);
    Subset rows;
    rows.take_costs(table_, all, rules_.settings);
    progress_.start(rows.base + (table_.n_rows > 0 ? rules_.leaf_price : 0));
    offer({}, std::min(max_depth_, 2));
    if (table_.n_rows == 0) return;
    if (max_depth_ <= 2) {
        if (!stop_.expired()) progress_.raise_bound(progress_.value());
        return;
    }
    offer(incumbent, max_depth_);
    for (std::size_t column = 0; column < table_.n_columns; ++column) rows.take_column(table_, column, false);
    for (int depth = 3; depth <= max_depth_ && !stop_.expired() && progress_.bound() < progress_.value(); ++depth)
        run_depth(rows, depth);
}

void ExactSearch::offer(const SplitPlan& plan, int depth) {
    ExactTree tree = TreeWriter(table_, rules_, max_depth_, depth).write(plan, stop_);
    progress_.offer(std::move(tree));
}

void ExactSearch::run_depth(const Subset& rows, int depth) {
    ClosedRanges closed;
    NodeSearch node;
    const std::int64_t limit = progress_.value() - rows.base;
    const bool is_last = depth == max_depth_;
    // The value so far is a shallower tree's, or better.
    node.start(rows, {depth, rules_.leaf_price, rules_.min_rows, limit, limit}, rules_.settings,
               is_last ? &closed : nullptr);
    const RootSearch::Watcher watcher{
        [&](const SplitPlan& plan) { offer(plan, depth); },
        [&](std::int64_t bound) {
            if (is_last) progress_.raise_bound(bound + rows.base);
        }};
    RootSearch root(rows, depth, node, watcher, stop_);
    std::vector<std::unique_ptr<SubtreeSolver>> solvers;
    Caches* caches = rules_.settings.uses(Switch::cache) ? &caches_ : nullptr;
    for (std::size_t i = 0; i < n_threads_; ++i) solvers.push_back(std::make_unique<SubtreeSolver>(rules_, caches));
    const bool is_done = root.run(solvers);
    for (const auto& solver : solvers) counts_ += solver->counts();
    // Deeper trees have more leaves, each with its price.
    const std::int64_t deeper =
        is_last ? std::numeric_limits<std::int64_t>::max() : rows.base + (depth + 2) * rules_.leaf_price;
    // The tree of that value may have been given up by a stop that came while it was written.
    if (is_done) progress_.raise_bound(std::min(node.best().value + rows.base, deeper));
    if (!is_last) return;
    root.close_open_gaps();
    write_certificate(rows.base, closed);
}

void ExactSearch::write_certificate(std::int64_t base, ClosedRanges closed) {
    for (ClosedRange& range : closed)
        if (range.reason != Reason::too_few_rows) range.bound += base;
    std::sort(closed.begin(), closed.end(), [](const ClosedRange& a, const ClosedRange& b) {
        return a.column != b.column ? a.column < b.column : a.first < b.first;
    });
    certificate_ = std::move(closed);
}

}  // namespace boughs::search
