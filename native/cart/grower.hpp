// Grows one tree, a level at a time: one sweep through each column serves all nodes of the level.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "cart/carts.hpp"
#include "cart/cut.hpp"
#include "cart/presorted.hpp"
#include "cart/rows.hpp"
#include "table/stop.hpp"

namespace boughs::cart {

// What all trees share.
template <class Tally>
struct Ground {
    Rows rows;
    Limits limits;
    std::vector<SortedColumn> columns;
    std::vector<std::int64_t> weights;
    std::vector<typename Tally::RowWeight> row_weights;
};

// A row's slot is its node's number among the open nodes of the level, from 1; slot 0 holds the rows that have come to a leaf.
// `counts_rows`: whether sides with too few input rows are possible at all.
template <class Tally, bool counts_rows>
class Grower {
public:
    Grower(const Ground<Tally>& ground, std::span<const std::uint8_t> mask, const Stop& stop)
        : ground_(ground), rows_(ground.rows), stop_(stop), slot_of_(mask.size()), heap_{0, 0} {
        for (std::size_t row = 0; row < mask.size(); ++row)
            slot_of_[row] = static_cast<Slot>(mask[row] != 0 && ground.weights[row] > 0);
    }

    // Fills one tree; false if `stop` expired on the way.
    bool grow(std::span<std::int32_t> columns, std::span<std::int32_t> cuts) {
        std::fill(columns.begin(), columns.end(), NO_COLUMN);
        std::fill(cuts.begin(), cuts.end(), 0);
        for (int level = 0; level < ground_.limits.max_depth; ++level) {
            open_nodes();
            if (heap_.size() == 1) break;
            for (std::size_t column = 0; column < rows_.n_columns; ++column)
                if (!try_column(static_cast<std::int32_t>(column))) return false;
            write_splits(columns, cuts);
            if (level + 1 < ground_.limits.max_depth) descend();
        }
        return true;
    }

private:
    using Slot = std::uint16_t;
    static_assert((1 << (MAX_DEPTH - 1)) <= std::numeric_limits<Slot>::max());

    // A split sends the ranks up to `position` to the left; of the positions that divide the node alike, any will do.
    struct Best {
        std::int32_t column = NO_COLUMN;
        std::int32_t position = 0;
        typename Tally::Quality quality{};
    };
    // bar: what a quality must exceed to be compared with the best in full; slightly below the best.
    struct Sweep {
        std::int32_t rank = -1;
        double bar = -1;
        std::int64_t input_rows = 0;
    };

    static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

    // Totals of the nodes just made; those that must stay leaves are closed, the rest numbered anew.
    void open_nodes() {
        count_totals();
        std::vector<Slot> renumbered(heap_.size(), 0);
        std::size_t n_open = 1;
        for (std::size_t slot = 1; slot < heap_.size(); ++slot) {
            const std::size_t to = may_split(slot) ? n_open++ : 0;
            renumbered[slot] = static_cast<Slot>(to);
            move_totals(slot, to);
        }
        heap_.resize(n_open);
        for (auto& slot : slot_of_) slot = renumbered[slot];
        class_totals_.resize(n_open * rows_.n_classes);
        tally_.set_nodes(class_totals_, rows_.n_classes);
        best_.assign(n_open, {});
        sweep_.assign(n_open, {});
        sweep_[0].bar = std::numeric_limits<double>::infinity();
    }

    void count_totals() {
        class_totals_.assign(heap_.size() * rows_.n_classes, 0);
        input_totals_.assign(heap_.size(), 0);
        for (std::size_t row = 0; row < rows_.n_rows; ++row) {
            class_totals_[slot_of_[row] * rows_.n_classes + index(rows_.labels[row])] += ground_.weights[row];
            input_totals_[slot_of_[row]] += rows_.input_rows[row];
        }
    }

    [[nodiscard]] bool may_split(std::size_t slot) const {
        const auto totals = std::span(class_totals_).subspan(slot * rows_.n_classes, rows_.n_classes);
        const auto n_present = std::count_if(totals.begin(), totals.end(), [](std::int64_t total) { return total > 0; });
        return n_present > 1 && input_totals_[slot] / 2 >= ground_.limits.min_rows;
    }

    // Slot 0 gathers what is closed, so that no slot ever sees more than its totals.
    void move_totals(std::size_t from, std::size_t to) {
        if (from == to) return;
        heap_[to] = heap_[from];
        input_totals_[to] = input_totals_[from];
        for (std::size_t k = 0; k < rows_.n_classes; ++k) {
            auto& total = class_totals_[to * rows_.n_classes + k];
            total = (to == 0 ? total : 0) + class_totals_[from * rows_.n_classes + k];
        }
    }

    bool try_column(std::int32_t column) {
        const SortedColumn& sorted = ground_.columns[index(column)];
        return sweep<0>(sorted.below, column) && sweep<-1>(sorted.above, column);
    }

