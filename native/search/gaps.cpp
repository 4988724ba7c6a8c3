// Arithmetic of the bounds between evaluated thresholds.
#include "search/gaps.hpp"

#include <algorithm>
#include <array>

#include "search/ascending.hpp"

namespace boughs::search {

std::int64_t Gap::least_left() const { return std::max(below_.relaxed[0], price_); }
std::int64_t Gap::least_right() const { return std::max(above_.relaxed[1], price_); }

// The sum of the two bounds falls, stays, then rises as v moves up; its least value is one of two sums free of v.
void Gap::bound_by(const std::int64_t* weights) {
    const std::int64_t between = weights[above_.cut] - (below_.cut < 0 ? 0 : weights[below_.cut]);
    bound_ = std::max({bound_, least_left() + least_right(), above_.value[0] + below_.value[1] - between});
}

void Gap::raise_ends(std::int32_t last_rank, std::int64_t whole) {
    if (below_.cut < 0) below_.value[1] = whole;
    if (above_.cut == last_rank) above_.value[0] = whole;
}

Evaluated Gap::at(std::int32_t cut, const std::int64_t* weights) const {
    const std::int64_t from_below = weights[cut] - (below_.cut < 0 ? 0 : weights[below_.cut]);
    const std::int64_t from_above = weights[above_.cut] - weights[cut];
    // (1) holds for the relaxed optimum as well.
    const std::array relaxed{std::max(least_left(), above_.relaxed[0] - from_above),
                             std::max(least_right(), below_.relaxed[1] - from_below)};
    return {cut,
            relaxed,
            {std::max(relaxed[0], above_.value[0] - from_above), std::max(relaxed[1], below_.value[1] - from_below)}};
}

Gap::Cuts Gap::open_cuts(Cuts cuts, const std::int64_t* weights, std::int64_t cutoff) const {
    if (cuts.empty()) return cuts;
    const auto search = [&](std::int32_t from, std::int64_t least) {
        const auto n = static_cast<std::size_t>(cuts.last + 1 - from);
        return from + static_cast<std::int32_t>(first_at_least(weights + from, n, least));
    };
    // left(v) + right(v) >= least_left + right(a) - (weights[v] - weights[a])
    const std::int64_t at_below = below_.cut < 0 ? 0 : weights[below_.cut];
    const std::int32_t first = search(cuts.first, at_below + least_left() + below_.value[1] - cutoff + 1);
    // left(v) + right(v) >= left(b) - (weights[b] - weights[v]) + least_right
    return {first, search(first, weights[above_.cut] + cutoff - above_.value[0] - least_right()) - 1};
}

}  // namespace boughs::search
