// What to walk for a rule: the rows' weights, and in every column the cuts that can matter, from both ends.
#pragma once

#include <cstdint>
#include <vector>

#include "search/problem.hpp"
#include "search/subset.hpp"
#include "search/sweep.hpp"

namespace boughs::search {

class SweepPlan {
public:
    // The cheapest rule that fits the subset's costs.
    [[nodiscard]] static Rule rule_for(const Subset& subset, const Settings& settings);

    void start(const Subset& subset, Rule rule, std::int64_t min_rows, const Settings& settings);
    void add_column(const Subset& subset, std::size_t column);

    [[nodiscard]] const SweepRows& rows() const { return rows_; }
    [[nodiscard]] const std::vector<Sequence>& sequences() const { return sequences_; }
    [[nodiscard]] Rule rule() const { return rule_; }

private:
    // Neighbouring rows of one kind, or of one rank: no cut between them can matter.
    struct Block {
        std::int32_t begin, end;
        std::int32_t kind;  // -1: mixed
    };
    void weigh(const Subset& subset);
    void cut_into_blocks(const Subset& subset, std::size_t column);
    [[nodiscard]] std::size_t block_to_omit() const;
    void add_sequence(const std::int32_t* first, std::ptrdiff_t direction, std::size_t n_cuts);

    Rule rule_ = Rule::general;
    bool merges_runs_ = false;
    bool omits_largest_ = false;
    SweepRows rows_{};
    std::vector<std::int64_t> weights_;
    std::vector<std::int32_t> kinds_;
    std::vector<std::int64_t> totals_;
    std::vector<Block> blocks_;
    std::vector<Sequence> sequences_;
    std::vector<std::int32_t> ends_;  // (n_columns, n_rows)
    std::vector<std::int64_t> sums_;
    std::size_t n_cuts_ = 0;  // used of both
};

}  // namespace boughs::search
