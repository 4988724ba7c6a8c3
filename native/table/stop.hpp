// When a computation has to end: a deadline, or somebody's wish.
#pragma once

#include <atomic>
#include <chrono>
#include <limits>
#include <memory>

namespace boughs {

// Shared by the thread that works and the thread that waits; both may call any member at any time.
// A copy is cancelled with its original.
class Stop {
public:
    explicit Stop(double seconds = std::numeric_limits<double>::infinity())
        : start_(Clock::now()), seconds_(seconds) {}

    void cancel() { cancelled_->store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool cancelled() const { return cancelled_->load(std::memory_order_relaxed); }
    [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    [[nodiscard]] double remaining() const { return seconds_ - elapsed(); }
    // The same stop, but this much earlier: what is left then is for the work that comes after.
    [[nodiscard]] Stop earlier(double seconds) const {
        Stop stop(*this);
        stop.seconds_ -= seconds;
        return stop;
    }
    [[nodiscard]] bool expired() const { return cancelled() || elapsed() >= seconds_; }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_;
    double seconds_;
    std::shared_ptr<std::atomic<bool>> cancelled_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace boughs
