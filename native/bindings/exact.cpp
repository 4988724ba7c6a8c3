// ExactSearch: a handle that one thread runs while others watch it.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <atomic>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "rooms.hpp"
#include "search/exact_search.hpp"
#include "search_table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace boughs {

namespace {

using namespace search;

constexpr int deepest = 10;

template <class T>
nb::object array_of(std::vector<T> values) {
    auto* held = new std::vector<T>(std::move(values));
    const nb::capsule owner(held, [](void* given) noexcept { delete static_cast<std::vector<T>*>(given); });
    const std::size_t shape[1] = {held->size()};
    return nb::cast(nb::ndarray<nb::numpy, T>(held->data(), 1, shape, owner));
}

class Handle {
public:
    using Incumbent = std::optional<std::tuple<Input<std::int32_t, 1>, Input<std::int32_t, 1>>>;

    Handle(Input<std::int32_t, 2> ranks, Input<std::int32_t, 2> order, Input<std::int64_t, 2> costs,
           Input<std::int64_t, 1> input_rows, std::int64_t leaf_price, std::int64_t min_rows, int max_depth,
           std::size_t n_threads, const Stop& stop, std::uint32_t disabled)
        : ranks_(std::move(ranks)),
          order_(std::move(order)),
          costs_(std::move(costs)),
          input_rows_(std::move(input_rows)),
          max_depth_(max_depth) {
        const TableView table = checked_shapes(ranks_, order_, costs_, input_rows_);
        require(min_rows >= 1, "min_rows: must be at least 1");
        require(max_depth >= 1 && max_depth <= deepest, "max_depth: must be from 1 to 10");
        require(n_threads >= 1 && n_threads <= 1024, "n_threads: must be from 1 to 1024");
        const nb::gil_scoped_release release;
        check_order(table);
        check_totals(table, leaf_price, max_depth);
        Rules rules{leaf_price, min_rows, {}};
        rules.settings.disabled = disabled;
        search_.emplace(table, rules, max_depth, n_threads, stop);
    }

    void run(const Incumbent& incumbent) {
        const SplitPlan plan = plan_of(incumbent);
        require(!has_begun_.exchange(true), "run: a search runs once");
        const nb::gil_scoped_release release;
        search_->run(plan);
        has_ended_.store(true);
    }

    [[nodiscard]] std::int64_t value() const { return search_->progress().value(); }
    [[nodiscard]] std::int64_t bound() const { return search_->progress().bound(); }

    [[nodiscard]] nb::tuple tree() const {
        ExactTree tree = search_->progress().tree();
        return nb::make_tuple(array_of(std::move(tree.columns)), array_of(std::move(tree.lows)),
                              array_of(std::move(tree.highs)), array_of(std::move(tree.targets)));
    }

    [[nodiscard]] nb::dict counts() const {
        require_end();
        nb::dict result;
        const Counts& counts = search_->counts();
        result["depth_two"] = counts.depth_two;
        result["thresholds"] = counts.thresholds;
        result["nodes"] = counts.nodes;
        return result;
    }

    [[nodiscard]] nb::tuple certificate() const {
        require_end();
        std::vector<std::int32_t> columns, firsts, lasts;
        std::vector<std::int64_t> bounds;
        std::vector<std::uint8_t> reasons;
        for (const ClosedRange& range : search_->certificate()) {
            columns.push_back(range.column);
            firsts.push_back(range.first);
            lasts.push_back(range.last);
            bounds.push_back(range.bound);
            reasons.push_back(static_cast<std::uint8_t>(range.reason));
        }
        return nb::make_tuple(array_of(std::move(columns)), array_of(std::move(firsts)), array_of(std::move(lasts)),
                              array_of(std::move(bounds)), array_of(std::move(reasons)));
    }

private:
    void require_end() const { require(has_ended_.load(), "counts, certificate: only after run"); }

    [[nodiscard]] SplitPlan plan_of(const Incumbent& incumbent) const {
        SplitPlan plan;
        if (!incumbent) return plan;
        const auto& [columns, cuts] = *incumbent;
        require(columns.shape(0) == cuts.shape(0), "incumbent: as many cuts as columns");
        require(columns.shape(0) < (std::size_t{1} << max_depth_), "incumbent: too deep");
        for (std::size_t node = 0; node < columns.shape(0); ++node) {
            const std::int32_t column = columns.data()[node];
            require(column >= -1 && column < static_cast<std::int32_t>(ranks_.shape(0)), "incumbent: no such column");
            if (column >= 0) plan.set(node, {column, cuts.data()[node]});
        }
        return plan;
    }

    Input<std::int32_t, 2> ranks_, order_;
    Input<std::int64_t, 2> costs_;
    Input<std::int64_t, 1> input_rows_;
    int max_depth_;
    std::optional<ExactSearch> search_;
    std::atomic<bool> has_begun_{false}, has_ended_{false};
};

}  // namespace

void bind_exact(nb::module_& module) {
    nb::class_<Handle>(module, "ExactSearch")
        .def(nb::init<Input<std::int32_t, 2>, Input<std::int32_t, 2>, Input<std::int64_t, 2>, Input<std::int64_t, 1>,
                      std::int64_t, std::int64_t, int, std::size_t, const Stop&, std::uint32_t>(),
             "ranks"_a.noconvert(), "order"_a.noconvert(), "costs"_a.noconvert(), "input_rows"_a.noconvert(),
             "leaf_price"_a, "min_rows"_a, "max_depth"_a, "n_threads"_a, "stop"_a, "disabled"_a = 0)
        .def("run", &Handle::run, "incumbent"_a = nb::none())
        .def_prop_ro("value", &Handle::value)
        .def_prop_ro("bound", &Handle::bound)
        .def("tree", &Handle::tree)
        .def("counts", &Handle::counts)
        .def("certificate", &Handle::certificate);
}

}  // namespace boughs
