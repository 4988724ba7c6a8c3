// Random small tables: the native exact search, in random settings and threads, against a plain enumeration of all
// trees, and stopped at a random moment. fuzz_exact_search [tables] [seed]; for runs under the sanitizers.
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "random_tables.hpp"
#include "search/exact_search.hpp"

namespace {

using namespace fuzz;

bool same(const ExactTree& a, const ExactTree& b) {
    return a.value == b.value && a.columns == b.columns && a.lows == b.lows && a.highs == b.highs &&
           a.targets == b.targets;
}

bool check_table(Dice& dice, int number) {
    const Table table = random_table(dice, 10);
    Rows rows(table.n_rows);
    std::iota(rows.begin(), rows.end(), 0);
    Rules rules{dice.coin() ? 0 : dice.below(4), dice.coin() ? 1 : 1 + dice.below(5), {}};
    Question question{rows};
    question.leaf_price = rules.leaf_price;
    question.min_rows = rules.min_rows;
    const int depth = 1 + static_cast<int>(dice.below(4));
    const std::int64_t expected = plain_best(table, rows, question, depth).value;
    const auto run = [&](std::size_t n_threads, double seconds) {
        ExactSearch search(table.view(), rules, depth, n_threads, Stop(seconds));
        search.run({});
        const auto& progress = search.progress();
        return std::tuple(progress.value(), progress.bound(), progress.tree());
    };
    constexpr double forever = std::numeric_limits<double>::infinity();
    const auto [value, bound, tree] = run(1, forever);
    const auto [value_too, bound_too, tree_too] = run(3, forever);
    const auto [stopped_value, stopped_bound, stopped_tree] = run(2, static_cast<double>(dice.below(200)) * 1e-6);
    rules.settings.disabled = static_cast<std::uint32_t>(dice.below(all_switches + 1));
    const auto [other_value, other_bound, other_tree] = run(2, forever);
    return holds(value == expected && bound == expected, "value", number) &&
           holds(same(tree, tree_too) && bound_too == value_too, "threads", number) &&
           holds(other_value == expected && other_bound == expected, "switches", number) &&
           holds(stopped_bound <= expected && expected <= stopped_value, "stopped", number);
}

}  // namespace

int main(int argc, char** argv) {
    const int n_tables = argc > 1 ? std::atoi(argv[1]) : 300;
    Dice dice(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
    for (int number = 0; number < n_tables; ++number)
        if (!check_table(dice, number)) return 1;
    std::printf("%d tables\n", n_tables);
    return 0;
}
