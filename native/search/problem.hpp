// The depth-two problem in plain arrays: what is asked and what is answered.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "search/instruction_set.hpp"

namespace boughs::search {

// The rows of a table, not owned.
struct TableView {
    std::size_t n_columns;
    std::size_t n_rows;
    std::size_t n_classes;
    const std::int32_t* ranks;       // (n_columns, n_rows), from 0
    const std::int32_t* order;       // (n_columns, n_rows) rows by ascending rank
    const std::int64_t* costs;       // (n_rows, n_classes) of a row in a leaf of that class, any sign
    const std::int64_t* input_rows;  // (n_rows) how many input rows a row stands for
};

// Accelerations; none of them changes an answer.
enum class Switch : std::uint32_t {
    intervals = 1,      // bounds between evaluated thresholds
    ends = 2,           // bounds from the best stump on all rows
    runs = 4,           // no cut within a run of rows that pull the same way
    ties = 8,           // the rows of a column's largest tie are not walked
    narrow_lanes = 16,  // lanes of 16 and 32 bits
    special_costs = 32,  // sweeps for two classes and for costs of 0 but for one weight a row
    small_sorts = 64,   // small subsets are sorted, not filtered
    full_batches = 128,  // as many thresholds at once as there are lanes, else two
    // Above depth two:
    price_depth = 256,   // the price limits a node's leaves and levels
    merged_rows = 512,   // rows of equal ranks are one row
    dense_walks = 1024,  // depth two: columns of mostly distinct values are walked without a branch
    heritage = 2048,     // bounds from the same columns' neighbouring subproblems
    cache = 4096,        // values of subproblems by their rows
};
inline constexpr std::uint32_t all_switches = 8191;

struct Question {
    std::span<const std::int32_t> rows;  // ascending, without repetition
    std::int64_t limit = std::numeric_limits<std::int64_t>::max();  // trees that cost as much or more do not matter
    std::int64_t leaf_price = 0;
    std::int64_t min_rows = 1;
    int max_depth = 2;
    std::int64_t floor = std::numeric_limits<std::int64_t>::min();  // no tree costs less; only least_cost looks at it
};

struct Settings {
    std::uint32_t disabled = 0;  // switches
    InstructionSet instruction_set = fastest_here();

    [[nodiscard]] bool uses(Switch which) const { return (disabled & static_cast<std::uint32_t>(which)) == 0; }
};

enum class Status : std::uint8_t { exact = 0, at_least_limit = 1, stopped = 2 };

// Nodes: root, left, right; column -1 where the node is a leaf (or does not exist). A row goes left iff its rank is at
// most low; low and high are neighbouring ranks among the node's rows. targets: the four leaves from left to right;
// where a node is a leaf its class stands at its leftmost one, the others hold -1. at_least_limit: `value` is the
// limit, and there is no tree.
struct Answer {
    std::int64_t value = 0;
    std::array<std::int32_t, 3> columns{-1, -1, -1};
    std::array<std::int32_t, 3> lows{-1, -1, -1};
    std::array<std::int32_t, 3> highs{-1, -1, -1};
    std::array<std::int32_t, 4> targets{-1, -1, -1, -1};
    Status status = Status::exact;
};

}  // namespace boughs::search
