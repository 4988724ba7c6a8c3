// Random small tables: the native depth-two search, in every setting, against a plain enumeration of all trees.
// fuzz_depth_two [tables] [seed]; for runs under the sanitizers.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "random_tables.hpp"
#include "search/check.hpp"
#include "search/depth_two.hpp"

namespace {

using namespace fuzz;

int n_leaves(const Answer& answer) {
    return static_cast<int>(std::count_if(answer.targets.begin(), answer.targets.end(), [](auto t) { return t >= 0; }));
}

bool same(const Answer& a, const Answer& b) {
    return a.value == b.value && a.columns == b.columns && a.lows == b.lows && a.highs == b.highs &&
           a.targets == b.targets && a.status == b.status;
}

bool is_at_limit(const Answer& answer, const Question& question) {
    return answer.status == Status::at_least_limit && answer.value == question.limit;
}

bool check_table(Dice& dice, int number) {
    const Table table = random_table(dice, 40);
    Rows rows;
    const bool takes_all = dice.coin();
    for (std::size_t r = 0; r < table.n_rows; ++r)
        if (takes_all || dice.coin()) rows.push_back(static_cast<std::int32_t>(r));
    if (rows.empty()) rows.push_back(0);
    Question question{rows};
    question.leaf_price = dice.coin() ? 0 : dice.below(4);
    question.min_rows = dice.coin() ? 1 : 1 + dice.below(8);
    question.max_depth = dice.below(4) == 0 ? 1 : 2;
    const Stop stop;
    const Best expected = plain_best(table, rows, question, question.max_depth);
    const Answer reference = DepthTwoSolver({}).solve(table.view(), question, stop);
    bool ok = holds(reference.value == expected.value, "value", number) &&
              holds(n_leaves(reference) == expected.n_leaves, "leaves", number) &&
              holds(reference.status == Status::exact, "status", number) &&
              holds(agrees(table.view(), question, reference), "tree", number);
    std::vector<Question> questions(4, question);
    questions[1].limit = expected.value + 1;
    questions[2].limit = expected.value;
    questions[3].limit = expected.value - dice.below(5);
    for (const InstructionSet set : all_here()) {
        const Settings settings{static_cast<std::uint32_t>(dice.below(all_switches + 1)), set};
        std::vector<Answer> answers(questions.size());
        solve_all(table.view(), questions, settings, 2, stop, answers);
        ok = ok && holds(same(answers[0], reference), "another setting", number) &&
             holds(same(answers[1], reference), "limit above", number) &&
             holds(is_at_limit(answers[2], questions[2]), "limit", number) &&
             holds(is_at_limit(answers[3], questions[3]), "limit below", number);
    }
    return ok;
}

}  // namespace

int main(int argc, char** argv) {
    const int n_tables = argc > 1 ? std::atoi(argv[1]) : 2000;
    Dice dice(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
    for (int number = 0; number < n_tables; ++number)
        if (!check_table(dice, number)) return 1;
    std::printf("%d tables\n", n_tables);
    return 0;
}
