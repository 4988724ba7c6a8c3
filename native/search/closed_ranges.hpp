// The ranges of thresholds that a search has closed, each with its bound and the reason.
#pragma once

#include <cstdint>
#include <vector>

namespace boughs::search {

enum class Reason : std::uint8_t {
    evaluated = 0,     // one threshold, its children's optima or bounds of them
    neighbours = 1,    // bounds from the evaluated thresholds on both sides
    too_few_rows = 2,  // a child would hold too few rows
    open = 3,          // not closed: the search was stopped
};

struct ClosedRange {
    std::int32_t column;
    std::int32_t first, last;  // cuts, as ranks of the table
    std::int64_t bound;
    Reason reason;
};

using ClosedRanges = std::vector<ClosedRange>;

}  // namespace boughs::search
