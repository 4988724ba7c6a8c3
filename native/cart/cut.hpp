// Where a threshold falls: midway between two values of a node, then among all values of the column.
#pragma once

#include <cstdint>
#include <span>

namespace boughs::cart {

// A threshold t with low <= t < high, in the middle where a float lies there; the rule of boughs.model.column.midway.
[[nodiscard]] double midway(double low, double high);

// The last of `values` that is not above the midway of values[low] and values[high]; in low .. high - 1.
[[nodiscard]] std::int32_t cut_between(std::span<const double> values, std::int32_t low, std::int32_t high);

}  // namespace boughs::cart
