// Counts an answer again from the rows, for debug builds and native tests.
#pragma once

#include "search/problem.hpp"

namespace boughs::search {

// Whether the answer's tree exists, keeps to the question's limits on leaves, and costs what it claims.
[[nodiscard]] bool agrees(const TableView& table, const Question& question, const Answer& answer);

}  // namespace boughs::search
