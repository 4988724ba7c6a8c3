// What a leaf costs: the only place that says so. The sweeps hold its vector forms and are compared with it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace boughs::search {

struct Leaf {
    std::int64_t cost;
    std::int32_t target;
};

// sums: what the leaf's rows cost in each class. The first of equal classes is taken.
inline Leaf best_leaf(const std::int64_t* sums, std::size_t n_classes) {
    Leaf leaf{sums[0], 0};
    for (std::size_t t = 1; t < n_classes; ++t)
        if (sums[t] < leaf.cost) leaf = {sums[t], static_cast<std::int32_t>(t)};
    return leaf;
}

// What values are counted in. To prefer fewer leaves among trees of equal cost, cost and number of leaves go into one
// number: a tree of depth two has at most four leaves, so that four times the cost leaves room for their number, and a
// price of 0 becomes a price of 1.
struct Units {
    std::int64_t scale;
    std::int64_t price;  // of a leaf, scaled
};

inline constexpr std::int64_t leaf_scale = 4;

inline constexpr Units cost_then_leaves(std::int64_t leaf_price) { return {leaf_scale, leaf_scale * leaf_price + 1}; }
inline constexpr Units cost_alone(std::int64_t leaf_price) { return {1, leaf_price}; }

}  // namespace boughs::search
