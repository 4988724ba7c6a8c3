// The cuts of a subset's columns, numbered by the distinct values below them, and what lies below each.
#pragma once

#include <cstdint>
#include <vector>

#include "search/gaps.hpp"
#include "search/subset.hpp"

namespace boughs::search {

// Cut v sends the v + 1 smallest distinct values of a column left. The last "cut" sends all rows left.
class ColumnCuts {
public:
    // Keeps a reference to the subset. Weights are in units of 1 / scale.
    void start(const Subset& subset, std::int64_t scale, std::int64_t min_rows);
    void add_column(std::size_t column);

    // Neighbouring rows of one value. kind: the rows' common one, or mixed.
    struct Value {
        std::int32_t rank;  // in the table
        std::int32_t end;   // rows up to here
        std::int32_t kind;
    };
    static constexpr std::int32_t mixed = -1;

    [[nodiscard]] std::int32_t n_values(std::size_t column) const { return n_values_[column]; }
    [[nodiscard]] const Value* values(std::size_t column) const { return values_.data() + column * subset_->n_rows; }
    [[nodiscard]] std::int32_t rank(std::int32_t column, std::int32_t cut) const {
        return values(static_cast<std::size_t>(column))[cut].rank;
    }
    // The scaled range of the rows below each cut.
    [[nodiscard]] const std::int64_t* weights(std::int32_t column) const {
        return weights_.data() + static_cast<std::size_t>(column) * subset_->n_rows;
    }
    // The sum of the rows' signed weights below each cut; two classes only.
    [[nodiscard]] const std::int64_t* sums(std::size_t column) const { return sums_.data() + column * subset_->n_rows; }
    // The cuts with min_rows on both sides.
    [[nodiscard]] Gap::Cuts allowed(std::int32_t column) const { return allowed_[static_cast<std::size_t>(column)]; }

private:
    template <bool sums_up>
    void scan(std::size_t column);
    // The same where values are few: the rows of the most frequent one are not looked at.
    template <bool sums_up>
    void scan_ties(std::size_t column);
    template <bool sums_up>
    void add_column(std::size_t column);
    [[nodiscard]] Gap::Cuts allowed_cuts(std::size_t column) const;

    const Subset* subset_ = nullptr;
    std::int64_t scale_ = 1;
    std::int64_t min_rows_ = 1;
    std::vector<std::int32_t> n_values_;  // (n_columns)
    std::vector<Value> values_;           // (n_columns, n_rows)
    std::vector<std::int64_t> weights_;   // (n_columns, n_rows)
    std::vector<std::int64_t> sums_;      // (n_columns, n_rows)
    std::vector<Gap::Cuts> allowed_;      // (n_columns)
};

}  // namespace boughs::search
