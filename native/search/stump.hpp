// The best stump on some rows, one cut after another: plain, exact, and the reference of the sweeps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/leaf.hpp"
#include "search/subset.hpp"

namespace boughs::search {

// A leaf (column -1) or a stump.
struct Stump {
    std::int64_t value = 0;  // scaled, above the rows' smallest costs
    std::int32_t column = -1;
    std::int32_t low = -1;  // local ranks
    std::int32_t high = -1;
    std::array<std::int32_t, 2> targets{-1, -1};
};

class StumpFinder {
public:
    // Rows for which members[row] == member. A leaf where no stump is better, then the first column, then the lowest cut.
    Stump best(const Subset& subset, const std::uint8_t* members, std::uint8_t member, std::int64_t price,
               std::int64_t min_rows, bool leaf_only = false);

private:
    void scan_column(const Subset& subset, std::size_t column, Stump& best);
    void try_cut(const Subset& subset, std::int32_t column, std::int32_t low, std::int32_t high, Stump& best);

    const std::uint8_t* members_ = nullptr;
    std::uint8_t member_ = 0;
    std::int64_t price_ = 0;
    std::int64_t min_rows_ = 1;
    std::vector<std::int64_t> total_;  // (n_classes + 1) of the members
    std::vector<std::int64_t> left_;
    std::vector<std::int64_t> right_;
};

}  // namespace boughs::search
