// What to walk for a rule: the rows' weights, and in every column the cuts that can matter, from both ends.
#pragma once

#include <cstdint>
#include <vector>

#include "search/column_cuts.hpp"
#include "search/problem.hpp"
#include "search/subset.hpp"
#include "search/sweep.hpp"

namespace boughs::search {

class SweepPlan {
public:
    void start(const Subset& subset, Rule rule, std::int64_t min_rows, const Settings& settings);
    void add_column(const Subset& subset, const ColumnCuts& cuts, std::size_t column);

    [[nodiscard]] const SweepRows& rows() const { return rows_; }
    [[nodiscard]] const std::vector<Sequence>& sequences() const { return sequences_; }
    [[nodiscard]] Rule rule() const { return rule_; }

private:
    // A cut that can matter: rows before it, and their weights.
    struct Cut {
        std::int32_t end;
        std::int64_t sum;
    };
    void find_cuts(const ColumnCuts& cuts, std::size_t column);
    void add_sequence(const Entry* first, std::ptrdiff_t direction, std::size_t n_cuts);

    Rule rule_ = Rule::general;
    bool merges_runs_ = false;
    bool walks_densely_ = false;
    bool omits_largest_ = false;
    SweepRows rows_{};
    std::vector<std::int64_t> totals_;
    std::vector<Cut> cuts_;   // n_found_ of them, and the end of the column
    std::size_t n_found_ = 0;
    std::size_t widest_ = 0;  // the largest block of rows without such a cut ends at this one
    std::vector<Sequence> sequences_;
    std::vector<std::int32_t> ends_;  // (n_columns, n_rows)
    std::vector<std::int64_t> sums_;
    std::size_t n_cuts_ = 0;  // used of both
};

}  // namespace boughs::search
