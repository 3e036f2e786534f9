// What moves between the tiers: drains and placements.

#include <algorithm>
#include <utility>

#include "models/storage/tiers/tier.h"

namespace headrace {

bool Tier::may_drain(const File& file) const {
  if (file.wanted) return true;
  if (file.writers > 0 && spec_.drain.from == DrainFrom::closed) return false;
  const double kept = spec_.drain.above_share * static_cast<double>(spec_.capacity.count());
  return wanting_ > 0 || kept == 0 || static_cast<double>(undrained_.count()) > kept;
}

void Tier::enter_queue(File& file) {
  if (file.queued || file.draining) return;
  file.queued = true;
  to_drain_.push_back(file.info.id);
}

void Tier::start_drains() {
  if (drains_ == spec_.drain.streams || next_to_drain() == to_drain_.end()) return;
  ++drains_;
  background_.spawn_daemon("drain", drain_stream());
}

void Tier::count_drains(double change) {
  busy_.add(sim_.now(), change);
  busy_of_store_.add(sim_.now(), change);
}

std::deque<FileId>::const_iterator Tier::next_to_drain() const {
  return std::find_if(to_drain_.begin(), to_drain_.end(),
                      [&](const FileId& file) { return may_drain(files_.at(file)); });
}

Task<> Tier::drain_stream() {
  for (auto next = next_to_drain(); next != to_drain_.end(); next = next_to_drain()) {
    File* const file = &files_.at(*next);
    to_drain_.erase(next);
    file->queued = false;
    start_drains();
    count_drains(1);
    file->draining = true;
    co_await drain(file);
    file->draining = false;
    count_drains(-1);
    settle(*file);
    changed_.tell();
  }
  --drains_;
}

Task<> Tier::drain(File* file) {
  file->wanted = false;
  const FileInfo info = file->info;
  HeldFile from(above_, co_await above_.open(info, moving_));
  FileHandle opened = 0;
  if (file->unknown_below) {
    opened = co_await below_.create(info, moving_);
  } else {
    opened = co_await below_.open(info, moving_);
  }
  HeldFile to(below_, opened);
  file->unknown_below = false;
  while (!file->undrained.empty()) co_await drain_run(file, from.handle(), to.handle());
  if (spec_.sync == TierSide::below) co_await below_.sync(to.handle(), moving_);
  co_await above_.close(from.release(), moving_);
  co_await below_.close(to.release(), moving_);
}

// A run that is on its way; where that ends early, it waits again.
class Tier::Leaving {
 public:
  Leaving(Tier& tier, File& file, const Ranges::Range& run) : tier_(tier), file_(file), run_(run) {
    file_.undrained.remove(run_.first, run_.second);
    file_.leaving.add(run_.first, run_.second);
  }
  Leaving(const Leaving&) = delete;
  Leaving& operator=(const Leaving&) = delete;
  ~Leaving() {
    const Bytes length = run_.second - run_.first;
    file_.leaving.clear();
    tier_.undrained_ -= length;
    if (arrived_) {
      tier_.drained_ += length;
      tier_.bytes_drained_.add(length);
    } else {
      const Bytes again = file_.undrained.add(run_.first, run_.second);
      tier_.undrained_ += again;
      tier_.overwritten_ += length - again;
    }
  }
  void arrived() { arrived_ = true; }

 private:
  Tier& tier_;
  File& file_;
  Ranges::Range run_;
  bool arrived_ = false;
};

// Takes its turn at the rate of all drains, and no less than its time at it.
Task<> Tier::drain_run(File* file, FileHandle from, FileHandle to) {
  Ranges::Range run = file->undrained.first();
  run.second = std::min(run.second, run.first + spec_.transfer_size);
  const Bytes length = run.second - run.first;
  Leaving leaving(*this, *file, run);
  const Time begin = std::max(sim_.now(), drain_taken_until_);
  const Time end = begin + length / spec_.drain.rate;
  drain_taken_until_ = end;
  const Duration wait = begin - sim_.now();
  co_await sim_.delay(wait, drain_);
  moving_.spend(Activity::window, sim_.now());
  co_await above_.read(from, run.first, length, IoMode::direct, moving_);
  co_await below_.write(to, run.first, length, moving_);
  const Duration rest = std::max(Duration(), end - sim_.now());
  co_await sim_.delay(rest, drain_);
  moving_.spend(Activity::window, sim_.now());
  leaving.arrived();
}

void Tier::offer(const FileInfo& file, bool whole) {
  if (spec_.reads == TierReads::never || file.size == Bytes() || file.size > spec_.capacity) return;
  if (placing_.contains(file.id) || files_.contains(file.id) || has(file.id)) return;
  placing_.insert(file.id);
  Placement& placement = to_place_.emplace_back();
  placement.file = file;
  placement.whole = whole;
  if (places_ == spec_.placements) return;
  ++places_;
  background_.spawn_daemon("place", place_stream());
}

Task<> Tier::place_stream() {
  while (!to_place_.empty()) {
    const Placement placement = to_place_.front();
    to_place_.pop_front();
    const FileInfo file = placement.file;
    const bool placed = co_await place(placement);
    if (placed) {
      reserved_ -= file.size;
      const bool unwanted = stale_.contains(file.id) || files_.contains(file.id);
      if (unwanted) {
        remove(file);
      } else {
        hold(file, file.size);
      }
    }
    placing_.erase(file.id);
    stale_.erase(file.id);
    changed_.tell();
  }
  --places_;
}

// False: it found no room, or came too late.
Task<bool> Tier::place(Placement placement) {
  const FileInfo file = placement.file;
  if (stale_.contains(file.id) || files_.contains(file.id)) co_return false;
  if (!make_room(file.size)) {
    files_refused_.add();
    co_return false;
  }
  reserved_ += file.size;
  while (!gone_.empty()) co_await changed_.next();
  co_await copy_up(placement);
  bytes_placed_.add(file.size);
  co_return true;
}

Task<> Tier::copy_up(Placement placement) {
  const FileInfo file = placement.file;
  HeldFile to(above_, co_await above_.create(file, moving_));
  if (placement.whole) {
    co_await above_.write(to.handle(), Bytes(), file.size, moving_);
  } else {
    HeldFile from(below_, co_await below_.open(file, moving_));
    for (Bytes at; at < file.size; at += spec_.transfer_size) {
      const Bytes length = std::min(spec_.transfer_size, file.size - at);
      co_await below_.read(from.handle(), at, length, IoMode::direct, moving_);
      co_await above_.write(to.handle(), at, length, moving_);
    }
    co_await below_.close(from.release(), moving_);
  }
  co_await above_.close(to.release(), moving_);
}

}  // namespace headrace
