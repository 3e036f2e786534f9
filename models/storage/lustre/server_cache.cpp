#include "models/storage/lustre/server_cache.h"

#include <algorithm>

namespace headrace {

namespace {

constexpr Bytes kPiece = 1_MiB;

// Visits the bytes of a request in its object, piece by piece.
template <class Visit>
void for_pieces(const Rpc& rpc, Visit visit) {
  const Bytes end = rpc.offset_in_object + rpc.length;
  for (Bytes at = rpc.offset_in_object; at < end;) {
    const std::int64_t piece = at / kPiece;
    const Bytes until = std::min(end, kPiece * (piece + 1));
    visit(piece, at, until);
    at = until;
  }
}

}  // namespace

ServerCache::ServerCache(const Scope& scope, const ServerCacheSpec& spec)
    : spec_(spec),
      cache_(spec.memory, spec.policy),
      hits_(scope.counter("read_cache_hits", Unit::bytes)),
      misses_(scope.counter("read_cache_misses", Unit::bytes)) {}

CacheKey ServerCache::key(const Rpc& rpc, std::int64_t piece) {
  return {rpc.object, static_cast<std::uint64_t>(piece)};
}

// Tells whether a request goes around the cache, as large ones and those of large files do. A range is as
// many requests as it stands for.
bool ServerCache::goes_around(const Rpc& rpc) const {
  return rpc.large_file || (rpc.is_range() ? rpc.piece : rpc.length) >= spec_.max_request;
}

bool ServerCache::holds(const CacheKey& key, const Run& run) const {
  const Slot slot = cache_.find(key);
  return slot != kNoSlot && runs_[slot].begin <= run.begin && run.end <= runs_[slot].end;
}

bool ServerCache::holds(const Rpc& rpc) {
  bool all = rpc.kind == Rpc::Kind::read && !goes_around(rpc);
  for_pieces(rpc, [&](std::int64_t piece, Bytes begin, Bytes end) {
    all = all && holds(key(rpc, piece), Run{begin, end});
  });
  if (rpc.kind == Rpc::Kind::read) (all ? hits_ : misses_).add(rpc.length);
  if (!all) return false;
  for_pieces(
      rpc, [&](std::int64_t piece, Bytes begin, Bytes end) { cache_.lookup(key(rpc, piece), end - begin); });
  return true;
}

void ServerCache::keep(const Rpc& rpc) {
  const bool writes = rpc.kind == Rpc::Kind::write;
  const bool keeps = !goes_around(rpc) && (spec_.write_through || !writes);
  for_pieces(rpc, [&](std::int64_t piece, Bytes begin, Bytes end) {
    if (keeps) {
      keep(key(rpc, piece), Run{begin, end});
    } else if (writes) {
      cache_.remove(key(rpc, piece));
    }
  });
}

// Keeps a run of a piece. Of two runs of a piece that do not touch the newer stays.
void ServerCache::keep(const CacheKey& key, Run run) {
  const Slot before = cache_.find(key);
  if (before != kNoSlot && runs_[before].begin <= run.end && run.begin <= runs_[before].end) {
    run.begin = std::min(run.begin, runs_[before].begin);
    run.end = std::max(run.end, runs_[before].end);
  }
  if (!cache_.insert(key, run.end - run.begin)) return;
  const Slot slot = cache_.find(key);
  if (slot >= runs_.size()) {
    runs_.resize(slot + std::size_t{1});
    pieces_.resize(slot + std::size_t{1});
  }
  runs_[slot] = run;
  pieces_[slot] = key;
}

void ServerCache::clear() {
  for (const CacheKey& piece : pieces_) cache_.remove(piece);
}

}  // namespace headrace
