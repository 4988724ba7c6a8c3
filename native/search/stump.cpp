// Walks every column's order once.
#include "search/stump.hpp"

#include <algorithm>

namespace boughs::search {

namespace {

void add_row(const Subset& subset, std::size_t row, std::vector<std::int64_t>& sums) {
    const std::int64_t* costs = subset.costs.data() + row * subset.n_classes;
    for (std::size_t t = 0; t < subset.n_classes; ++t) sums[t] += costs[t];
    sums[subset.n_classes] += subset.input_rows[row];
}

}  // namespace

Stump StumpFinder::best(const Subset& subset, const std::uint8_t* members, std::uint8_t member, std::int64_t price,
                        std::int64_t min_rows, bool leaf_only) {
    members_ = members;
    member_ = member;
    price_ = price;
    min_rows_ = min_rows;
    total_.assign(subset.n_classes + 1, 0);
    right_.resize(subset.n_classes + 1);
    for (std::size_t r = 0; r < subset.n_rows; ++r)
        if (members_[r] == member_) add_row(subset, r, total_);
    const Leaf leaf = best_leaf(total_.data(), subset.n_classes);
    Stump best{leaf_scale * leaf.cost + price, -1, -1, -1, {leaf.target, -1}};
    if (leaf_only) return best;
    for (std::size_t column = 0; column < subset.n_columns && best.value > 2 * price; ++column)
        scan_column(subset, column, best);
    return best;
}

void StumpFinder::scan_column(const Subset& subset, std::size_t column, Stump& best) {
    const std::int32_t* order = subset.order_of(column);
    const std::int32_t* ranks = subset.ranks_of(column);
    left_.assign(subset.n_classes + 1, 0);
    std::int32_t previous = -1;
    for (std::size_t i = 0; i < subset.n_rows; ++i) {
        const auto row = static_cast<std::size_t>(order[i]);
        if (members_[row] != member_) continue;
        if (previous >= 0 && ranks[row] != previous)
            try_cut(subset, static_cast<std::int32_t>(column), previous, ranks[row], best);
        previous = ranks[row];
        add_row(subset, row, left_);
    }
}

void StumpFinder::try_cut(const Subset& subset, std::int32_t column, std::int32_t low, std::int32_t high, Stump& best) {
    for (std::size_t t = 0; t <= subset.n_classes; ++t) right_[t] = total_[t] - left_[t];
    if (std::min(left_[subset.n_classes], right_[subset.n_classes]) < min_rows_) return;
    const Leaf left = best_leaf(left_.data(), subset.n_classes);
    const Leaf right = best_leaf(right_.data(), subset.n_classes);
    const std::int64_t value = leaf_scale * (left.cost + right.cost) + 2 * price_;
    if (value < best.value) best = {value, column, low, high, {left.target, right.target}};
}

}  // namespace boughs::search
