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
    // Neighbouring rows of one kind, or of one rank: no cut between them can matter. It begins where the one before
    // ends.
    struct Block {
        std::int32_t end;
        std::int32_t kind;
    };
    static constexpr std::int32_t mixed = -1;
    void weigh(const Subset& subset);
    void group_by_rank(const Subset& subset, std::size_t column);
    void merge_runs();
    void sum_up(const std::int32_t* order);
    [[nodiscard]] std::size_t block_to_omit() const;
    [[nodiscard]] std::int32_t begin(std::size_t block) const { return block == 0 ? 0 : blocks_[block - 1].end; }
    void add_sequence(const std::int32_t* first, std::ptrdiff_t direction, std::size_t n_cuts);

    Rule rule_ = Rule::general;
    bool merges_runs_ = false;
    bool omits_largest_ = false;
    SweepRows rows_{};
    std::vector<std::int64_t> weights_;
    std::vector<std::int32_t> kinds_;
    std::vector<std::int64_t> totals_;
    std::vector<Block> blocks_;  // n_blocks_ of them
    std::size_t n_blocks_ = 0;
    std::vector<std::int64_t> sum_to_;  // two_class: (n_rows + 1) sums of the weights along a column's order
    std::vector<Sequence> sequences_;
    std::vector<std::int32_t> ends_;  // (n_columns, n_rows)
    std::vector<std::int64_t> sums_;
    std::size_t n_cuts_ = 0;  // used of both
};

}  // namespace boughs::search
