// What the cuts of a subset's columns part: the range of the rows below each, and which cuts leave enough rows.
#pragma once

#include <cstdint>
#include <vector>

#include "search/gaps.hpp"
#include "search/subset.hpp"

namespace boughs::search {

class CutWeights {
public:
    // Keeps a reference to the subset. Weights are in units of 1 / scale.
    void start(const Subset& subset, std::int64_t scale, std::int64_t min_rows);
    void add_column(std::size_t column);

    // (n_values) the scaled range of the rows of rank <= cut.
    [[nodiscard]] const std::int64_t* of(std::int32_t column) const {
        return weights_.data() + static_cast<std::size_t>(column) * subset_->n_rows;
    }
    // The cuts with min_rows on both sides.
    [[nodiscard]] Gap::Cuts allowed(std::int32_t column) const { return allowed_[static_cast<std::size_t>(column)]; }

private:
    [[nodiscard]] Gap::Cuts allowed_cuts(std::size_t column) const;

    const Subset* subset_ = nullptr;
    std::int64_t scale_ = 1;
    std::int64_t min_rows_ = 1;
    std::vector<std::int64_t> weights_;  // (n_columns, n_rows)
    std::vector<Gap::Cuts> allowed_;     // (n_columns)
};

}  // namespace boughs::search
