// Which of the compiled sweeps this machine can run.
#pragma once

#include <vector>

#include "search/sweep.hpp"

namespace boughs::search {

enum class InstructionSet { plain, avx2, avx512 };

[[nodiscard]] bool runs_here(InstructionSet set);
[[nodiscard]] InstructionSet fastest_here();
[[nodiscard]] std::vector<InstructionSet> all_here();

// Only for a set that runs here.
[[nodiscard]] const Kernel& kernel(InstructionSet set, Rule rule, Width width);

}  // namespace boughs::search
