// Weights as whole numbers, so that sums are exact and the same rows weigh the same in whatever order they are added.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace boughs::cart {

struct WholeWeights {
    std::vector<std::int64_t> of_row;
    std::int64_t total;  // at most 2^53
};

// Whole weights stay in proportion exactly; others are rounded at the 50th binary digit of their total, but never to 0.
[[nodiscard]] WholeWeights whole_weights(std::span<const double> weights);

}  // namespace boughs::cart
