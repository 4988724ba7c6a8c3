// All pairs of splits of a node and its children.
#include "pricing/pair_kernel.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace boughs::pricing {
namespace {

template <class Buckets>
std::size_t commonest(const Buckets& buckets, std::size_t n_buckets) {
    std::vector<std::size_t> sizes(n_buckets, 0);
    for (const std::uint32_t bucket : buckets) ++sizes[bucket];
    return static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
}

}  // namespace

template <class Lane>
PairKernel<Lane>::PairKernel(const TreeProblem& problem, std::size_t node, const Stop& stop)
    : problem_(problem),
      stop_(stop),
      node_(node),
      n_lanes_(problem.n_classes + (problem.counts_rows() ? 1 : 0)),
      left_(side_of(2 * node + 1, 0)),
      right_(side_of(2 * node + 2, left_.end)),
      width_(right_.end) {
    set_entries();
}

template <class Lane>
auto PairKernel<Lane>::side_of(std::size_t child, std::size_t first) const -> Side {
    Side side{{}, first, first};
    for (std::size_t g = 0; g < problem_.nodes[child].columns.size(); ++g) {
        const std::size_t n_buckets = problem_.nodes[child].columns[g].n_buckets();
        const std::size_t common = commonest(problem_.outcomes.buckets[child][g], n_buckets);
        side.segments.push_back({side.end, side.end + common, side.end + n_buckets});
        side.end += n_buckets;
    }
    ++side.end;
    return side;
}

template <class Lane>
void PairKernel<Lane>::set_entries() {
    entry_starts_.push_back(0);
    for (std::size_t cell = 0; cell < problem_.outcomes.n_cells; ++cell) {
        for (const auto& [child, side] : {std::pair(2 * node_ + 1, &left_), std::pair(2 * node_ + 2, &right_)}) {
            for (std::size_t g = 0; g < side->segments.size(); ++g) {
                const Segment& segment = side->segments[g];
                const std::size_t entry = segment.first + problem_.outcomes.buckets[child][g][cell];
                if (entry != segment.common) entries_.push_back(static_cast<std::uint32_t>(entry));
            }
            entries_.push_back(static_cast<std::uint32_t>(side->end - 1));
        }
        entry_starts_.push_back(entries_.size());
    }
}

template <class Lane>
void PairKernel<Lane>::count(std::uint32_t cell, Lane* row) const {
    const auto entries =
        std::span(entries_).subspan(entry_starts_[cell], entry_starts_[cell + 1] - entry_starts_[cell]);
    const auto add = [&](std::size_t lane, std::int64_t amount) {
        Lane* const sums = row + lane * width_;
        for (const std::uint32_t entry : entries)
            sums[entry] = static_cast<Lane>(sums[entry] + static_cast<Lane>(amount));
    };
    for (const ClassReward& reward : problem_.rewards.of(cell)) add(reward.target, reward.value);
    if (problem_.counts_rows()) add(problem_.n_classes, problem_.input_rows[cell]);
}

template <class Lane>
PairAnswer PairKernel<Lane>::best(const Cells& cells) const {
    PairAnswer best{problem_.leaf_loss(cells), 0};
    const std::int64_t most = problem_.most(cells);
    Table total(n_lanes_ * width_, 0);
    for (const std::uint32_t cell : cells) count(cell, total.data());
    for (std::size_t g = 0; g < problem_.nodes[node_].columns.size() && !stop_.expired(); ++g)
        scan(g, cells, total, most, best);
    return best;
}

template <class Lane>
void PairKernel<Lane>::scan(std::size_t group, const Cells& cells, const Table& total, std::int64_t most,
                            PairAnswer& best) const {
    const ColumnCuts& column = problem_.nodes[node_].columns[group];
    const Table table = left_of_cuts(group, cells, total);
    Table right(total.size());
    Table scratch;
    for (std::size_t cut = 0; cut < column.cuts.size(); ++cut) {
        const Lane* const left = table.data() + cut * total.size();
        for (std::size_t i = 0; i < total.size(); ++i) right[i] = static_cast<Lane>(total[i] - left[i]);
        const Loss left_loss = best_child(left, left_, scratch);
        const Loss right_loss = best_child(right.data(), right_, scratch);
        if (left_loss == kImpossible || right_loss == kImpossible) continue;
        const Loss loss = left_loss + right_loss + Loss{most, 1};
        const std::int32_t position = column.positions[cut];
        if (loss < best.loss || (loss == best.loss && position < best.position)) best = {loss, position};
    }
}

