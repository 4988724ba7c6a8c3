// Weights as whole numbers, so that sums are exact and the same rows weigh the same in whatever order they are added.
#include "cart/whole_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace boughs::cart {

namespace {

constexpr int FIXED_POINT_BITS = 50;
constexpr double EXACT_LIMIT = 9007199254740992.0;  // 2^53

bool are_whole(std::span<const double> weights) {
    const bool whole = std::all_of(weights.begin(), weights.end(), [](double w) { return w == std::rint(w); });
    return whole && std::accumulate(weights.begin(), weights.end(), 0.0) <= EXACT_LIMIT;
}

// The power of two that brings the total below 2^FIXED_POINT_BITS. The largest weight stands for the total, which may overflow.
int fixed_point_exponent(std::span<const double> weights) {
    const double largest = *std::max_element(weights.begin(), weights.end());
    const int bits_of_count = std::ilogb(static_cast<double>(weights.size())) + 1;
    return FIXED_POINT_BITS - bits_of_count - (std::ilogb(largest) + 1);
}

std::int64_t rounded(double weight, int exponent) {
    if (weight == 0) return 0;
    return std::max<std::int64_t>(1, std::llrint(std::ldexp(weight, exponent)));
}

void divide_by_common_factor(std::vector<std::int64_t>& weights) {
    std::int64_t factor = 0;
    for (const auto weight : weights) factor = std::gcd(factor, weight);
    if (factor > 1)
        for (auto& weight : weights) weight /= factor;
}

}  // namespace

WholeWeights whole_weights(std::span<const double> weights) {
    WholeWeights whole{std::vector<std::int64_t>(weights.size(), 0), 0};
    if (std::all_of(weights.begin(), weights.end(), [](double w) { return w == 0; })) return whole;
    const int exponent = are_whole(weights) ? 0 : fixed_point_exponent(weights);
    std::transform(weights.begin(), weights.end(), whole.of_row.begin(), [=](double w) { return rounded(w, exponent); });
    divide_by_common_factor(whole.of_row);
    whole.total = std::accumulate(whole.of_row.begin(), whole.of_row.end(), std::int64_t{0});
    return whole;
}

}  // namespace boughs::cart
