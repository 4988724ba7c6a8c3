// The root's search in threads: the order in which trials begin and results count is the same for any number of them.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "search/exact_node.hpp"
#include "search/exact_subtree.hpp"

namespace boughs::search {

// A trial begins when the results of all but the last few before it have been applied, in order: what it is does not
// depend on which thread was faster.
class RootSearch {
public:
    // Called by one thread at a time.
    struct Watcher {
        std::function<void(const SplitPlan&)> found;  // a better tree
        std::function<void(std::int64_t)> proven;     // no tree costs less
    };

    RootSearch(const Subset& rows, int depth, NodeSearch& node, Watcher watcher, const Stop& stop)
        : rows_(rows), depth_(depth), node_(node), watcher_(std::move(watcher)), stop_(stop) {}

    // False when stopped. One solver per thread.
    bool run(std::vector<std::unique_ptr<SubtreeSolver>>& solvers);
    // After a stop.
    void close_open_gaps();

private:
    struct Task {
        Trial trial{};
        SubtreeSolver::Outcome outcome;
        SplitPlan plan;  // where the trial's tree is worth it
        bool is_done = false;
    };
    enum class Step { issued, waits, finished };

    void work(SubtreeSolver& solver);
    bool run_task(Task& task, SubtreeSolver& solver);
    Step advance();
    void apply_first();
    [[nodiscard]] std::int64_t bound() const;

    const Subset& rows_;
    int depth_;
    NodeSearch& node_;
    Watcher watcher_;
    const Stop& stop_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::unique_ptr<Task>> pending_;
    bool is_stopped_ = false;
};

}  // namespace boughs::search
