// Values of subproblems by their rows: the same rows are reached by the same splits in another order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "search/subset.hpp"

namespace boughs::search {

// The rows of a problem, as bits, and their hash.
struct RowSet {
    std::vector<std::uint64_t> words;
    std::uint64_t hash = 0;

    void take(const Subset& subset);
};

// For one leaf price and one minimum of rows. Shared by threads; what it says does not depend on who asked first,
// since only true values and bounds are kept, and answers are cut off at the limit.
class SolvedCache {
public:
    explicit SolvedCache(std::size_t most_bytes) : most_bytes_per_shard_(most_bytes / n_shards) {}

    // min(optimum, limit), if that is known.
    std::optional<std::int64_t> find(const RowSet& rows, int depth, std::int64_t limit);
    // value = min(optimum, limit).
    void store(const RowSet& rows, int depth, std::int64_t limit, std::int64_t value);

private:
    static constexpr std::size_t n_shards = 16;
    struct Entry {
        std::uint64_t hash = 0;
        std::int32_t depth = 0;  // 0: free
        bool is_exact = false;
        std::int64_t value = 0;  // the optimum, or a lower bound
    };
    struct Shard {
        std::mutex mutex;
        std::vector<Entry> entries;  // a power of two
        std::vector<std::uint64_t> words;
        std::size_t n_used = 0;
    };

    [[nodiscard]] Shard& shard_of(const RowSet& rows, int depth) {
        return shards_[(rows.hash ^ static_cast<std::uint64_t>(depth)) % n_shards];
    }
    static std::size_t place(const Shard& shard, const RowSet& rows, int depth);
    bool make_room(Shard& shard, std::size_t n_words) const;

    std::size_t most_bytes_per_shard_;
    std::array<Shard, n_shards> shards_;
};

}  // namespace boughs::search
