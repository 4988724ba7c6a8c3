// Runs independent tasks on a few threads; the order in which they run never shows in what they compute.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace boughs {

// Calls task(i) for every i < count. Each thread takes the next index; the first exception is thrown here, after all have ended.
template <class Task>
void for_each_index(std::size_t count, std::size_t n_threads, const Task& task) {
    std::atomic<std::size_t> next{0};
    const auto work = [&](std::exception_ptr& failure) {
        try {
            for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) task(i);
        } catch (...) {
            failure = std::current_exception();
            next.store(count);
        }
    };
    n_threads = std::max<std::size_t>(1, std::min(n_threads, count));
    std::vector<std::exception_ptr> failures(n_threads);
    {
        std::vector<std::jthread> threads;
        for (std::size_t t = 1; t < n_threads; ++t) threads.emplace_back([&, t] { work(failures[t]); });
        work(failures[0]);
    }
    for (const auto& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

}  // namespace boughs
