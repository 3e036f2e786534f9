#include "models/storage/lustre/statahead.h"

#include <algorithm>

namespace headrace {

// Finds the run that ends closest below the name.
Statahead::Run* Statahead::run_of(const FileInfo& file) {
  Run* closest = nullptr;
  for (Run& run : runs_)
    if (run.is_at(file) && run.last < file.id.index && (closest == nullptr || run.last > closest->last))
      closest = &run;
  return closest;
}

// Notes that a name is asked for. One that was looked up ahead goes on with its run, though it may be out of
// turn; one that nobody asked for is given up when the run is a window past it. A name that does not lie a
// stride behind its run begins to learn another.
void Statahead::asked(const FileInfo& file) {
  const std::int64_t name = file.id.index;
  Run* run = nullptr;
  const Ahead* const ahead = find(file.id);
  if (ahead != nullptr && runs_[ahead->run].is_at(file)) {
    run = &runs_[ahead->run];
    run->last = std::max(run->last, name);
    run->window = std::min(2 * run->window, limits_.most);
    FileId behind = file.id;
    behind.index -= run->stride * limits_.most;
    remove(behind);
  } else {
    run = run_of(file);
    if (run == nullptr) return begin(file);
    const std::int64_t distance = name - run->last;
    if (distance == run->stride) {
      ++run->in_a_row;
    } else if (run->in_a_row < kEnough) {
      run->stride = distance;
      run->in_a_row = 2;
    } else {
      return begin(file);
    }
    run->last = name;
    if (run->in_a_row == kEnough) run->window = std::min(limits_.start, limits_.most);
  }
  run->issued = std::max(run->issued, run->last);
  run->used = ++clock_;
  current_ = static_cast<std::size_t>(run - runs_.data());
}

// Begins a run in place of the one that was not used for longest.
void Statahead::begin(const FileInfo& file) {
  const auto oldest = std::min_element(runs_.begin(), runs_.end(),
                                       [](const Run& a, const Run& b) { return a.used < b.used; });
  current_ = static_cast<std::size_t>(oldest - runs_.begin());
  forget(current_);
  Run& run = *oldest;
  run.set = file.id.set;
  run.directory = file.directory;
  run.last = run.issued = file.id.index;
  run.in_a_row = 1;
  run.used = ++clock_;
}

void Statahead::forget(std::size_t number) {
  std::erase_if(ahead_,
                [&](const auto& entry) { return entry.second.run == number && !entry.second.waiter; });
  runs_[number] = Run();
}

// Returns the names of the next request, which leaves when it is full, or carries half of the window.
std::optional<Statahead::Names> Statahead::next(const FileInfo& file) {
  Run& run = runs_[current_];
  if (!run.is_at(file) || run.in_a_row < kEnough) return std::nullopt;
  const std::int64_t count =
      std::clamp<std::int64_t>(std::min(limits_.batch, run.window / 2), 1, limits_.most);
  const std::int64_t ahead = (run.issued - run.last) / run.stride;
  if (run.window - ahead < count) return std::nullopt;
  Names names;
  names.first = run.issued + run.stride;
  names.stride = run.stride;
  names.count = count;
  run.issued += count * run.stride;
  return names;
}

Statahead::Ahead* Statahead::find(const FileId& name) {
  const auto found = ahead_.find(name);
  return found == ahead_.end() ? nullptr : &found->second;
}

void Statahead::add(const FileId& name, FileHandle slot) {
  Ahead& ahead = ahead_[name];
  ahead = Ahead();
  ahead.slot = slot;
  ahead.run = current_;
}

void Statahead::remove(const FileId& name) {
  const auto found = ahead_.find(name);
  if (found != ahead_.end() && !found->second.waiter) ahead_.erase(found);
}

void Statahead::clear() {
  for (std::size_t run = 0; run < runs_.size(); ++run) forget(run);
}

}  // namespace headrace
