// Sums along every column's order.
#include "search/cut_weights.hpp"

#include <algorithm>

namespace boughs::search {

void CutWeights::start(const Subset& subset, std::int64_t scale, std::int64_t min_rows) {
    subset_ = &subset;
    scale_ = scale;
    min_rows_ = min_rows;
    weights_.resize(subset.n_columns * subset.n_rows);
    allowed_.resize(subset.n_columns);
}

void CutWeights::add_column(std::size_t column) {
    const std::int32_t* order = subset_->order_of(column);
    const std::int32_t* ranks = subset_->ranks_of(column);
    std::int64_t* weights = weights_.data() + column * subset_->n_rows;
    std::int64_t weight = 0;
    for (std::size_t i = 0; i < subset_->n_rows; ++i)
        weights[ranks[order[i]]] = weight += scale_ * subset_->ranges[static_cast<std::size_t>(order[i])];
    allowed_[column] = allowed_cuts(column);
}

Gap::Cuts CutWeights::allowed_cuts(std::size_t column) const {
    if (min_rows_ == 1) return {0, subset_->n_values[column] - 2};
    const std::int32_t* order = subset_->order_of(column);
    const std::int32_t* ranks = subset_->ranks_of(column);
    const std::int64_t input_rows = subset_->totals[subset_->n_classes];
    std::int64_t below = 0;
    Gap::Cuts allowed{subset_->n_values[column], subset_->n_values[column] - 1};
    for (std::size_t i = 0; i < subset_->n_rows; ++i) {
        const std::int32_t rank = ranks[order[i]];
        below += subset_->input_rows[static_cast<std::size_t>(order[i])];
        if (below >= min_rows_) allowed.first = std::min(allowed.first, rank);
        if (input_rows - below < min_rows_) allowed.last = std::min(allowed.last, rank - 1);
    }
    return allowed;
}

}  // namespace boughs::search
