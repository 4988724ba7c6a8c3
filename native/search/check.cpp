// Routes every row through the tree.
#include "search/check.hpp"

#include <array>

namespace boughs::search {

bool agrees(const TableView& table, const Question& question, const Answer& answer) {
    std::array<std::int64_t, 4> input_rows{};
    std::int64_t value = 0;
    for (const std::int32_t row : question.rows) {
        const auto r = static_cast<std::size_t>(row);
        const auto goes_right = [&](std::size_t node) {
            const std::int32_t column = answer.columns[node];
            return column >= 0 && table.ranks[static_cast<std::size_t>(column) * table.n_rows + r] > answer.lows[node];
        };
        const std::size_t side = goes_right(0) ? 1 : 0;
        const std::size_t leaf = 2 * side + (goes_right(1 + side) ? 1 : 0);
        const std::int32_t target = answer.targets[leaf];
        if (target < 0) return false;
        value += table.costs[r * table.n_classes + static_cast<std::size_t>(target)];
        input_rows[leaf] += table.input_rows[r];
    }
    const bool is_leaf = answer.columns[0] < 0;
    for (std::size_t leaf = 0; leaf < 4; ++leaf) {
        if (answer.targets[leaf] < 0) continue;
        if (input_rows[leaf] < (is_leaf ? 1 : question.min_rows)) return false;
        value += question.leaf_price;
    }
    return value == answer.value;
}

}  // namespace boughs::search
