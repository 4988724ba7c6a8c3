// Walks every column's order once.
#include "search/stump.hpp"

#include <algorithm>

namespace boughs::search {

namespace {

template <class Sums>
void add_row(const Subset& subset, std::size_t row, Sums& sums) {
    const std::size_t n_classes = sums.size() - 1;
    const std::int64_t* costs = subset.costs.data() + row * n_classes;
    for (std::size_t t = 0; t < n_classes; ++t) sums[t] += costs[t];
    sums[n_classes] += subset.input_rows[row];
}

template <class Sums>
Sums rest_of(const Sums& total, const Sums& part) {
    Sums rest = total;
    for (std::size_t t = 0; t < rest.size(); ++t) rest[t] -= part[t];
    return rest;
}

}  // namespace

Stump StumpFinder::best(const Subset& subset, const std::uint8_t* members, std::uint8_t member, std::int64_t price,
                        std::int64_t min_rows, std::int64_t enough) {
    members_ = members;
    member_ = member;
    price_ = price;
    min_rows_ = min_rows;
    enough_ = std::max(enough, 2 * price);
    total_.assign(subset.n_classes + 1, 0);
    for (std::size_t r = 0; r < subset.n_rows; ++r)
        if (members_[r] == member_) add_row(subset, r, total_);
    const Leaf leaf = best_leaf(total_.data(), subset.n_classes);
    Stump best{leaf_scale * leaf.cost + price, {}, {leaf.target, -1}};
    if (subset.n_classes == 2)
        scan_columns(subset, std::array{total_[0], total_[1], total_[2]}, best);
    else
        scan_columns(subset, total_, best);
    return best;
}

template <class Sums>
void StumpFinder::scan_columns(const Subset& subset, const Sums& total, Stump& best) {
    const Sums none = rest_of(total, total);
    kept_.resize(subset.n_rows + 1);
    for (std::size_t column = 0; column < subset.n_columns && best.value > enough_; ++column) {
        keep_members(subset, column);
        scan_column(subset, column, total, none, best);
    }
}

void StumpFinder::keep_members(const Subset& subset, std::size_t column) {
    const Entry* entries = subset.entries_of(column);
    n_kept_ = 0;
    for (std::size_t i = 0; i < subset.n_rows; ++i) {
        kept_[n_kept_] = entries[i];
        n_kept_ += members_[entries[i].row] == member_ ? 1 : 0;
    }
}

template <class Sums>
void StumpFinder::scan_column(const Subset& subset, std::size_t column, const Sums& total, Sums left,
                              Stump& best) const {
    const std::size_t n_classes = total.size() - 1;
    for (std::size_t i = 0; i + 1 < n_kept_; ++i) {
        add_row(subset, static_cast<std::size_t>(kept_[i].row), left);
        const std::int32_t low = kept_[i].rank;
        const std::int32_t high = kept_[i + 1].rank;
        if (low == high) continue;
        const Sums right = rest_of(total, left);
        if (std::min(left[n_classes], right[n_classes]) < min_rows_) continue;
        const Leaf left_leaf = best_leaf(left.data(), n_classes);
        const Leaf right_leaf = best_leaf(right.data(), n_classes);
        const std::int64_t value = leaf_scale * (left_leaf.cost + right_leaf.cost) + 2 * price_;
        if (value >= best.value) continue;
        best = {value, {static_cast<std::int32_t>(column), low, high}, {left_leaf.target, right_leaf.target}};
        if (value <= enough_) return;
    }
}

}  // namespace boughs::search
