// Binary search without branches: where it goes cannot be predicted, and the arrays are small.
#pragma once

#include <cstddef>
#include <cstdint>

namespace boughs::search {

// The first of n ascending numbers that is at least `least` (n if none).
inline std::size_t first_at_least(const std::int64_t* numbers, std::size_t n, std::int64_t least) {
    const std::int64_t* begin = numbers;
    while (n > 1) {
        const std::size_t half = n / 2;
        begin += begin[half - 1] < least ? half : 0;
        n -= half;
    }
    return static_cast<std::size_t>(begin - numbers) + (n == 1 && *begin < least ? 1 : 0);
}

}  // namespace boughs::search
