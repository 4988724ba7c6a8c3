// What a running search has found and proven so far; any thread may look at any time.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>

#include "search/exact_tree.hpp"

namespace boughs::search {

// Written by one thread at a time; value and bound only ever get closer, and bound <= value.
class Progress {
public:
    [[nodiscard]] std::int64_t value() const { return value_.load(); }
    [[nodiscard]] std::int64_t bound() const { return bound_.load(); }
    [[nodiscard]] ExactTree tree() const {
        const std::lock_guard lock(mutex_);
        return tree_;
    }

    void start(std::int64_t bound) { bound_.store(bound); }
    bool offer(ExactTree tree) {
        if (tree.value >= value_.load()) return false;
        const std::lock_guard lock(mutex_);
        value_.store(tree.value);
        tree_ = std::move(tree);
        return true;
    }
    void raise_bound(std::int64_t bound) {
        bound_.store(std::max(bound_.load(), std::min(bound, value_.load())));
    }

private:
    mutable std::mutex mutex_;
    std::atomic<std::int64_t> value_{std::numeric_limits<std::int64_t>::max()};
    std::atomic<std::int64_t> bound_{std::numeric_limits<std::int64_t>::min()};
    ExactTree tree_;
};

}  // namespace boughs::search
