// Random small tables and a plain enumeration of all trees, for the fuzz drivers.
#pragma once

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

#include "search/problem.hpp"

namespace fuzz {

using namespace boughs;
using namespace boughs::search;
using Rows = std::vector<std::int32_t>;

struct Table {
    std::size_t n_columns, n_rows, n_classes;
    std::vector<std::int32_t> ranks, order;
    std::vector<std::int64_t> costs, input_rows;

    [[nodiscard]] TableView view() const {
        return {n_columns, n_rows, n_classes, ranks.data(), order.data(), costs.data(), input_rows.data()};
    }
};

class Dice {
public:
    explicit Dice(unsigned seed) : engine_(seed) {}
    std::int64_t below(std::int64_t n) { return std::uniform_int_distribution<std::int64_t>(0, n - 1)(engine_); }
    bool coin() { return below(2) == 0; }

private:
    std::mt19937_64 engine_;
};

inline std::int64_t random_cost(Dice& dice, int style) {
    if (style == 0) return dice.below(2);
    if (style == 1) return dice.below(9) - 4;
    return dice.below(std::int64_t{1} << (style == 2 ? 14 : 49));
}

inline Table random_table(Dice& dice, std::int64_t most_rows) {
    const auto size_up_to = [&](std::int64_t most) { return static_cast<std::size_t>(1 + dice.below(most)); };
    Table table{size_up_to(4), size_up_to(dice.coin() ? 7 : most_rows), size_up_to(4), {}, {}, {}, {}};
    for (std::size_t column = 0; column < table.n_columns; ++column) {
        const std::int64_t n_values = 1 + dice.below(dice.coin() ? 3 : 12);
        std::vector<std::int32_t> order(table.n_rows);
        std::iota(order.begin(), order.end(), 0);
        std::vector<std::int32_t> ranks;
        for (std::size_t r = 0; r < table.n_rows; ++r) ranks.push_back(static_cast<std::int32_t>(dice.below(n_values)));
        std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
            return ranks[static_cast<std::size_t>(a)] < ranks[static_cast<std::size_t>(b)];
        });
        table.ranks.insert(table.ranks.end(), ranks.begin(), ranks.end());
        table.order.insert(table.order.end(), order.begin(), order.end());
    }
    const int style = static_cast<int>(dice.below(4));
    const bool has_own_class = dice.coin();
    for (std::size_t r = 0; r < table.n_rows; ++r) {
        const auto own = static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(table.n_classes)));
        const std::int64_t weight = std::max<std::int64_t>(1, random_cost(dice, style));
        for (std::size_t t = 0; t < table.n_classes; ++t)
            table.costs.push_back(has_own_class ? (t == own ? 0 : weight) : random_cost(dice, style));
        table.input_rows.push_back(1 + dice.below(3));
    }
    return table;
}

// The least value, then the fewest leaves.
struct Best {
    std::int64_t value;
    int n_leaves;
    bool operator<(const Best& other) const {
        return value != other.value ? value < other.value : n_leaves < other.n_leaves;
    }
};

inline Best plain_best(const Table& table, const Rows& rows, const Question& question, int depth) {
    Best best{question.leaf_price, 1};
    std::vector<std::int64_t> sums(table.n_classes, 0);
    for (const std::int32_t row : rows)
        for (std::size_t t = 0; t < table.n_classes; ++t)
            sums[t] += table.costs[static_cast<std::size_t>(row) * table.n_classes + t];
    best.value += *std::min_element(sums.begin(), sums.end());
    for (std::size_t column = 0; depth > 0 && column < table.n_columns; ++column) {
        for (std::int32_t cut = 0; cut < 12; ++cut) {
            Rows sides[2];
            std::int64_t input_rows[2] = {0, 0};
            for (const std::int32_t row : rows) {
                const auto r = static_cast<std::size_t>(row);
                const std::size_t side = table.ranks[column * table.n_rows + r] > cut ? 1 : 0;
                sides[side].push_back(row);
                input_rows[side] += table.input_rows[r];
            }
            if (std::min(input_rows[0], input_rows[1]) < question.min_rows) continue;
            const Best left = plain_best(table, sides[0], question, depth - 1);
            const Best right = plain_best(table, sides[1], question, depth - 1);
            best = std::min(best, {left.value + right.value, left.n_leaves + right.n_leaves});
        }
    }
    return best;
}

inline bool holds(bool is_so, const char* what, int number) {
    if (!is_so) std::printf("table %d: %s\n", number, what);
    return is_so;
}

}  // namespace fuzz
