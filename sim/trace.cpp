#include "sim/trace.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <tuple>

namespace headrace {

namespace {

// Returns the number of the rank whose track it is; below zero where it is nobody's.
std::int64_t rank_of(std::string_view track) {
  constexpr std::string_view kRank = "/rank/";
  const std::size_t at = track.rfind(kRank);
  if (at == std::string_view::npos) return -1;
  const std::string_view digits = track.substr(at + kRank.size());
  std::int64_t number = -1;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

constexpr Duration kFirstStep = Duration::nanoseconds(1000);
// Step from which on nothing is thrown away any more: each track has one entry then, and there are too many.
constexpr Duration kLongestStep = Duration::nanoseconds(std::int64_t{1} << 61);

Duration next_step(Duration step) { return step == Duration() ? kFirstStep : step * 2; }

}  // namespace

std::uint32_t Trace::add_track(std::string_view name) {
  const std::int64_t rank = rank_of(name);
  const bool chosen = rank < 0 || choice_.ranks.empty() ||
                      std::any_of(
                          choice_.ranks.begin(), choice_.ranks.end(),
                          [rank](const auto& range) { return range.first <= rank && rank <= range.second; });
  tracks_.emplace_back(name);
  muted_.push_back(!chosen);
  last_sample_.push_back(0);
  return static_cast<std::uint32_t>(tracks_.size() - 1);
}

std::uint32_t Trace::number_of(std::string_view name) {
  auto number = name_numbers_.find(name);
  if (number == name_numbers_.end()) {
    number = name_numbers_.emplace(name, static_cast<std::uint32_t>(names_.size())).first;
    names_.emplace_back(name);
  }
  return number->second;
}

void Trace::add_span(std::uint32_t track, std::string_view name, Time begin, Time end) {
  if (end <= choice_.from || begin >= choice_.until || begin == end || muted_[track]) return;
  Span span;
  span.track = track;
  span.name = number_of(name);
  span.begin = std::max(begin, choice_.from);
  span.end = std::min(end, choice_.until);
  span.named = span.end - span.begin;
  spans_.push_back(span);
  if (spans_.size() <= most_spans()) return;
  join_spans();
  while (spans_.size() > most_spans() / 2 && join_ < kLongestStep) {
    join_ = next_step(join_);
    join_spans();
  }
}

// Joins spans that follow each other on a track and that together last no longer than a step. What is left
// keeps the name that took the longest.
void Trace::join_spans() {
  std::sort(spans_.begin(), spans_.end(), [](const Span& one, const Span& other) {
    return std::tie(one.track, one.begin) < std::tie(other.track, other.begin);
  });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < spans_.size(); ++i) {
    Span& last = spans_[kept];
    const Span& next = spans_[i];
    if (last.track != next.track || next.end - last.begin > join_) {
      spans_[++kept] = next;
      continue;
    }
    const bool same = last.name == next.name;
    if (!same && next.named > last.named) last.name = next.name;
    last.named = same ? last.named + next.named : std::max(last.named, next.named);
    last.joined = last.joined || next.joined || !same;
    last.end = next.end;
  }
  spans_.resize(kept + 1);
}

// Adds a value that differs from the one before. Of several values of one interval the last counts.
void Trace::add_sample(std::uint32_t track, Time at, double value) {
  if (!is_inside(at) || muted_[track]) return;
  std::size_t& last = last_sample_[track];
  if (last > 0) {
    Sample& before = samples_[last - 1];
    const std::int64_t step = std::max<std::int64_t>(interval_.ns(), 1);
    if (before.at.since_start().ns() / step == at.since_start().ns() / step) {
      before.at = at;
      before.value = value;
      return;
    }
    if (before.value == value) return;
  }
  Sample sample;
  sample.track = track;
  sample.at = at;
  sample.value = value;
  samples_.push_back(sample);
  last = samples_.size();
  while (samples_.size() > most_spans() && interval_ < kLongestStep) thin_samples();
}

// Keeps the last value of each interval of a track, which is twice the last one.
void Trace::thin_samples() {
  interval_ = next_step(interval_);
  std::fill(last_sample_.begin(), last_sample_.end(), 0);
  std::size_t kept = 0;
  for (const Sample& sample : samples_) {
    std::size_t& last = last_sample_[sample.track];
    if (last > 0 && samples_[last - 1].at.since_start().ns() / interval_.ns() ==
                        sample.at.since_start().ns() / interval_.ns()) {
      samples_[last - 1] = sample;
      continue;
    }
    samples_[kept++] = sample;
    last = kept;
  }
  samples_.resize(kept);
}

void Trace::follow(std::uint32_t track, std::int32_t node) {
  if (track >= nodes_.size()) nodes_.resize(track + 1, -1);
  nodes_[track] = node;
  if (muted_[track] || node < 0) return;
  const auto index = static_cast<std::size_t>(node);
  if (index >= followed_.size()) followed_.resize(index + 1);
  followed_[index] = true;
}

bool Trace::takes_request(std::int32_t node, Time now) {
  if (!is_inside(now)) return false;
  const auto index = static_cast<std::size_t>(node);
  if (!choice_.ranks.empty() && (index >= followed_.size() || !followed_[index])) return false;
  return seen_++ % stride_ == 0;
}

std::uint32_t Trace::place(const std::string& name) {
  const auto [place, fresh] = places_.try_emplace(name, 0);
  if (fresh) place->second = add_track(name);
  return place->second;
}

void Trace::add_request(Request request, std::string_view name, const Places& places) {
  request.name = number_of(name);
  request.client = place(places.client);
  request.server = place(places.server);
  request.drive = place(places.drive);
  request.arrived = std::clamp(request.arrived, request.sent, request.answered);
  request.begun = std::clamp(request.begun, request.arrived, request.answered);
  request.served = std::clamp(request.served, request.begun, request.answered);
  requests_.push_back(request);
  if (requests_.size() <= most_requests()) return;
  stride_ *= 2;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < requests_.size(); i += 2) requests_[kept++] = requests_[i];
  requests_.resize(kept);
}

// Adds a call in place of the same one within it, which a file system had one below do.
void Trace::add_call(Call call, std::string_view name) {
  if (!choice_.calls || muted_[call.track] || !is_inside(call.begin) || calls_full_since_ != Time::never())
    return;
  call.name = number_of(name);
  const auto is_within = [&](const Call& inner) {
    return inner.track == call.track && inner.thread == call.thread && inner.name == call.name &&
           inner.file == call.file && inner.begin >= call.begin;
  };
  for (auto inner = calls_.end(); inner != calls_.begin() && std::prev(inner)->end >= call.begin;)
    if (is_within(*--inner)) {
      calls_.erase(inner);
      break;
    }
  if (calls_.size() == choice_.most) {
    calls_full_since_ = call.end;
    return;
  }
  calls_.push_back(call);
}

std::string Trace::path(const File& file) const {
  const auto name = sets_.find(file.set);
  const std::string number = "/file-" + std::to_string(file.index);
  if (name == sets_.end()) return "/set-" + std::to_string(file.set) + number;
  const auto& [folder, ending] = name->second;
  return "/" + folder + number + (ending.empty() ? "" : "." + ending);
}

}  // namespace headrace
