// All pairs of splits of a node and its children.
#include "pricing/pair_kernel.hpp"

#include <algorithm>
#include <limits>

namespace boughs::pricing {

// A table has one row of `width_` entries for every bucket of the node's column and every lane; lanes are the classes' rewards
// and, where leaves are counted, the input rows.
template <class Lane>
PairKernel<Lane>::PairKernel(const TreeProblem& problem, std::size_t node, const Stop& stop)
    : problem_(problem),
      stop_(stop),
      node_(node),
      n_lanes_(problem.n_classes + (problem.counts_rows() ? 1 : 0)),
      entries_per_cell_(problem.nodes[2 * node + 1].columns.size() + problem.nodes[2 * node + 2].columns.size() + 2),
      entries_(problem.outcomes.n_cells * entries_per_cell_),
      left_(side_of(2 * node + 1, 0)),
      right_(side_of(2 * node + 2, left_.width)),
      width_(left_.width + right_.width) {}

template <class Lane>
auto PairKernel<Lane>::side_of(std::size_t child, std::size_t shift) -> Side {
    const auto& columns = problem_.nodes[child].columns;
    const std::size_t first = shift == 0 ? 0 : entries_per_cell_ - columns.size() - 1;
    Side side{0, {}};
    const auto set_entries = [&](std::size_t g, const auto& bucket_of) {
        for (std::size_t cell = 0; cell < problem_.outcomes.n_cells; ++cell)
            entries_[cell * entries_per_cell_ + first + g] = static_cast<std::uint32_t>(shift + side.width) + bucket_of(cell);
    };
    for (std::size_t g = 0; g < columns.size(); ++g) {
        set_entries(g, [&](std::size_t cell) { return problem_.outcomes.buckets[child][g][cell]; });
        side.width += columns[g].n_buckets();
        side.ends.push_back(side.width);
    }
    set_entries(columns.size(), [](std::size_t) { return 0U; });
    ++side.width;
    return side;
}

template <class Lane>
std::vector<Lane> PairKernel<Lane>::table_of(std::size_t group, const Cells& cells) const {
    const auto& bucket = problem_.outcomes.buckets[node_][group];
    std::vector<Lane> table(problem_.nodes[node_].columns[group].n_buckets() * n_lanes_ * width_, 0);
    const auto count = [&](std::uint32_t cell, std::size_t lane, std::int64_t amount) {
        Lane* const row = table.data() + (bucket[cell] * n_lanes_ + lane) * width_;
        const std::uint32_t* const entries = entries_.data() + cell * entries_per_cell_;
        for (std::size_t i = 0; i < entries_per_cell_; ++i) row[entries[i]] += static_cast<Lane>(amount);
    };
    for (const std::uint32_t cell : cells) {
        for (const ClassReward& entry : problem_.rewards.of(cell)) count(cell, entry.target, entry.value);
        if (problem_.counts_rows()) count(cell, problem_.n_classes, problem_.input_rows[cell]);
    }
    return table;
}

// Afterwards row i holds the cells left of cut i in the left child's entries, row i + 1 those right of it in the right child's.
template <class Lane>
void PairKernel<Lane>::accumulate(std::vector<Lane>& table, std::size_t n_buckets) const {
    const auto add_row = [&](std::size_t from, std::size_t to, std::size_t first, std::size_t width) {
        for (std::size_t lane = 0; lane < n_lanes_; ++lane) {
            const Lane* const source = table.data() + (from * n_lanes_ + lane) * width_ + first;
            Lane* const target = table.data() + (to * n_lanes_ + lane) * width_ + first;
            for (std::size_t i = 0; i < width; ++i) target[i] = static_cast<Lane>(target[i] + source[i]);
        }
    };
    for (std::size_t b = 1; b + 1 < n_buckets; ++b) add_row(b - 1, b, 0, left_.width);
    for (std::size_t b = n_buckets - 1; b-- > 1;) add_row(b + 1, b, left_.width, right_.width);
}

// What a leaf with the sums in lanes[.. ][i] earns, for every i: its best class less its price.
template <class Lane>
void PairKernel<Lane>::leaf_earnings(const Lane* lanes, std::size_t width, Lane* earned) const {
    std::copy(lanes, lanes + width, earned);
    for (std::size_t t = 1; t < problem_.n_classes; ++t)
        for (std::size_t i = 0; i < width; ++i) earned[i] = std::max(earned[i], lanes[t * width_ + i]);
    if (!problem_.counts_rows()) return;
    constexpr Lane forbidden = std::numeric_limits<Lane>::min() / 2;
    const Lane* const counts = lanes + problem_.n_classes * width_;
    const auto price = static_cast<Lane>(problem_.leaf_price);
    const auto least = static_cast<Lane>(std::min<std::int64_t>(problem_.min_rows, std::numeric_limits<Lane>::max()));
    for (std::size_t i = 0; i < width; ++i) {
        const auto with_rows = counts[i] < least ? forbidden : static_cast<Lane>(earned[i] - price);
        earned[i] = counts[i] == 0 ? Lane{0} : with_rows;
    }
}

// What the best child with the sums of one side earns, as a negative loss; every column's last bucket stands for NO_SPLIT.
template <class Lane>
Loss PairKernel<Lane>::side_gain(Lane* lanes, const Side& side, std::vector<Lane>& scratch) const {
    const std::size_t width = side.width;
    scratch.resize(width_ * (n_lanes_ + 2));
    Lane* const rest = scratch.data();
    Lane* const left_earned = rest + n_lanes_ * width_;
    Lane* const right_earned = left_earned + width_;
    for (std::size_t lane = 0; lane < n_lanes_; ++lane) {
        Lane* const sums = lanes + lane * width_;
        std::size_t i = 0;
        for (const std::size_t end : side.ends)
            for (++i; i < end; ++i) sums[i] = static_cast<Lane>(sums[i] + sums[i - 1]);
        const Lane total = sums[width - 1];
        for (i = 0; i < width; ++i) rest[lane * width_ + i] = static_cast<Lane>(total - sums[i]);
    }
    leaf_earnings(lanes, width, left_earned);
    leaf_earnings(rest, width, right_earned);
    const Lane unsplit = left_earned[width - 1];
    Lane best = unsplit;
    for (std::size_t i = 0; i < width; ++i) best = std::max(best, static_cast<Lane>(left_earned[i] + right_earned[i]));
    if (best <= std::numeric_limits<Lane>::min() / 4) return kImpossible;
    return {-static_cast<std::int64_t>(best), best > unsplit ? 1 : 0};
}

template <class Lane>
void PairKernel<Lane>::scan(std::size_t group, const Cells& cells, std::int64_t most, Candidate& best) const {
    const ColumnCuts& column = problem_.nodes[node_].columns[group];
    std::vector<Lane> table = table_of(group, cells);
    std::vector<Lane> scratch;
    accumulate(table, column.n_buckets());
    for (std::size_t cut = 0; cut < column.cuts.size(); ++cut) {
        const Loss left = side_gain(table.data() + cut * n_lanes_ * width_, left_, scratch);
        const Loss right = side_gain(table.data() + (cut + 1) * n_lanes_ * width_ + left_.width, right_, scratch);
        if (left == kImpossible || right == kImpossible) continue;
        const Loss loss = left + right + Loss{most, 1};
        const std::int32_t position = column.positions[cut];
        if (loss < best.loss || (loss == best.loss && position < best.position)) best = {loss, position, group, cut};
    }
}

template <class Lane>
Subtree PairKernel<Lane>::best(const Cells& cells, Loss limit) const {
    const Loss unsplit = problem_.leaf_loss(cells);
    Candidate best{unsplit, 0, 0, 0};
    const std::int64_t most = problem_.most(cells);
    for (std::size_t g = 0; g < problem_.nodes[node_].columns.size() && !stop_.expired(); ++g)
        scan(g, cells, most, best);
    Subtree subtree{best.loss, best.loss < limit && best.loss < kImpossible, {}};
    if (!subtree.found || best.position == 0) return subtree;
    subtree.splits.emplace_back(node_, best.position);
    const auto& bucket = problem_.outcomes.buckets[node_][best.group];
    Cells left;
    Cells right;
    for (const std::uint32_t cell : cells) (bucket[cell] <= best.cut ? left : right).push_back(cell);
    add_child_split(2 * node_ + 1, left, subtree.splits);
    add_child_split(2 * node_ + 2, right, subtree.splits);
    return subtree;
}

// The best single split, found again for the one node that needs it.
template <class Lane>
void PairKernel<Lane>::add_child_split(std::size_t child, const Cells& cells, NodeChoices& splits) const {
    Loss best = problem_.leaf_loss(cells);
    std::int32_t best_position = 0;
    for (std::size_t g = 0; g < problem_.nodes[child].columns.size(); ++g) {
        const ColumnCuts& column = problem_.nodes[child].columns[g];
        const auto& bucket = problem_.outcomes.buckets[child][g];
        for (std::size_t cut = 0; cut < column.cuts.size(); ++cut) {
            Cells left;
            Cells right;
            for (const std::uint32_t cell : cells) (bucket[cell] <= cut ? left : right).push_back(cell);
            const Loss loss = problem_.leaf_loss(left) + problem_.leaf_loss(right) + Loss{0, 1};
            if (loss > best || (loss == best && column.positions[cut] > best_position)) continue;
            best = loss;
            best_position = column.positions[cut];
        }
    }
    if (best_position != 0) splits.emplace_back(child, best_position);
}

template class PairKernel<std::int32_t>;
template class PairKernel<std::int64_t>;

}  // namespace boughs::pricing
