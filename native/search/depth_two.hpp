// The best tree of depth two, over all splits of all columns.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "search/column_cuts.hpp"
#include "search/gaps.hpp"
#include "search/lane_sweeper.hpp"
#include "search/problem.hpp"
#include "search/stump.hpp"
#include "search/subset.hpp"
#include "table/stop.hpp"

namespace boughs::search {

// Answers one question after another; keeps its working space between them. One per thread.
// Among trees of equal cost: fewer leaves, then the first column, then the lowest cut, from the root down.
class DepthTwoSolver {
public:
    explicit DepthTwoSolver(const Settings& settings) : settings_(settings) {}

    Answer solve(const TableView& table, const Question& question, const Stop& stop);

    // What the best tree on all rows of the subset costs above the rows' smallest costs, or the question's limit (on
    // the same scale) if that is less. Writes no tree; the question's rows are not read. Nothing when stopped.
    std::optional<std::int64_t> least_cost(const Subset& subset, const Question& question, const Stop& stop);

private:
    // The best tree so far by its root; column -1: a leaf, or no tree at all but the limit's value.
    struct Incumbent {
        std::int64_t value;
        std::int32_t column;
        std::int32_t cut;
        std::array<std::int64_t, 2> children{};
    };
    // A gap that is worth looking into.
    struct OpenGap {
        Gap gap;
        Gap::Cuts open;
        std::size_t n_lanes = 1;
    };

    bool take_columns(const TableView& table, const Stop& stop);
    void start_sweeps();
    void add_column(std::size_t column);
    bool search_stump_costs(const Stop& stop);
    bool search(const Stop& stop);
    bool search_stumps();
    void keep_if_open(Gap gap, Gap::Cuts within);
    void choose_gaps(std::size_t n_lanes);
    void choose_most_promising(std::size_t n_lanes);
    void choose_next(std::size_t n_lanes);
    void share_lanes(std::size_t n_lanes);
    void add_lanes(const OpenGap& open);
    bool evaluate(bool needs_whole, const Stop& stop);
    void note_whole(std::int64_t value);
    void note(std::int32_t column, const Evaluated& result);
    void split(const OpenGap& open, const Evaluated* results);
    [[nodiscard]] std::int64_t cutoff(std::int32_t column, std::int32_t below) const;
    void write_tree(Answer& answer);
    [[nodiscard]] TableSplit root_split() const;
    [[nodiscard]] std::int64_t natural(std::int64_t value) const;

    Settings settings_;
    Question question_;
    Subset own_subset_;
    const Subset* subset_ = nullptr;
    Units units_{};
    bool breaks_ties_ = true;
    ColumnCuts cuts_;
    StumpFinder stumps_;
    LaneSweeper sweeper_;
    std::int64_t whole_ = 0;  // the best value of a stump or leaf on all rows, 0 while unknown
    Incumbent best_{};
    TableSplit stump_{};  // the root's split where one level is all
    std::vector<OpenGap> open_;    // by column, then cut
    std::vector<OpenGap> chosen_;  // of them, for the next batch
    std::vector<OpenGap> rest_;
    std::size_t n_batches_ = 0;
    std::pair<std::int32_t, std::int32_t> turn_{};  // column and last cut of the last gap chosen
    std::vector<std::int64_t> bounds_;
    std::vector<Lane> lanes_;
    std::vector<Evaluated> results_;
    std::vector<std::uint8_t> sides_;
};

// One answer per question, the same for any number of threads.
void solve_all(const TableView& table, std::span<const Question> questions, const Settings& settings,
               std::size_t n_threads, const Stop& stop, std::span<Answer> answers);

}  // namespace boughs::search
