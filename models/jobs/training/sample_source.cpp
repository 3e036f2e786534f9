#include "models/jobs/training/sample_source.h"

#include <string>

namespace headrace {

SampleSource::SampleSource(const Scope& scope, const SourceSpec& spec)
    : sim_(scope.sim()),
      spec_(spec),
      arrivals_(spec_.arrivals.make({scope.random("arrivals"), {}})),
      arriving_(scope.blamed("arrivals")),
      processes_(sim_) {}

void SampleSource::begin() {
  if (has_begun_) return;
  has_begun_ = true;
  processes_.spawn_daemon("source", produce());
}

Task<> SampleSource::produce() {
  for (std::optional<Duration> gap = arrivals_->gap(); gap; gap = arrivals_->gap()) {
    co_await sim_.delay(*gap, arriving_);
    ++counts_.produced;
    if (held_ == spec_.buffer && spec_.overflow == SourceOverflow::drop) {
      ++counts_.dropped;
      continue;
    }
    if (held_ == spec_.buffer) {
      full_since_ = sim_.now();
      Completion room(sim_, "room in the buffer of its source");
      room_ = room.signaller();
      co_await room;
      counts_.held_up += sim_.now() - full_since_;
      full_since_ = Time::never();
    }
    ++held_;
    serve();
  }
}

Task<> SampleSource::take(std::int64_t samples) {
  Completion done(sim_, "samples of its source");
  takers_.push_back({done.signaller(), samples});
  serve();
  co_await done;
}

// Serves those who came first while there is enough; those who are gone are left out.
void SampleSource::serve() {
  while (!takers_.empty() && (takers_.front().done.abandoned() || takers_.front().samples <= held_)) {
    Taker& first = takers_.front();
    if (!first.done.abandoned()) {
      held_ -= first.samples;
      counts_.used += first.samples;
      first.done.signal();
      if (!room_.abandoned()) room_.signal();
    }
    takers_.pop_front();
  }
}

SourceResult SampleSource::result() const {
  SourceResult result = counts_;
  const bool waits = full_since_ != Time::never();
  result.left = held_ + (waits ? 1 : 0);
  if (waits) result.held_up += sim_.now() - full_since_;
  return result;
}

std::string SampleSource::imbalance() const {
  const SourceResult counts = result();
  if (counts.produced == counts.used + counts.dropped + counts.left) return {};
  return "of " + std::to_string(counts.produced) + " samples of its source " + std::to_string(counts.used) +
         " were used, " + std::to_string(counts.dropped) + " dropped and " + std::to_string(counts.left) +
         " left";
}

}  // namespace headrace
