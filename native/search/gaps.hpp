// The thresholds of a column between two evaluated ones, and what those two say about them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace boughs::search {

// A threshold whose children's best trees are known; also the two ends, where one child is empty.
// Index 0 is the left child, 1 the right child. All values are scaled and include the price of leaves.
struct Evaluated {
    std::int32_t cut = 0;
    std::array<std::int64_t, 2> relaxed{};  // the child's optimum without a minimum of rows per leaf, or less
    std::array<std::int64_t, 2> value{};    // the child's optimum, or less

    [[nodiscard]] std::int64_t total() const { return value[0] + value[1]; }
};

// Why the bounds hold. Let opt(S) be the best value of a tree on the rows S, with costs shifted so that each row's
// smallest is 0, a price >= 0 for every leaf with rows, and leaves of at least m input rows (or S is one leaf).
//  (1) If S is not empty, opt(S + X) <= opt(S) + range(X), the sum of the largest costs of the rows X: drop X through
//      the best tree of S; each row costs at most its largest cost, no leaf appears, none gets smaller.
//  (2) Without m, opt(S) <= opt(S + X): drop S through the best tree of S + X; costs only fall, and leaves without
//      rows vanish with their price. With m a leaf may keep too few rows, so (2) holds for the relaxed optimum only,
//      which is never above opt: it is used on `relaxed`, (1) on `value`.
// For a < v < b, left(a) is within left(v) within left(b), and right(b) within right(v) within right(a), so
//   left(v)  >= max(relaxed left(a), left(b) - range(v..b]),
//   right(v) >= max(relaxed right(b), right(a) - range(a..v]).
// Both children of a cut have rows, so that (1) may be used, and each costs a leaf's price at least. At the two
// ends the empty child's optimum is 0.
class Gap {
public:
    Gap(std::int32_t column, const Evaluated& below, const Evaluated& above, std::int64_t price)
        : column_(column), below_(below), above_(above), price_(price), bound_(2 * price) {}

    // Once the best value of a stump or leaf on all rows is known: it is that of the full child at either end.
    void raise_ends(std::int32_t last_rank, std::int64_t whole);

    // weights[v]: scaled range of the rows of rank <= v.
    void bound_by(const std::int64_t* weights);

    // Never forget a bound that holds for more.
    void raise_bound(std::int64_t bound) { bound_ = std::max(bound_, bound); }

    // What is known of a cut of the gap before it is evaluated.
    [[nodiscard]] Evaluated at(std::int32_t cut, const std::int64_t* weights) const;

    struct Cuts {
        std::int32_t first, last;
        [[nodiscard]] bool empty() const { return first > last; }
        [[nodiscard]] std::int32_t size() const { return last - first + 1; }
    };
    // Of these cuts of the gap, those that may be better than the cutoff.
    [[nodiscard]] Cuts open_cuts(Cuts cuts, const std::int64_t* weights, std::int64_t cutoff) const;

    [[nodiscard]] std::int32_t column() const { return column_; }
    [[nodiscard]] const Evaluated& below() const { return below_; }
    [[nodiscard]] const Evaluated& above() const { return above_; }
    [[nodiscard]] std::int64_t bound() const { return bound_; }

private:
    [[nodiscard]] std::int64_t least_left() const;
    [[nodiscard]] std::int64_t least_right() const;

    std::int32_t column_;
    Evaluated below_, above_;
    std::int64_t price_;
    std::int64_t bound_;
};

}  // namespace boughs::search
