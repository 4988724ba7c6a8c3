// Where a threshold falls: midway between two values of a node, then among all values of the column.
#include "cart/cut.hpp"

#include <algorithm>
#include <cmath>

namespace boughs::cart {

double midway(double low, double high) {
    const double middle = std::isfinite(high - low) ? low + (high - low) / 2 : low / 2 + high / 2;
    return low <= middle && middle < high ? middle : low;
}

std::int32_t cut_between(std::span<const double> values, std::int32_t low, std::int32_t high) {
    const double threshold = midway(values[static_cast<std::size_t>(low)], values[static_cast<std::size_t>(high)]);
    const auto above = std::upper_bound(values.begin() + low + 1, values.begin() + high, threshold);
    return static_cast<std::int32_t>(above - values.begin()) - 1;
}

}  // namespace boughs::cart
