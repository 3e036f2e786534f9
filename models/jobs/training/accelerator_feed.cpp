#include "models/jobs/training/accelerator_feed.h"

#include <algorithm>
#include <utility>

namespace headrace {

namespace {
std::size_t at_least_one(std::int64_t n) { return static_cast<std::size_t>(std::max<std::int64_t>(1, n)); }
}  // namespace

AcceleratorFeed::Epoch::Epoch(Simulation& sim, DataLoader& from, std::int64_t ahead)
    : loader(from),
      ready(sim, "batches in the accelerator", at_least_one(ahead)),
      taken(sim, "room in the accelerator", at_least_one(ahead)),
      processes(sim) {}

void AcceleratorFeed::begin_epoch(DataLoader& loader) {
  epoch_ = std::make_unique<Epoch>(sim_, loader, plan_.ahead);
  taken_ = copied_ = 0;
  if (plan_.ahead > 0) epoch_->processes.spawn_daemon(place_.path, feed_ahead());
}

void AcceleratorFeed::end_epoch() {
  epoch_.reset();
  watch_.clear();
}

Account& AcceleratorFeed::account() {
  if (plan_.ahead == 0) return rank_;
  return watch_.maker(0);
}

Task<AcceleratorFeed::Fed> AcceleratorFeed::next() {
  Epoch& epoch = *epoch_;
  const std::int64_t number = taken_++;
  if (plan_.ahead == 0) {
    const Fed own = co_await feed_one(epoch.loader);
    co_return own;
  }
  watch_.wait_for(number);
  if (copied_ > number) rank_.begin(plan_.copies);
  const std::optional<Fed> fed = co_await epoch.ready.pop();
  watch_.end();
  if (fed->batch) co_await epoch.taken.push(true);
  co_return *fed;
}

Task<AcceleratorFeed::Fed> AcceleratorFeed::feed_one(DataLoader& loader) {
  const std::optional<Batch> batch = co_await loader.next();
  const Time begun = sim_.now();
  account().spend(Activity::delivery, begun);
  if (copied_++ == taken_ - 1) rank_.begin(plan_.copies);
  if (batch) {
    const std::int64_t samples = batch->samples - batch->on_device;
    co_await place_.node.feed(place_.accelerator, plan_.tensor * samples, plan_.pinned, account());
  }
  co_return Fed(batch, begun);
}

// Feeds an epoch's batches to the device: the first `ahead` are copied from the start, each other one when a
// step has taken one.
Task<> AcceleratorFeed::feed_ahead() {
  Epoch& epoch = *epoch_;
  for (std::int64_t number = 0;; ++number) {
    if (number >= plan_.ahead) co_await epoch.taken.pop();
    watch_.maker(0).begin(number);
    Fed fed = co_await feed_one(epoch.loader);
    watch_.maker(0).end();
    if (fed.batch) fed.batch->made = sim_.now();
    co_await epoch.ready.push(fed);
    if (!fed.batch) co_return;
  }
}

}  // namespace headrace
