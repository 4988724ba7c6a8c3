// Open addressing in shards; a full shard keeps what it has.
#include "search/solved_cache.hpp"

#include <algorithm>

namespace boughs::search {

void RowSet::take(const Subset& subset) {
    words.assign((subset.n_table_rows + 63) / 64, 0);
    for (std::size_t r = 0; r < subset.n_rows; ++r) {
        const auto row = static_cast<std::size_t>(subset.table_rows[r]);
        words[row / 64] |= std::uint64_t{1} << (row % 64);
    }
    hash = 0;
    for (const std::uint64_t word : words) {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
}

// Where the rows stand, or would.
std::size_t SolvedCache::place(const Shard& shard, const RowSet& rows, int depth) {
    const std::size_t mask = shard.entries.size() - 1;
    const std::size_t n_words = rows.words.size();
    for (std::size_t at = (rows.hash >> 8) & mask;; at = (at + 1) & mask) {
        const Entry& entry = shard.entries[at];
        if (entry.depth == 0) return at;
        if (entry.depth == depth && entry.hash == rows.hash &&
            std::equal(rows.words.begin(), rows.words.end(), shard.words.data() + at * n_words))
            return at;
    }
}

std::optional<std::int64_t> SolvedCache::find(const RowSet& rows, int depth, std::int64_t limit) {
    Shard& shard = shard_of(rows, depth);
    const std::lock_guard lock(shard.mutex);
    if (shard.entries.empty()) return std::nullopt;
    const Entry& entry = shard.entries[place(shard, rows, depth)];
    if (entry.depth == 0 || (!entry.is_exact && entry.value < limit)) return std::nullopt;
    return std::min(entry.value, limit);
}

// At most half of the entries are used.
bool SolvedCache::make_room(Shard& shard, std::size_t n_words) const {
    if (2 * (shard.n_used + 1) <= shard.entries.size()) return true;
    const std::size_t n_entries = std::max<std::size_t>(64, 2 * shard.entries.size());
    if (n_entries * (sizeof(Entry) + 8 * n_words) > most_bytes_per_shard_) return false;
    std::vector<Entry> entries(n_entries);
    std::vector<std::uint64_t> words(n_entries * n_words);
    for (std::size_t old = 0; old < shard.entries.size(); ++old) {
        if (shard.entries[old].depth == 0) continue;
        std::size_t at = (shard.entries[old].hash >> 8) & (n_entries - 1);
        while (entries[at].depth != 0) at = (at + 1) & (n_entries - 1);
        entries[at] = shard.entries[old];
        std::copy_n(shard.words.data() + old * n_words, n_words, words.data() + at * n_words);
    }
    shard.entries = std::move(entries);
    shard.words = std::move(words);
    return true;
}

void SolvedCache::store(const RowSet& rows, int depth, std::int64_t limit, std::int64_t value) {
    Shard& shard = shard_of(rows, depth);
    const std::lock_guard lock(shard.mutex);
    const bool has_room = make_room(shard, rows.words.size());
    if (shard.entries.empty()) return;
    Entry& entry = shard.entries[place(shard, rows, depth)];
    if (entry.depth == 0) {
        if (!has_room) return;
        const auto at = static_cast<std::size_t>(&entry - shard.entries.data());
        std::copy(rows.words.begin(), rows.words.end(), shard.words.data() + at * rows.words.size());
        entry = {rows.hash, depth, false, value};
        ++shard.n_used;
    }
    if (entry.is_exact) return;
    entry.is_exact = value < limit;
    entry.value = entry.is_exact ? value : std::max(entry.value, value);
}

}  // namespace boughs::search