    // Ascending (shift 0) the ranks seen are the left side, descending (shift -1) the right one.
    template <int shift>
    bool sweep(std::span<const Entry> entries, std::int32_t column) {
        if (entries.empty()) return true;
        tally_.clear();
        for (auto& sweep : sweep_) sweep.rank = -1, sweep.input_rows = 0;
        for (std::size_t begin = 0; begin < entries.size(); begin += CHUNK) {
            const auto chunk = entries.subspan(begin, std::min(CHUNK, entries.size() - begin));
            see<shift>(chunk, column);
            if (is_time_to_leave(chunk.size())) return false;
        }
        for (std::size_t slot = 1; slot < sweep_.size(); ++slot)
            if (exceeds_bar(slot)) take_if_better(slot, column, sweep_[slot].rank + shift);
        return true;
    }

    template <int shift>
    void see(std::span<const Entry> entries, std::int32_t column) {
        for (const Entry& entry : entries) {
            const std::size_t slot = slot_of_[index(entry.row)];
            const bool is_cut = sweep_[slot].rank != entry.rank;
            if (Tally::IS_CHEAP_TO_ASK ? is_cut & exceeds_bar(slot) : is_cut && exceeds_bar(slot))
                take_if_better(slot, column, sweep_[slot].rank + shift);
            sweep_[slot].rank = entry.rank;
            tally_.add(slot, ground_.row_weights[index(entry.row)]);
            if constexpr (counts_rows) sweep_[slot].input_rows += rows_.input_rows[index(entry.row)];
        }
    }

    // Of the split between what has been seen and the rest. Where either is empty, both sides of the comparison are 0.
    [[nodiscard]] bool exceeds_bar(std::size_t slot) const { return tally_.exceeds(slot, sweep_[slot].bar); }

    [[gnu::noinline]] void take_if_better(std::size_t slot, std::int32_t column, std::int32_t position) {
        if (counts_rows && !has_enough_rows(slot)) return;
        Best& best = best_[slot];
        const auto quality = tally_.quality(slot);
        if (best.column != NO_COLUMN) {
            const auto order = compare(quality, best.quality);
            if (order < 0 || (order == 0 && (best.column != column || best.position <= position))) return;
        }
        best = {column, position, quality};
        const double ratio = static_cast<double>(quality.numerator) / static_cast<double>(quality.denominator);
        sweep_[slot].bar = ratio - std::max(ratio * ROUNDING, std::numeric_limits<double>::min());
    }

    [[nodiscard]] bool has_enough_rows(std::size_t slot) const {
        const std::int64_t seen = sweep_[slot].input_rows;
        return std::min(seen, input_totals_[slot] - seen) >= ground_.limits.min_rows;
    }

    bool is_time_to_leave(std::size_t work) {
        work_ += work;
        if (work_ < CHUNK) return false;
        work_ = 0;
        return stop_.expired();
    }

    void write_splits(std::span<std::int32_t> columns, std::span<std::int32_t> cuts) {
        std::vector<std::int32_t> low(heap_.size(), -1);
        std::vector<std::int32_t> high(heap_.size(), std::numeric_limits<std::int32_t>::max());
        for (std::size_t row = 0; row < rows_.n_rows; ++row) {
            const Best& best = best_[slot_of_[row]];
            if (best.column == NO_COLUMN) continue;
            const std::int32_t rank = rank_of(row, best.column);
            if (rank <= best.position)
                low[slot_of_[row]] = std::max(low[slot_of_[row]], rank);
            else
                high[slot_of_[row]] = std::min(high[slot_of_[row]], rank);
        }
        for (std::size_t slot = 1; slot < heap_.size(); ++slot) {
            if (best_[slot].column == NO_COLUMN) continue;
            columns[heap_[slot]] = best_[slot].column;
            cuts[heap_[slot]] = cut_between(rows_.values_of(index(best_[slot].column)), low[slot], high[slot]);
        }
    }

    void descend() {
        for (std::size_t row = 0; row < rows_.n_rows; ++row) {
            const std::size_t slot = slot_of_[row];
            const Best& best = best_[slot];
            const bool closes = best.column == NO_COLUMN;
            slot_of_[row] = closes ? Slot{0} : static_cast<Slot>(2 * slot - (rank_of(row, best.column) <= best.position));
        }
        std::vector<std::size_t> children(2 * heap_.size() - 1, 0);
        for (std::size_t slot = 1; slot < heap_.size(); ++slot) {
            children[2 * slot - 1] = 2 * heap_[slot] + 1;
            children[2 * slot] = 2 * heap_[slot] + 2;
        }
        heap_ = std::move(children);
    }

    [[nodiscard]] std::int32_t rank_of(std::size_t row, std::int32_t column) const {
        return rows_.ranks[index(column) * rows_.n_rows + row];
    }

    static constexpr std::size_t CHUNK = std::size_t{1} << 18;  // entries between two looks at `stop`
    static constexpr double ROUNDING = 1e-12;                   // far above what the floating-point qualities can be off

    const Ground<Tally>& ground_;
    const Rows& rows_;
    const Stop& stop_;
    std::vector<Slot> slot_of_;              // of every row
    std::vector<std::size_t> heap_;          // of every slot: its node
    std::vector<std::int64_t> class_totals_; // of every slot and class: the weight
    std::vector<std::int64_t> input_totals_; // of every slot: the input rows
    std::vector<Best> best_;                 // of every slot
    std::vector<Sweep> sweep_;               // of every slot
    Tally tally_;
    std::size_t work_ = 0;
};

}  // namespace boughs::cart
