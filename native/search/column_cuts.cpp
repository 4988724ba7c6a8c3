// One walk along a column's order.
#include "search/column_cuts.hpp"

#include <algorithm>

namespace boughs::search {

void ColumnCuts::start(const Subset& subset, std::int64_t scale, std::int64_t min_rows) {
    subset_ = &subset;
    scale_ = scale;
    min_rows_ = min_rows;
    const std::size_t n_cells = subset.n_columns * subset.n_rows;
    if (values_.size() < n_cells) {
        values_.resize(n_cells);
        weights_.resize(n_cells);
        sums_.resize(subset.rule == Rule::two_class ? n_cells : 0);
    }
    n_values_.resize(subset.n_columns);
    allowed_.resize(subset.n_columns);
}

void ColumnCuts::add_column(std::size_t column) {
    if (subset_->rule == Rule::two_class)
        scan<true>(column);
    else
        scan<false>(column);
    allowed_[column] = allowed_cuts(column);
}

// Writes where it stands and moves on by a condition: what the next row will be cannot be predicted.
template <bool sums_up>
void ColumnCuts::scan(std::size_t column) {
    const Entry* entries = subset_->entries_of(column);
    const std::int64_t* const row_weights = subset_->weights.data();
    const std::int64_t* const ranges = subset_->ranges.data();
    const std::int32_t* const kinds = subset_->kinds.data();
    Value* values = values_.data() + column * subset_->n_rows;
    std::int64_t* weights = weights_.data() + column * subset_->n_rows;
    std::int64_t* sums = sums_up ? sums_.data() + column * subset_->n_rows : nullptr;
    static_assert(mixed == -1, "any kind | -1 is mixed");
    std::int64_t weight = 0, sum = 0;
    std::int32_t rank = -1, kind = mixed;
    std::ptrdiff_t v = -1;
    const auto n_rows = static_cast<std::int32_t>(subset_->n_rows);
    for (std::int32_t i = 0; i < n_rows; ++i) {
        const auto row = static_cast<std::size_t>(entries[i].row);
        const bool is_new = entries[i].rank != rank;
        const std::int32_t kind_here = kinds[row];
        rank = entries[i].rank;
        v += is_new ? 1 : 0;
        kind = kind_here | -static_cast<std::int32_t>(!is_new & (kind != kind_here));
        values[v] = {rank, i + 1, kind};
        weights[v] = weight += scale_ * ranges[row];
        if constexpr (sums_up) sums[v] = sum += row_weights[row];
    }
    n_values_[column] = static_cast<std::int32_t>(v) + 1;
}

Gap::Cuts ColumnCuts::allowed_cuts(std::size_t column) const {
    const std::int32_t last_rank = n_values_[column] - 1;
    if (min_rows_ == 1) return {0, last_rank - 1};
    const Entry* entries = subset_->entries_of(column);
    const std::int64_t input_rows = subset_->totals[subset_->n_classes];
    std::int64_t below = 0;
    std::int32_t row = 0;
    Gap::Cuts allowed{last_rank + 1, last_rank};
    for (std::int32_t v = 0; v <= last_rank; ++v) {
        for (; row < values(column)[v].end; ++row)
            below += subset_->input_rows[static_cast<std::size_t>(entries[row].row)];
        if (below >= min_rows_) allowed.first = std::min(allowed.first, v);
        if (input_rows - below < min_rows_) allowed.last = std::min(allowed.last, v - 1);
    }
    return allowed;
}

}  // namespace boughs::search
