// What a sweep reads and writes: plain arrays only, shared by units that are compiled for different machines.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace boughs::search {

// One vector of lanes, whatever their width.
struct alignas(64) Line {
    unsigned char bytes[64];
};

inline constexpr size_t most_lanes = 32;
inline constexpr int64_t no_stump = INT64_MAX;

// How the costs of a leaf are found:
//   two_class  a signed weight per row, cost(r, 1) - cost(r, 0)
//   own_class  a weight per row, its cost in a leaf of any class but its own, where it costs nothing
//   general    a cost per row and class
//   counted    the same, and both sides of a cut must hold min_rows input rows
enum class Rule { two_class, own_class, general, counted };
inline constexpr size_t n_rules = 4;

enum class Width { bits16, bits32, bits64 };
inline constexpr size_t n_widths = 3;

// A row of a subset in a column's order, and its rank in the table.
struct Entry {
    int32_t row;
    int32_t rank;
};

// A lane: the rows of rank <= cut are its left child, the others its right child.
struct Lane {
    const int32_t* ranks;  // of the table's rows
    int32_t cut;
};

// Part of a column's order, walked from one end, and the cuts to try on the way. What lies left of a cut and what lies
// right of it play the same part in a stump, so that a walk from the far end needs no other code.
struct Sequence {
    const Entry* rows;     // where the walk begins
    ptrdiff_t direction;   // 1 or -1
    const int32_t* ends;   // (n_cuts) rows walked before each cut
    const int64_t* sums;   // (n_cuts) two_class: the weights of all rows walked before each cut
    size_t n_cuts;
    bool is_dense;         // two_class: n_cuts rows are walked forward instead, with a cut after the last of each rank
};

// The rows of a subset. Costs are shifted so that each row's smallest is 0.
struct SweepRows {
    size_t n_rows;
    size_t n_classes;
    const int32_t* table_rows;
    const int64_t* weights;     // two_class (signed), own_class
    const int32_t* kinds;       // two_class: 1 where the weight is negative; own_class: the row's own class
    const int64_t* costs;       // (n_rows, n_classes): general, counted
    const int64_t* input_rows;  // counted
    const int64_t* totals;      // (n_classes + 1) over all rows: weights by kind, or costs by class; then input rows
    int64_t min_rows;           // counted
};

// Working space of one batch, provided by the caller; `rows` outlives the sweeps of its batch.
struct LaneSpace {
    Line* thresholds;  // (most_lanes)
    Line* rows;        // (n_rows) per lane: the row's weight (or all bits set) where it goes left, else 0
    Line* totals;      // (n_classes + 1) of each lane's left child
    Line* sums;        // (n_classes + 1) of what was walked
    Line* walked;      // (2, most cuts of a sequence): own_class
    Line* best;        // (4) two_class: smallest and largest sum left, the same right; otherwise best left, best right
    int64_t* all;      // (n_classes + 1) sums over all rows walked
};

// Costs of each lane's two children (left, right), as a leaf and as the best stump; no_stump where no cut is allowed.
struct LaneCosts {
    int64_t leaf[2][most_lanes];
    int64_t stump[2][most_lanes];
};

// The three steps of a batch: prepare once, sweep every sequence in any order, finish once.
struct Kernel {
    size_t n_lanes;
    // Lanes of the same column stand next to each other.
    void (*prepare)(const SweepRows& rows, const Lane* lanes, size_t n_lanes, const LaneSpace& space);
    void (*sweep)(const SweepRows& rows, const Sequence& sequence, const LaneSpace& space);
    void (*finish)(const SweepRows& rows, size_t n_lanes, const LaneSpace& space, LaneCosts& costs);
};

namespace plain {
const Kernel& kernel(Rule rule, Width width);
}
namespace avx2 {
const Kernel& kernel(Rule rule, Width width);
}
namespace avx512 {
const Kernel& kernel(Rule rule, Width width);
}

}  // namespace boughs::search
