// The exact search of any depth: deeper and deeper trees from the root, in threads, always with a tree and a bound.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/closed_ranges.hpp"
#include "search/exact_progress.hpp"
#include "search/exact_subtree.hpp"
#include "search/exact_tree.hpp"
#include "search/merged_table.hpp"
#include "table/stop.hpp"

namespace boughs::search {

// Among trees of equal cost: every node has the least depth that attains its cost; the last two levels are those of
// the depth-two solver; above them stands the split that the search comes upon first, in an order that the threads do
// not change.
class ExactSearch {
public:
    ExactSearch(const TableView& table, const Rules& rules, int max_depth, std::size_t n_threads, const Stop& stop);

    // incumbent: the splits of a tree to start from, or none. To the proof or until stopped; called once.
    void run(const SplitPlan& incumbent);

    [[nodiscard]] const Progress& progress() const { return progress_; }
    // After run.
    [[nodiscard]] const Counts& counts() const { return counts_; }
    // Every cut of the root's columns, as ranks of the table, with the cost that it cannot get below.
    [[nodiscard]] const ClosedRanges& certificate() const { return certificate_; }

private:
    void run_depth(const Subset& rows, int depth);
    void offer(const SplitPlan& plan, int depth);
    void write_certificate(std::int64_t base, ClosedRanges closed);

    MergedTable merged_;
    TableView table_;
    Rules rules_;
    int max_depth_;
    std::size_t n_threads_;
    Stop stop_;
    Caches caches_;
    Progress progress_;
    Counts counts_{};
    ClosedRanges certificate_;
};

}  // namespace boughs::search
