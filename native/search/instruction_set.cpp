// Asks the processor what it can do.
#include "search/instruction_set.hpp"

namespace boughs::search {

#if defined(__x86_64__)
bool runs_here(InstructionSet set) {
    __builtin_cpu_init();
    if (set == InstructionSet::plain) return true;
    if (set == InstructionSet::avx2) return __builtin_cpu_supports("avx2");
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

const Kernel& kernel(InstructionSet set, Rule rule, Width width) {
    if (set == InstructionSet::avx512) return avx512::kernel(rule, width);
    return set == InstructionSet::avx2 ? avx2::kernel(rule, width) : plain::kernel(rule, width);
}
#else
bool runs_here(InstructionSet set) { return set == InstructionSet::plain; }

const Kernel& kernel(InstructionSet, Rule rule, Width width) { return plain::kernel(rule, width); }
#endif

InstructionSet fastest_here() { return all_here().back(); }

std::vector<InstructionSet> all_here() {
    std::vector<InstructionSet> sets;
    for (const InstructionSet set : {InstructionSet::plain, InstructionSet::avx2, InstructionSet::avx512})
        if (runs_here(set)) sets.push_back(set);
    return sets;
}

}  // namespace boughs::search
