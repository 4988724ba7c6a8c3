// A table in which rows of equal ranks are one row.
#pragma once

#include <cstdint>
#include <vector>

#include "search/problem.hpp"

namespace boughs::search {

// Rows that no cut tells apart share a leaf, so that their costs and input rows add up: the same trees cost the same.
// What they cost in any class (the least of the sum) becomes part of the rows' smallest costs.
class MergedTable {
public:
    // Refers to the table where nothing merges.
    explicit MergedTable(const TableView& table, bool merges);

    [[nodiscard]] const TableView& view() const { return view_; }

private:
    void number_rows(const TableView& table);
    void copy_rows(const TableView& table);

    TableView view_;
    std::size_t n_groups_ = 0;
    std::vector<std::int32_t> group_;  // (rows of the table)
    std::vector<std::int32_t> ranks_, order_;
    std::vector<std::int64_t> costs_, input_rows_;
};

}  // namespace boughs::search
