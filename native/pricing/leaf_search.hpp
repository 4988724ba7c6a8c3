// Enumerates the paths of one leaf depth first, the most promising prefixes first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pricing/leaf_problem.hpp"

namespace boughs::pricing {

class LeafSearch {
public:
    LeafSearch(const LeafProblem& problem, std::size_t how_many, double tolerance, const Stop& stop);
    [[nodiscard]] LeafPrices run();

private:
    using Cells = std::vector<std::uint32_t>;

    // The sums of a CellWorth over some cells.
    template <class Value>
    struct Sums {
        std::span<Value> by_class;
        double& base;
        std::int64_t& input_rows;
    };

    // Sums for every bucket of a column, reused from node to node.
    template <class Value>
    class Buckets {
    public:
        void clear(std::size_t n_buckets, std::size_t n_classes);
        [[nodiscard]] Sums<Value> at(std::size_t bucket);

    private:
        std::size_t n_classes_ = 0;
        std::vector<Value> by_class_;
        std::vector<double> base_;
        std::vector<std::int64_t> input_rows_;
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
    template <class Value, class Visit>
    void for_each_split(std::size_t level, const Cells& cells, const CellWorth<Value>& worth, Buckets<Value>& buckets,
                        const Visit& visit);
    template <class Value>
    void add(std::uint32_t cell, const CellWorth<Value>& worth, Sums<Value> sums) const;
    template <class Value>
    static void add(const Sums<Value>& more, Sums<Value> sums);
    [[nodiscard]] double most_of(const Sums<double>& sums) const;
    [[nodiscard]] Cells cells_of(std::size_t level, const Child& child, const Cells& cells) const;
    [[nodiscard]] bool on_the_way(std::size_t level, std::size_t position) const;
    void propose(const Sums<std::int64_t>& sums, double fixed);
    [[nodiscard]] double needed() const;
    [[nodiscard]] bool is_full() const { return found_.best.size() == how_many_; }
    void keep(PricedPath path);

    const LeafProblem& problem_;
    std::size_t how_many_;
    double tolerance_;
    const Stop& stop_;
    std::vector<std::int32_t> positions_;
    Buckets<std::int64_t> ends_;
    Buckets<double> bounds_;
    LeafPrices found_;
};

}  // namespace boughs::pricing
