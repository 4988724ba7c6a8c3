// What solved cuts of a column say about its other cuts: a subtree never loses less when it gets more rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "pricing/tree_problem.hpp"

namespace boughs::pricing {

// Lower bounds on the children's losses for the cuts of one column. With a least number of rows in a leaf more rows can
// mean less loss, so nothing is inherited then.
class IntervalBounds {
public:
    // most_left[i]: the potential of the cells left of cut i; leaves: what a child's subtree can pay for leaves in all.
    IntervalBounds(std::vector<std::int64_t> most_left, std::int64_t leaves, bool inherits)
        : most_left_(std::move(most_left)),
          leaves_(leaves),
          inherits_(inherits),
          left_(most_left_.size(), Loss{0, 0}),
          right_(left_) {}

    void learn_left(std::size_t cut, Loss loss) { left_[cut] = std::max(left_[cut], loss); }
    void learn_right(std::size_t cut, Loss loss) { right_[cut] = std::max(right_[cut], loss); }

    [[nodiscard]] Loss left(std::size_t cut) const {
        return inherits_ ? std::max(from_subsets(left_, 0, cut + 1), from_supersets(left_, cut + 1, left_.size(), cut))
                         : left_[cut];
    }
    [[nodiscard]] Loss right(std::size_t cut) const {
        return inherits_ ? std::max(from_subsets(right_, cut, right_.size()), from_supersets(right_, 0, cut, cut))
                         : right_[cut];
    }

private:
    static Loss from_subsets(const std::vector<Loss>& losses, std::size_t first, std::size_t last) {
        return *std::max_element(losses.begin() + static_cast<std::ptrdiff_t>(first),
                                 losses.begin() + static_cast<std::ptrdiff_t>(last));
    }

    // The best subtree for the rows here, given the rows between as well, loses at most their potential and new leaves'
    // prices.
    [[nodiscard]] Loss from_supersets(const std::vector<Loss>& losses, std::size_t first, std::size_t last,
                                      std::size_t cut) const {
        Loss best{0, 0};
        for (std::size_t i = first; i < last; ++i)
            best = std::max(best, losses[i] - Loss{std::abs(most_left_[i] - most_left_[cut]) + leaves_, 0});
        return best;
    }

    std::vector<std::int64_t> most_left_;
    std::int64_t leaves_;
    bool inherits_;
    std::vector<Loss> left_;
    std::vector<Loss> right_;
};

}  // namespace boughs::pricing
