// Routes the rows down the plan.
#include "search/exact_tree.hpp"

#include <algorithm>
#include <numeric>

namespace boughs::search {

ExactTree TreeWriter::write(const SplitPlan& plan, const Stop& stop) {
    plan_ = &plan;
    ExactTree tree(full_depth_);
    std::vector<std::int32_t> rows(table_.n_rows);
    std::iota(rows.begin(), rows.end(), 0);
    write_node(0, 0, rows, tree, stop);
    return tree;
}

void TreeWriter::write_node(std::size_t node, int level, std::span<std::int32_t> rows, ExactTree& tree,
                            const Stop& stop) {
    if (!write_split(node, level, rows, tree, stop)) write_bottom(node, level, rows, tree, stop);
}

bool TreeWriter::write_split(std::size_t node, int level, std::span<std::int32_t> rows, ExactTree& tree,
                             const Stop& stop) {
    const PlannedSplit split = plan_->at(node);
    if (depth_ - level <= 2 || split.column < 0) return false;
    const std::int32_t* ranks = table_.ranks + static_cast<std::size_t>(split.column) * table_.n_rows;
    const auto goes_left = [&](std::int32_t row) { return ranks[row] <= split.cut; };
    const auto middle = std::stable_partition(rows.begin(), rows.end(), goes_left);
    std::int64_t input_rows[2] = {0, 0};
    std::int32_t low = -1, high = std::numeric_limits<std::int32_t>::max();
    for (const std::int32_t row : rows) {
        const bool is_left = goes_left(row);
        input_rows[is_left ? 0 : 1] += table_.input_rows[row];
        if (is_left) low = std::max(low, ranks[row]);
        if (!is_left) high = std::min(high, ranks[row]);
    }
    if (std::min(input_rows[0], input_rows[1]) < rules_.min_rows) {
        std::sort(rows.begin(), rows.end());
        return false;
    }
    tree.columns[node] = split.column;
    tree.lows[node] = low;
    tree.highs[node] = high;
    write_node(2 * node + 1, level + 1, {rows.begin(), middle}, tree, stop);
    write_node(2 * node + 2, level + 1, {middle, rows.end()}, tree, stop);
    return true;
}

void TreeWriter::write_bottom(std::size_t node, int level, std::span<const std::int32_t> rows, ExactTree& tree,
                              const Stop& stop) {
    Question question{rows};
    question.leaf_price = rules_.leaf_price;
    question.min_rows = rules_.min_rows;
    question.max_depth = std::min(2, depth_ - level);
    const Answer answer = depth_two_.solve(table_, question, stop);
    tree.value += answer.value;
    for (std::size_t i = 0; i < (question.max_depth == 2 ? 3 : 1); ++i) {
        const std::size_t at = i == 0 ? node : 2 * node + i;
        tree.columns[at] = answer.columns[i];
        tree.lows[at] = answer.lows[i];
        tree.highs[at] = answer.highs[i];
    }
    const std::size_t first_node = (std::size_t{1} << level) - 1;
    const std::size_t n_below = std::size_t{1} << (full_depth_ - level);  // leaves below the node
    const std::size_t first_leaf = (node - first_node) * n_below;
    for (std::size_t i = 0; i < 4; ++i)
        if (answer.targets[i] >= 0) tree.targets[first_leaf + i * n_below / 4] = answer.targets[i];
}

}  // namespace boughs::search
