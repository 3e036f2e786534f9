#include "models/loaders/sample_cache.h"

#include <algorithm>

#include "sim/units_text.h"

namespace headrace {

namespace {
constexpr std::uint64_t kPlaces = 1024;
}  // namespace

// An open handle that goes back to the others, also when the frame that uses it is destroyed.
class SampleCache::Lease {
 public:
  Lease(SampleCache& cache, std::size_t handle) : cache_(cache), handle_(handle) {}
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  ~Lease() { cache_.idle_handles_.push_back(handle_); }
  FileHandle handle() const { return cache_.handles_[handle_].handle(); }

 private:
  SampleCache& cache_;
  std::size_t handle_;
};

SampleCache::SampleCache(const CacheHome& home, const CacheSpec& spec)
    : sim_(home.scope.sim()),
      node_(home.node),
      local_(spec.tier == CacheTier::local_storage ? home.local : nullptr),
      on_device_(spec.tier == CacheTier::accelerator),
      file_(home.file),
      first_(home.first),
      last_(home.last),
      cache_(spec.capacity, spec.policy),
      writes_(sim_, home.scope.path() + " writes", kMostWaiting),
      processes_(sim_) {
  HEADRACE_CHECK(spec.tier != CacheTier::local_storage || local_ != nullptr);
  if (local_ != nullptr) processes_.spawn_daemon(home.scope.path() + "/write", write());
}

bool SampleCache::lookup(const CacheKey& key, Bytes size, std::int64_t next_use) {
  const bool found = !writing_.contains(key) && cache_.lookup(key, size, next_use);
  ++(found ? hits_ : misses_);
  (found ? bytes_hit_ : bytes_missed_) += size;
  return found;
}

Task<> SampleCache::read(CacheKey key, Bytes offset, Bytes length, Account& account) {
  if (on_device_) {
    co_await sim_.delay(length / node_.accelerator_bandwidth(), node_.copies());
    account.spend(Activity::memory, sim_.now());
    co_return;
  }
  if (local_ == nullptr) {
    co_await node_.work(length / kCopy, length * kMoved, account);
    account.spend(Activity::memory, sim_.now());
    co_return;
  }
  // Where in the file an object lies changes nothing that the drives can see: its number says it.
  const Bytes room = std::max(Bytes::count(1), most_written_ - length);
  const std::uint64_t place = key.object % kPlaces * static_cast<std::uint64_t>(length.count());
  const Bytes at = Bytes::count(static_cast<std::int64_t>(place)) % room;
  co_await read_drives(std::min(at + offset, std::max(Bytes(), most_written_ - length)), length, account);
}

Task<> SampleCache::read_drives(Bytes at, Bytes length, Account& account) {
  if (idle_handles_.empty()) {
    const FileInfo info = file();
    const FileHandle opened = co_await local_->open(info, account);
    handles_.emplace_back(*local_, opened);
    idle_handles_.push_back(handles_.size() - 1);
  }
  const std::size_t index = idle_handles_.back();
  idle_handles_.pop_back();
  const Lease lease(*this, index);
  co_await local_->read(lease.handle(), at, length, IoMode::buffered, account);
}

void SampleCache::keep(const CacheKey& key, Bytes size, std::int64_t next_use) {
  if (local_ == nullptr) {
    cache_.insert(key, size, next_use);
    return;
  }
  if (cache_.contains(key) || writing_.contains(key) || writes_.size() == writes_.capacity()) return;
  if (!cache_.insert(key, size, next_use)) return;
  writing_.emplace(key, size);
  queued_ += size;
  const bool taken = writes_.offer(Write(key, size));
  HEADRACE_CHECK(taken);  // There was room.
}

FileInfo SampleCache::file() const {
  FileInfo info;
  info.id = file_;
  info.size = cache_.capacity();
  return info;
}

// Objects go into the file one behind another, and from its start again when it is full.
Task<> SampleCache::write() {
  const FileInfo info = file();
  Bytes at;
  std::optional<HeldFile> own;
  while (std::optional<Write> next = co_await writes_.pop()) {
    if (!own) {
      const FileHandle created = co_await local_->create(info);
      own.emplace(*local_, created);
    }
    if (at + next->size > info.size) at = Bytes();
    co_await local_->write(own->handle(), at, next->size);
    at += next->size;
    most_written_ = std::max(most_written_, at);
    written_ += next->size;
    writing_.erase(next->key);
  }
}

std::string SampleCache::imbalance() const {
  Bytes waiting;
  for (const auto& [key, size] : writing_) waiting += size;
  if (queued_ != written_ + waiting)
    return "a cache was to write " + text_of(queued_) + ", and " + text_of(written_ + waiting) +
           " were written or wait";
  return cache_.imbalance();
}

}  // namespace headrace
