// The best stump on some rows, one cut after another: plain, exact, and the reference of the sweeps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/leaf.hpp"
#include "search/subset.hpp"

namespace boughs::search {

// Neighbouring ranks of the table among a node's rows; column -1: none.
struct TableSplit {
    std::int32_t column = -1;
    std::int32_t low = -1;
    std::int32_t high = -1;
};

// A leaf (no split) or a stump.
struct Stump {
    std::int64_t value = 0;  // scaled, above the rows' smallest costs
    TableSplit split;
    std::array<std::int32_t, 2> targets{-1, -1};
};

class StumpFinder {
public:
    // Rows for which members[row] == member. A leaf where no stump is better, then the first column, then the lowest
    // cut. Looks no further than the first leaf or stump that is worth `enough`.
    Stump best(const Subset& subset, const std::uint8_t* members, std::uint8_t member, std::int64_t price,
               std::int64_t min_rows, std::int64_t enough);

private:
    void keep_members(const Subset& subset, std::size_t column);
    // Sums: n_classes costs, then input rows; an array of fixed size lets the compiler unroll.
    template <class Sums>
    void scan_column(const Subset& subset, std::size_t column, const Sums& total, Sums left, Stump& best) const;
    template <class Sums>
    void scan_columns(const Subset& subset, const Sums& total, Stump& best);

    const std::uint8_t* members_ = nullptr;
    std::uint8_t member_ = 0;
    std::int64_t price_ = 0;
    std::int64_t min_rows_ = 1;
    std::int64_t enough_ = 0;
    std::vector<std::int64_t> total_;
    std::vector<Entry> kept_;  // a column's order, members only; the walk writes one place too far
    std::size_t n_kept_ = 0;
};

}  // namespace boughs::search
