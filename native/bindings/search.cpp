// solve_depth_two: checks what it is given, so that the search can trust it, and hands the answers out as arrays.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "rooms.hpp"
#include "search_table.hpp"
#include "search/depth_two.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace boughs {

namespace {

using namespace search;

constexpr const char* set_names[] = {"plain", "avx2", "avx512"};

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const InstructionSet set : all_here()) names.emplace_back(set_names[static_cast<std::size_t>(set)]);
    return names;
}

InstructionSet instruction_set_named(const std::string& name) {
    for (const InstructionSet set : all_here())
        if (name == set_names[static_cast<std::size_t>(set)]) return set;
    throw std::invalid_argument("instruction_set: this machine has no " + name);
}

std::vector<std::span<const std::int32_t>> subsets_of(const Input<std::int64_t, 1>& starts,
                                                      const Input<std::int32_t, 1>& rows, std::size_t n_rows) {
    const std::size_t n_subsets = starts.shape(0) - 1;
    require(starts.data()[0] == 0 && starts.data()[n_subsets] == static_cast<std::int64_t>(rows.shape(0)),
            "starts: must begin with 0 and end with the number of rows");
    std::vector<std::span<const std::int32_t>> subsets;
    for (std::size_t b = 0; b < n_subsets; ++b) {
        const std::int64_t begin = starts.data()[b];
        const std::int64_t end = starts.data()[b + 1];
        require(begin <= end && end <= static_cast<std::int64_t>(rows.shape(0)), "starts: must ascend");
        std::int32_t previous = -1;
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int32_t row = rows.data()[i];
            require(row > previous && static_cast<std::size_t>(row) < n_rows, "rows: must ascend within a subset");
            previous = row;
        }
        subsets.emplace_back(rows.data() + begin, static_cast<std::size_t>(end - begin));
    }
    return subsets;
}

// A new numpy array of shape (rows.size(), width), or (rows.size(),) where width is 0; fill writes one row.
template <class T, class Fill>
nb::object array_of(const std::vector<Answer>& answers, std::size_t width, const Fill& fill) {
    const std::size_t per_row = width == 0 ? 1 : width;
    auto* values = new std::vector<T>(answers.size() * per_row);
    const nb::capsule owner(values, [](void* held) noexcept { delete static_cast<std::vector<T>*>(held); });
    for (std::size_t b = 0; b < answers.size(); ++b) fill(answers[b], values->data() + b * per_row);
    const std::size_t shape[2] = {answers.size(), width};
    return nb::cast(nb::ndarray<nb::numpy, T>(values->data(), width == 0 ? 1 : 2, shape, owner));
}

template <std::size_t width>
nb::object array_of(const std::vector<Answer>& answers, std::array<std::int32_t, width> Answer::*member) {
    return array_of<std::int32_t>(answers, width, [&](const Answer& answer, std::int32_t* out) {
        std::copy((answer.*member).begin(), (answer.*member).end(), out);
    });
}

nb::tuple solve_depth_two(const Input<std::int32_t, 2>& ranks, const Input<std::int32_t, 2>& order,
                          const Input<std::int64_t, 2>& costs, const Input<std::int64_t, 1>& input_rows,
                          const Input<std::int64_t, 1>& starts, const Input<std::int32_t, 1>& rows,
                          const Input<std::int64_t, 1>& limits, std::int64_t leaf_price, std::int64_t min_rows,
                          int max_depth, std::size_t n_threads, const Stop& stop, std::uint32_t disabled,
                          const std::optional<std::string>& instruction_set) {
    const TableView table = checked_shapes(ranks, order, costs, input_rows);
    require(starts.shape(0) >= 1, "starts: must begin with 0");
    require(limits.shape(0) + 1 == starts.shape(0), "limits: must have an entry per subset");
    require(min_rows >= 1, "min_rows: must be at least 1");
    require(max_depth == 1 || max_depth == 2, "max_depth: must be 1 or 2");
    require(n_threads >= 1, "n_threads: must be at least 1");
    Settings settings;
    settings.disabled = disabled;
    if (instruction_set) settings.instruction_set = instruction_set_named(*instruction_set);

    std::vector<Answer> answers(limits.shape(0));
    {
        const nb::gil_scoped_release release;
        check_order(table);
        check_totals(table, leaf_price, max_depth);
        std::vector<Question> questions;
        for (const auto& subset : subsets_of(starts, rows, table.n_rows))
            questions.push_back({subset, limits.data()[questions.size()], leaf_price, min_rows, max_depth});
        solve_all(table, questions, settings, n_threads, stop, answers);
    }
    const auto values = array_of<std::int64_t>(answers, 0, [](const Answer& a, std::int64_t* out) { *out = a.value; });
    const auto status = array_of<std::uint8_t>(
        answers, 0, [](const Answer& a, std::uint8_t* out) { *out = static_cast<std::uint8_t>(a.status); });
    return nb::make_tuple(values, array_of(answers, &Answer::columns), array_of(answers, &Answer::lows),
                          array_of(answers, &Answer::highs), array_of(answers, &Answer::targets), status);
}

}  // namespace

void bind_search(nb::module_& module) {
    module.def("instruction_sets", &instruction_sets);
    module.def("solve_depth_two", &solve_depth_two, "ranks"_a.noconvert(), "order"_a.noconvert(), "costs"_a.noconvert(),
               "input_rows"_a.noconvert(), "starts"_a.noconvert(), "rows"_a.noconvert(), "limits"_a.noconvert(),
               "leaf_price"_a, "min_rows"_a, "max_depth"_a, "n_threads"_a, "stop"_a, "disabled"_a = 0,
               "instruction_set"_a = nb::none());
}

}  // namespace boughs
