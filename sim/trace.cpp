#include "sim/trace.h"

#include <algorithm>

namespace headrace {

std::uint32_t Trace::add_track(std::string_view name) {
  tracks_.emplace_back(name);
  return static_cast<std::uint32_t>(tracks_.size() - 1);
}

// Tells whether a record is kept. From the first one that finds no room on, none is: what is there is
// complete up to then.
bool Trace::takes(std::size_t kept, Time now) {
  if (now < from_ || full_since_ != Time::never()) return false;
  if (kept < most_) return true;
  full_since_ = now;
  return false;
}

void Trace::add_span(std::uint32_t track, std::string_view name, Time begin, Time end) {
  if (begin == end || !takes(spans_.size(), end)) return;
  auto number = name_numbers_.find(name);
  if (number == name_numbers_.end()) {
    number = name_numbers_.emplace(name, static_cast<std::uint32_t>(names_.size())).first;
    names_.emplace_back(name);
  }
  Span span;
  span.track = track;
  span.name = number->second;
  span.begin = std::max(begin, from_);
  span.end = end;
  spans_.push_back(span);
}

// Adds a sample. Of several values of one instant the last counts.
void Trace::add_sample(std::uint32_t track, Time at, double value) {
  if (!samples_.empty() && samples_.back().track == track && samples_.back().at == at) {
    samples_.back().value = value;
    return;
  }
  if (!takes(samples_.size(), at)) return;
  Sample sample;
  sample.track = track;
  sample.at = at;
  sample.value = value;
  samples_.push_back(sample);
}

}  // namespace headrace
