// The gaps of one node of a deeper tree: which threshold to try next, and what is proven about the others.
#pragma once

#include <cstdint>
#include <vector>

#include "search/closed_ranges.hpp"
#include "search/column_cuts.hpp"
#include "search/gaps.hpp"
#include "search/known_cuts.hpp"
#include "search/problem.hpp"
#include "search/subset.hpp"

namespace boughs::search {

// A threshold to evaluate: its children's optima matter up to worth + slack in sum.
struct Trial {
    Gap gap{0, {}, {}, 0};
    Gap::Cuts open{};
    Evaluated known{};         // at the cut, from its neighbours
    std::int64_t worth = 0;  // a tree that costs as much or more does not matter
    std::int64_t slack = 0;  // so much more would close the whole gap
    bool left_is_heavier = true;
    std::int32_t rank = 0;  // of the cut, in the table
    std::array<Heritage, 2> heritage{};  // of the children

    [[nodiscard]] std::int32_t column() const { return gap.column(); }
};

struct OpenGap {
    Gap gap;
    Gap::Cuts cuts;
};

// Values are costs above the rows' smallest, leaf prices included. The course of a node's search depends on nothing
// but its rows, the limit and the answers given.
class NodeSearch {
public:
    // Keeps references to the subset and to `closed` (which may be absent: nothing is noted then). Trees that cost
    // `limit` or more do not matter; `shallower`: the best value of one level less on all rows, or a lower bound of it.
    struct Start {
        int depth;
        std::int64_t leaf_price;
        std::int64_t min_rows;
        std::int64_t limit;
        std::int64_t shallower;
        Heritage heritage{};
        std::shared_ptr<const KnownCuts> of_shallower{};
    };
    void start(const Subset& subset, const Start& start, const Settings& settings, ClosedRanges* closed);

    // False where no gap is open.
    bool next(Trial& trial);
    // result: bounds of the trial's children; is_exact: their optima; solved: what else was learned on the way.
    using Solved = std::array<std::shared_ptr<const KnownCuts>, 2>;
    void apply(const Trial& trial, const Evaluated& result, bool is_exact, Solved solved);
    struct Best {
        std::int64_t value;
        std::int32_t column;  // -1: none is below the limit
        std::int32_t cut;
    };
    [[nodiscard]] const Best& best() const { return best_; }
    [[nodiscard]] std::int32_t rank_of_best() const { return cuts_.rank(best_.column, best_.cut); }
    // No tree with a cut in an open gap costs less.
    [[nodiscard]] std::int64_t bound() const { return heap_.empty() ? best_.value : heap_.front().gap.bound(); }
    // After a stop: what is not closed is noted as open, and a trial that will not be applied.
    void close_open_gaps();
    void give_up(const Trial& trial) { close(trial.column(), trial.open, trial.gap.bound(), Reason::open); }

    // What was evaluated, for neighbouring problems; valid once without a minimum of rows.
    [[nodiscard]] std::shared_ptr<const KnownCuts> take_known();

private:
    void start_column(std::int32_t column, const Start& start);
    void remember(const Trial& trial, const Evaluated& result, Solved solved);
    [[nodiscard]] Heritage heritage_of(const Trial& trial, std::size_t side) const;
    void push(Gap gap, Gap::Cuts within);
    void close(std::int32_t column, Gap::Cuts cuts, std::int64_t bound, Reason reason);
    [[nodiscard]] OpenGap pop();
    [[nodiscard]] std::int32_t middle_of(Gap::Cuts open, const std::int64_t* weights) const;

    const Subset* subset_ = nullptr;
    ClosedRanges* closed_ = nullptr;
    bool uses_intervals_ = true;
    std::int64_t price_ = 0;
    std::int64_t shallower_ = 0;
    Best best_{};
    ColumnCuts cuts_;
    std::vector<OpenGap> heap_;

    struct SolvedCut {
        std::int32_t rank;
        Solved sides;
    };
    bool inherits_ = false;
    std::vector<std::vector<SolvedCut>> solved_;  // (n_columns) by rank
    std::shared_ptr<const KnownCuts> of_shallower_;
    std::shared_ptr<KnownCuts> known_;
    HeirGaps heir_gaps_;
};

}  // namespace boughs::search
