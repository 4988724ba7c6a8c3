// What the rows of a cell earn together, class by class; most cells earn in few classes, so only those are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace boughs::pricing {

template <class Value>
struct ClassValue {
    std::uint32_t target;
    Value value;
};

// Value is int64 for rewards, double for what rewards are worth at most.
template <class Value>
class CellValues {
public:
    // dense: (n_cells, n_classes).
    CellValues(std::span<const Value> dense, std::size_t n_classes) {
        for (std::size_t i = 0; i < dense.size(); ++i) {
            if (dense[i] != 0) entries_.push_back({static_cast<std::uint32_t>(i % n_classes), dense[i]});
            if (i % n_classes == n_classes - 1) starts_.push_back(entries_.size());
        }
    }

    [[nodiscard]] std::span<const ClassValue<Value>> of(std::size_t cell) const {
        return std::span(entries_).subspan(starts_[cell], starts_[cell + 1] - starts_[cell]);
    }

private:
    std::vector<ClassValue<Value>> entries_;
    std::vector<std::size_t> starts_{0};
};

using CellRewards = CellValues<std::int64_t>;
using ClassReward = ClassValue<std::int64_t>;

// (n_cells, n_classes): the sums of per_row (n_rows, n_classes) over the rows of every cell.
[[nodiscard]] inline std::vector<std::int64_t> summed_by_cell(const std::int64_t* per_row, std::size_t n_classes,
                                                              std::span<const std::uint32_t> cell_of_row,
                                                              std::size_t n_cells) {
    std::vector<std::int64_t> sums(n_cells * n_classes, 0);
    for (std::size_t row = 0; row < cell_of_row.size(); ++row)
        for (std::size_t t = 0; t < n_classes; ++t)
            sums[cell_of_row[row] * n_classes + t] += per_row[row * n_classes + t];
    return sums;
}

}  // namespace boughs::pricing
