// What the thresholds evaluated on one set of rows say about a set within it or around it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "search/column_cuts.hpp"
#include "search/gaps.hpp"

namespace boughs::search {

// A threshold and lower bounds of its children's optima, for trees of the solved problem's depth less one.
struct KnownCut {
    std::int32_t column;
    std::int32_t rank;    // in the table
    std::int64_t weight;  // the range of the rows of at most that rank
    std::array<std::int64_t, 2> values;
};

// What was evaluated while one problem was solved; holds for its rows, its leaf price, no minimum of rows, and trees of
// its depth or less.
class KnownCuts {
public:
    void start(int depth, std::size_t n_columns, std::int64_t range);
    void add(const KnownCut& cut) { found_.push_back(cut); }
    // Puts them in order; nothing is added any more.
    void finish();

    [[nodiscard]] std::span<const KnownCut> of(std::size_t column) const {
        return {sorted_.data() + starts_[column], sorted_.data() + starts_[column + 1]};
    }
    [[nodiscard]] int depth() const { return depth_; }
    [[nodiscard]] std::int64_t range() const { return range_; }

private:
    int depth_ = 0;
    std::int64_t range_ = 0;
    std::vector<KnownCut> found_;
    std::vector<KnownCut> sorted_;
    std::vector<std::size_t> starts_;
};

// Neighbours of a problem: solved on rows within its own, and on rows around them. Either may be absent.
struct Heritage {
    std::shared_ptr<const KnownCuts> inner, outer;

    [[nodiscard]] bool empty() const { return !inner && !outer; }
    void drop_below(int depth) {
        if (inner && inner->depth() < depth) inner.reset();
        if (outer && outer->depth() < depth) outer.reset();
    }
};

// Turns a heritage into gaps. With S within T, opt(S) <= opt(T) and opt(T) <= opt(S) + range(T - S) (see gaps.hpp), and
// the children of a threshold on S lie within its children on T.
class HeirGaps {
public:
    // A run of cuts that may be better than the cutoff.
    struct Region {
        Gap gap;
        Gap::Cuts cuts;
    };
    // Those of a column, in order. ends: the two ends of the column, with what is known of them.
    std::span<const Region> regions(const Heritage& heritage, const ColumnCuts& cuts, std::size_t column,
                                    std::int64_t range, const std::array<Evaluated, 2>& ends, std::int64_t price,
                                    std::int64_t cutoff);

private:
    void find_points(const Heritage& heritage, const ColumnCuts& cuts, std::size_t column, std::int64_t range,
                     const std::array<Evaluated, 2>& ends);
    void add_point(std::int32_t cut, std::int64_t left, std::int64_t right);
    void spread();

    std::vector<Evaluated> points_;
    std::vector<Region> regions_;
};

}  // namespace boughs::search
