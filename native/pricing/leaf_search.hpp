// Enumerates the paths of one leaf depth first, the most promising prefixes first.
#pragma once

#include <cstdint>
#include <vector>

#include "pricing/leaf_problem.hpp"

namespace boughs::pricing {

class LeafSearch {
public:
    LeafSearch(const LeafProblem& problem, std::size_t how_many, double tolerance, const Stop& stop);
    [[nodiscard]] LeafPrices run();

private:
    using Cells = std::vector<std::uint32_t>;

    // What the cells that a child gets would bring: exactly (a path ends there) or at most (it goes on).
    struct Sums {
        std::vector<std::int64_t> rewards;  // per class
        std::vector<double> gains;          // per class: what the cells of positive worth add to `base`
        double base = 0.0;
        double beta = 0.0;
        std::int64_t input_rows = 0;
    };
    struct Child {
        double bound;
        std::size_t position;
        std::size_t group;
        std::size_t cut;
    };

    void expand(std::size_t level, const Cells& cells, double bound, double fixed);
    void end_here(std::size_t level, const Cells& cells, double fixed);
    [[nodiscard]] std::vector<Child> children(std::size_t level, const Cells& cells, double fixed);
    void end_with_last_splits(const Cells& cells, double fixed);
    template <class Visit>
    void for_each_split(std::size_t level, const Cells& cells, bool only_bounds, const Visit& visit);
    void add(std::uint32_t cell, bool only_bounds, Sums& sums) const;
    void add(const Sums& more, Sums& sums) const;
    [[nodiscard]] Sums nothing() const;
    [[nodiscard]] double most_of(const Sums& sums) const;
    [[nodiscard]] Cells cells_of(std::size_t level, const Child& child, const Cells& cells) const;
    [[nodiscard]] bool on_the_way(std::size_t level, std::size_t position) const;
    void propose(const Sums& sums, double fixed);
    [[nodiscard]] double needed() const;
    void keep(PricedPath path);

    const LeafProblem& problem_;
    std::size_t how_many_;
    double tolerance_;
    const Stop& stop_;
    std::vector<std::int32_t> positions_;
    LeafPrices found_;
};

}  // namespace boughs::pricing