// Row i of the result counts the cells left of cut i. Those in the commonest bucket are never counted: up to it rows
// add up from the left, from it on they are `total` less what is right of the cut.
template <class Lane>
auto PairKernel<Lane>::left_of_cuts(std::size_t group, const Cells& cells, const Table& total) const -> Table {
    const std::size_t size = total.size();
    const auto& bucket = problem_.outcomes.buckets[node_][group];
    const std::size_t n_buckets = problem_.nodes[node_].columns[group].n_buckets();
    std::vector<std::uint32_t> buckets;
    for (const std::uint32_t cell : cells) buckets.push_back(bucket[cell]);
    const std::size_t common = commonest(buckets, n_buckets);
    Table table(n_buckets * size, 0);
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (buckets[i] != common) count(cells[i], table.data() + buckets[i] * size);
    const auto row = [&](std::size_t b) { return table.data() + b * size; };
    for (std::size_t b = 1; b < common; ++b)
        std::transform(row(b), row(b) + size, row(b - 1), row(b), std::plus<Lane>());
    for (std::size_t b = n_buckets - 1; b-- > common + 1;)
        std::transform(row(b), row(b) + size, row(b + 1), row(b), std::plus<Lane>());
    for (std::size_t b = common; b + 1 < n_buckets; ++b)
        std::transform(total.begin(), total.end(), row(b + 1), row(b), std::minus<Lane>());
    return table;
}

// The loss of the best child, less the potential of its cells; a column's last bucket stands for NO_SPLIT.
template <class Lane>
Loss PairKernel<Lane>::best_child(const Lane* row, const Side& side, Table& scratch) const {
    const std::size_t width = side.end - side.first;
    scratch.resize((2 * n_lanes_ + 2) * width_);
    Lane* const left = scratch.data();
    Lane* const right = left + n_lanes_ * width_;
    Lane* const left_earned = right + n_lanes_ * width_;
    Lane* const right_earned = left_earned + width_;
    for (std::size_t lane = 0; lane < n_lanes_; ++lane) {
        Lane* const sums = left + lane * width_;
        accumulate(row + lane * width_, side, sums);
        for (std::size_t i = 0; i < width; ++i) right[lane * width_ + i] = static_cast<Lane>(sums[width - 1] - sums[i]);
    }
    leaf_earnings(left, width, left_earned);
    leaf_earnings(right, width, right_earned);
    const Lane unsplit = left_earned[width - 1];
    Lane best = unsplit;
    for (std::size_t i = 0; i < width; ++i) best = std::max(best, static_cast<Lane>(left_earned[i] + right_earned[i]));
    if (best <= std::numeric_limits<Lane>::min() / 4) return kImpossible;
    return {-static_cast<std::int64_t>(best), best > unsplit ? 1 : 0};
}

// left[i - side.first]: the sum over the buckets of a column up to i.
template <class Lane>
void PairKernel<Lane>::accumulate(const Lane* row, const Side& side, Lane* left) const {
    const Lane total = row[side.end - 1];
    for (const Segment& segment : side.segments) {
        Lane sum = 0;
        for (std::size_t i = segment.first; i < segment.common; ++i)
            left[i - side.first] = sum = static_cast<Lane>(sum + row[i]);
        sum = total;
        for (std::size_t i = segment.end; i-- > segment.common;) {
            left[i - side.first] = sum;
            sum = static_cast<Lane>(sum - row[i]);
        }
    }
    left[side.end - 1 - side.first] = total;
}

// What a leaf with the sums in column i earns, for every i: its best class less its price.
template <class Lane>
void PairKernel<Lane>::leaf_earnings(const Lane* sums, std::size_t width, Lane* earned) const {
    std::copy(sums, sums + width, earned);
    for (std::size_t t = 1; t < problem_.n_classes; ++t)
        for (std::size_t i = 0; i < width; ++i) earned[i] = std::max(earned[i], sums[t * width_ + i]);
    if (!problem_.counts_rows()) return;
    constexpr Lane forbidden = std::numeric_limits<Lane>::min() / 2;
    const Lane* const counts = sums + problem_.n_classes * width_;
    const auto price = static_cast<Lane>(problem_.leaf_price);
    const auto least = static_cast<Lane>(std::min<std::int64_t>(problem_.min_rows, std::numeric_limits<Lane>::max()));
    for (std::size_t i = 0; i < width; ++i) {
        const auto with_rows = counts[i] < least ? forbidden : static_cast<Lane>(earned[i] - price);
        earned[i] = counts[i] == 0 ? Lane{0} : with_rows;
    }
}

std::int32_t best_single_split(const TreeProblem& problem, std::size_t node, const Cells& cells) {
    Loss best = problem.leaf_loss(cells);
    std::int32_t best_position = 0;
    for (std::size_t g = 0; g < problem.nodes[node].columns.size(); ++g) {
        const ColumnCuts& column = problem.nodes[node].columns[g];
        for (std::size_t cut = 0; cut < column.cuts.size(); ++cut) {
            const auto [left, right] = problem.parted(node, g, cut, cells);
            const Loss loss = problem.leaf_loss(left) + problem.leaf_loss(right) + Loss{0, 1};
            if (loss > best || (loss == best && column.positions[cut] > best_position)) continue;
            best = loss;
            best_position = column.positions[cut];
        }
    }
    return best_position;
}

template class PairKernel<std::int32_t>;
template class PairKernel<std::int64_t>;

}  // namespace boughs::pricing
