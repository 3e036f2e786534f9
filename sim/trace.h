// Trace: what happened when, for a viewer of timelines: spans of time and values of gauges, each on a track.
//
//   Trace trace;
//   sim.trace_into(trace);                       // before the model is built
//   const Track track = scope.track();           // of a component; of no effect where nobody traces
//   track.span("batch_wait", begun, sim.now());
//
// A trace only listens: with and without one a run has the same events and answers. Where nobody traces, a
// span costs the test of one pointer. A trace that is full keeps nothing more and says from when on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/units.h"

namespace headrace {

class Trace {
 public:
  // Most entries of each kind; a viewer takes some hundred MB, and one is about a hundred bytes there.
  static constexpr std::size_t kMost = 1'000'000;

  struct Span {
    std::uint32_t track = 0;
    std::uint32_t name = 0;
    Time begin, end;
  };
  struct Sample {  // The value of a track from then on.
    std::uint32_t track = 0;
    Time at;
    double value = 0;
  };

  Trace() = default;
  explicit Trace(Time from, std::size_t most = kMost) : from_(from), most_(most) {}
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  std::uint32_t add_track(std::string_view name);
  void add_span(std::uint32_t track, std::string_view name, Time begin, Time end);
  void add_sample(std::uint32_t track, Time at, double value);

  // Spans in the order of their ends, samples in that of their time.
  const std::vector<Span>& spans() const { return spans_; }
  const std::vector<Sample>& samples() const { return samples_; }
  const std::vector<std::string>& tracks() const { return tracks_; }
  const std::vector<std::string>& names() const { return names_; }  // Of spans.
  // Returns since when something is missing; Time::never() when nothing is.
  Time full_since() const { return full_since_; }

 private:
  bool takes(std::size_t kept, Time now);

  Time from_;
  std::size_t most_ = kMost;
  Time full_since_ = Time::never();
  std::vector<Span> spans_;
  std::vector<Sample> samples_;
  std::vector<std::string> tracks_;
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t, std::less<>> name_numbers_;
};

class Track {
 public:
  Track() = default;
  Track(Trace* trace, std::string_view name)
      : trace_(trace), number_(trace == nullptr ? 0 : trace->add_track(name)) {}

  explicit operator bool() const { return trace_ != nullptr; }
  void span(std::string_view name, Time begin, Time end) const {
    if (trace_ != nullptr) trace_->add_span(number_, name, begin, end);
  }
  void sample(Time at, double value) const {
    if (trace_ != nullptr) trace_->add_sample(number_, at, value);
  }

 private:
  Trace* trace_ = nullptr;
  std::uint32_t number_ = 0;
};

}  // namespace headrace
