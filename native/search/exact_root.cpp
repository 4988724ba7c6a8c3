// A queue of trials, begun and applied in one order.
#include "search/exact_root.hpp"

#include <algorithm>

#include "table/threads.hpp"

namespace boughs::search {

namespace {

// Trials under way at once: more keep more threads busy, fewer know more when they begin. The same for any number of
// threads, or the course of the search would not be.
constexpr std::size_t most_pending = 8;

}  // namespace

bool RootSearch::run(std::vector<std::unique_ptr<SubtreeSolver>>& solvers) {
    for_each_index(solvers.size(), solvers.size(), [&](std::size_t i) {
        try {
            work(*solvers[i]);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            is_stopped_ = true;
            changed_.notify_all();
            throw;
        }
    });
    return !is_stopped_;
}

void RootSearch::work(SubtreeSolver& solver) {
    std::unique_lock lock(mutex_);
    while (!is_stopped_) {
        const Step step = advance();
        if (step == Step::finished) break;
        if (step == Step::waits) {
            changed_.wait(lock);
            continue;
        }
        Task& task = *pending_.back();
        lock.unlock();
        const bool is_done = !stop_.expired() && run_task(task, solver);
        lock.lock();
        task.is_done = is_done;
        is_stopped_ |= !is_done;
        changed_.notify_all();
    }
    changed_.notify_all();
}

bool RootSearch::run_task(Task& task, SubtreeSolver& solver) {
    if (!solver.evaluate(rows_, depth_, task.trial, task.outcome, stop_)) return false;
    const Evaluated& children = task.outcome.children;
    const bool is_better = task.outcome.is_exact && children.value[0] + children.value[1] < task.trial.worth;
    return !is_better || solver.plan_trial(rows_, depth_, task.trial, children, task.plan, stop_);
}

RootSearch::Step RootSearch::advance() {
    while (true) {
        if (pending_.size() < most_pending) {
            auto task = std::make_unique<Task>();
            if (node_.next(task->trial)) {
                pending_.push_back(std::move(task));
                return Step::issued;
            }
            if (pending_.empty()) return Step::finished;
        }
        if (!pending_.front()->is_done) return Step::waits;
        apply_first();
    }
}

void RootSearch::apply_first() {
    const std::unique_ptr<Task> task = std::move(pending_.front());
    pending_.pop_front();
    const std::int64_t before = node_.best().value;
    node_.apply(task->trial, task->outcome.children, task->outcome.is_exact, std::move(task->outcome.solved));
    if (node_.best().value < before) watcher_.found(task->plan);
    watcher_.proven(bound());
}

std::int64_t RootSearch::bound() const {
    std::int64_t least = std::min(node_.bound(), node_.best().value);
    for (const auto& task : pending_) least = std::min(least, task->trial.gap.bound());
    return least;
}

void RootSearch::close_open_gaps() {
    for (const auto& task : pending_) node_.give_up(task->trial);
    node_.close_open_gaps();
}

}  // namespace boughs::search
