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
        add_column<true>(column);
    else
        add_column<false>(column);
    allowed_[column] = allowed_cuts(column);
}

template <bool sums_up>
void ColumnCuts::add_column(std::size_t column) {
    const Entry* entries = subset_->entries_of(column);
    const auto most_values = static_cast<std::size_t>(entries[subset_->n_rows - 1].rank - entries[0].rank) + 1;
    if (8 * most_values < subset_->n_rows)
        scan_ties<sums_up>(column);
    else
        scan<sums_up>(column);
}

template <bool sums_up>
void ColumnCuts::scan_ties(std::size_t column) {
    const Entry* const entries = subset_->entries_of(column);
    const Entry* const end = entries + subset_->n_rows;
    Value* values = values_.data() + column * subset_->n_rows;
    std::int64_t* weights = weights_.data() + column * subset_->n_rows;
    std::int64_t* sums = sums_up ? sums_.data() + column * subset_->n_rows : nullptr;
    std::size_t n = 0, largest = 0;
    std::ptrdiff_t most = 0;
    for (const Entry* first = entries; first != end;) {
        const Entry* next = std::partition_point(first, end, [&](const Entry& e) { return e.rank == first->rank; });
        values[n] = {first->rank, static_cast<std::int32_t>(next - entries), mixed};
        if (next - first > most) {
            most = next - first;
            largest = n;
        }
        first = next;
        ++n;
    }
    n_values_[column] = static_cast<std::int32_t>(n);
    const auto add_rows = [&](std::size_t v, std::int64_t& weight, std::int64_t& sum) {
        const std::int32_t begin = v == 0 ? 0 : values[v - 1].end;
        std::int32_t some = 0, all = -1;
        for (std::int32_t i = begin; i < values[v].end; ++i) {
            const auto row = static_cast<std::size_t>(entries[i].row);
            weight += subset_->ranges[row];
            if constexpr (sums_up) sum += subset_->weights[row];
            some |= subset_->kinds[row];
            all &= subset_->kinds[row];
        }
        if (some == all) values[v].kind = all;
    };
    std::int64_t weight = 0, sum = 0;
    for (std::size_t v = 0; v < largest; ++v) {
        add_rows(v, weight, sum);
        weights[v] = scale_ * weight;
        if constexpr (sums_up) sums[v] = sum;
    }
    weight = sum = 0;
    const std::int64_t total = sums_up ? subset_->totals[1] - subset_->totals[0] : 0;
    for (std::size_t v = n; v-- > largest;) {
        weights[v] = scale_ * (subset_->range - weight);
        if constexpr (sums_up) sums[v] = total - sum;
        if (v > largest) add_rows(v, weight, sum);
    }
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
