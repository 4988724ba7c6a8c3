// How good a split is, as a fraction; the larger, the lower the weighted Gini impurity of the two sides.
#pragma once

#include <compare>
#include <cstdint>

namespace boughs::cart {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

// Compared exactly: splits of equal gain are equal, whatever their columns and sizes.
struct ExactQuality {
    Uint128 numerator;
    std::uint64_t denominator;
};

// Compared in floating point: equal for equal partitions and for mirrored ones, which have the same numbers.
struct RoundedQuality {
    double numerator;
    double denominator;
};

namespace detail {

struct Product {
    Uint128 high;
    std::uint64_t low;
    friend auto operator<=>(const Product&, const Product&) = default;
};

inline Product product(Uint128 a, std::uint64_t b) {
    const Uint128 low = static_cast<Uint128>(static_cast<std::uint64_t>(a)) * b;
    return {(a >> 64) * b + (low >> 64), static_cast<std::uint64_t>(low)};
}

}  // namespace detail

inline std::strong_ordering compare(const ExactQuality& a, const ExactQuality& b) {
    return detail::product(a.numerator, b.denominator) <=> detail::product(b.numerator, a.denominator);
}

inline std::partial_ordering compare(const RoundedQuality& a, const RoundedQuality& b) {
    return a.numerator * b.denominator <=> b.numerator * a.denominator;
}

}  // namespace boughs::cart
