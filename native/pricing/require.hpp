// Refuses input that does not fit together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace boughs::pricing {

inline void require(bool holds, const char* message) {
    if (!holds) throw std::invalid_argument(message);
}

inline void require_input_rows(std::span<const std::int64_t> input_rows, std::size_t n_rows) {
    constexpr std::int64_t most = std::int64_t{1} << 58;
    require(input_rows.size() == n_rows, "input_rows must have one entry a row");
    std::int64_t total = 0;
    for (const std::int64_t count : input_rows) {
        require(count >= 1, "input_rows must be positive");
        require(count <= most - total, "input_rows must total at most 2^58");
        total += count;
    }
}

}  // namespace boughs::pricing
