// What a sweep through a column has seen of each node so far (one side of a split), and how good a split there is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "cart/quality.hpp"

namespace boughs::cart {

// Up to this total weight, squares of weights fit in 64 bits and two weights in one word.
constexpr std::int64_t NARROW_LIMIT = (std::int64_t{1} << 31) - 1;

// Notation: N and T_k are a node's weight and its weight of class k; n and L_k those of the side seen so far.

// Two classes: the impurity falls by D^2 / (n (N - n)), up to a factor of the node's, where D = L_1 N - T_1 n.
class TwoClassTally {
public:
    using Quality = ExactQuality;
    static constexpr bool IS_CHEAP_TO_ASK = true;  // cheaper to ask at every row than to mispredict where a value ends

    // The weight in the low half, the weight of class 1 in the high half.
    using RowWeight = std::uint64_t;
    static RowWeight row_weight(std::int64_t weight, std::int32_t label) {
        const auto w = static_cast<std::uint64_t>(weight);
        return label == 1 ? (w << 32) | w : w;
    }

    void set_nodes(std::span<const std::int64_t> class_totals, std::size_t n_classes) {
        nodes_.assign(class_totals.size() / n_classes, {});
        for (std::size_t s = 0; s < nodes_.size(); ++s) {
            nodes_[s].of_class_1 = n_classes == 2 ? class_totals[2 * s + 1] : 0;
            nodes_[s].total = class_totals[n_classes * s] + nodes_[s].of_class_1;
        }
    }
    void clear() {
        for (auto& node : nodes_) node.seen = 0;
    }
    void add(std::size_t slot, RowWeight weight) { nodes_[slot].seen += weight; }

    [[nodiscard]] bool exceeds(std::size_t slot, double bar) const {
        const auto d = static_cast<double>(difference(nodes_[slot]));
        return d * d > bar * static_cast<double>(size_product(nodes_[slot]));
    }
    [[nodiscard]] Quality quality(std::size_t slot) const {
        const Int128 d = difference(nodes_[slot]);
        return {static_cast<Uint128>(d * d), static_cast<std::uint64_t>(size_product(nodes_[slot]))};
    }

private:
    struct Node {
        std::uint64_t seen;
        std::int64_t total;
        std::int64_t of_class_1;
    };
    static std::int64_t weight(const Node& node) { return static_cast<std::int64_t>(node.seen & 0xffffffffU); }
    static std::int64_t difference(const Node& node) {
        return static_cast<std::int64_t>(node.seen >> 32) * node.total - node.of_class_1 * weight(node);
    }
    static std::int64_t size_product(const Node& node) { return weight(node) * (node.total - weight(node)); }

    std::vector<Node> nodes_;
};

// Any number of classes: with S = sum L_k^2 and S' = sum (T_k - L_k)^2, the split is as good as S / n + S' / (N - n).
// Square holds squares of the total weight.
template <class Square>
class ManyClassTally {
public:
    static constexpr bool EXACT = std::is_same_v<Square, std::int64_t>;
    using Quality = std::conditional_t<EXACT, ExactQuality, RoundedQuality>;
    static constexpr bool IS_CHEAP_TO_ASK = false;

    struct RowWeight {
        std::conditional_t<EXACT, std::int32_t, std::int64_t> weight;
        std::int32_t label;
    };
    static RowWeight row_weight(std::int64_t weight, std::int32_t label) {
        return {static_cast<decltype(RowWeight::weight)>(weight), label};
    }

    void set_nodes(std::span<const std::int64_t> class_totals, std::size_t n_classes) {
        n_classes_ = n_classes;
        nodes_.assign(class_totals.size() / n_classes, {});
        classes_.resize(class_totals.size());
        for (std::size_t i = 0; i < class_totals.size(); ++i) {
            Node& node = nodes_[i / n_classes];
            node.total += class_totals[i];
            node.total_squares += Square{class_totals[i]} * class_totals[i];
            classes_[i] = {0, class_totals[i]};
        }
    }
    void clear() {
        for (auto& node : nodes_) node.seen = 0, node.squares = 0, node.products = 0;
        for (auto& one : classes_) one.seen = 0;
    }
    void add(std::size_t slot, RowWeight row) {
        Node& node = nodes_[slot];
        Class& own = classes_[slot * n_classes_ + static_cast<std::size_t>(row.label)];
        node.squares += Square{row.weight} * (2 * own.seen + row.weight);
        node.products += Square{row.weight} * own.total;
        node.seen += row.weight;
        own.seen += row.weight;
    }

    [[nodiscard]] bool exceeds(std::size_t slot, double bar) const {
        const RoundedQuality rounded = rounded_quality(nodes_[slot]);
        return rounded.numerator > bar * rounded.denominator;
    }
    [[nodiscard]] Quality quality(std::size_t slot) const {
        const Node& node = nodes_[slot];
        if constexpr (EXACT) {
            const auto rest = static_cast<Uint128>(node.total - node.seen);
            const auto seen = static_cast<Uint128>(node.seen);
            return {static_cast<Uint128>(node.squares) * rest + static_cast<Uint128>(rest_squares(node)) * seen,
                    static_cast<std::uint64_t>(seen * rest)};
        } else {
            return rounded_quality(node);
        }
    }

private:
    struct Node {
        std::int64_t seen;    // n
        std::int64_t total;   // N
        Square squares;       // sum of L_k^2
        Square products;      // sum of L_k T_k
        Square total_squares; // sum of T_k^2
    };
    struct Class {
        std::int64_t seen;   // L_k
        std::int64_t total;  // T_k
    };
    static Square rest_squares(const Node& node) { return node.total_squares - 2 * node.products + node.squares; }
    static RoundedQuality rounded_quality(const Node& node) {
        const auto seen = static_cast<double>(node.seen);
        const auto rest = static_cast<double>(node.total - node.seen);
        const double seen_part = static_cast<double>(node.squares) * rest;
        const double rest_part = static_cast<double>(rest_squares(node)) * seen;
        return {seen_part + rest_part, seen * rest};
    }

    std::size_t n_classes_ = 1;
    std::vector<Node> nodes_;
    std::vector<Class> classes_;
};

}  // namespace boughs::cart
