// Trace: what happened when, for a viewer of timelines: spans of time, values of gauges, requests on their
// way to a drive, and calls on files, each on a track.
//
//   Trace trace;
//   sim.trace_into(trace);                       // before the model is built
//   const Track track = scope.track();           // of a component; of no effect where nobody traces
//   track.span("batch_wait", begun, sim.now());
//
// A trace only listens: with and without one a run has the same events and answers. Where nobody traces, a
// span costs the test of one pointer. A trace takes no more memory than its choice allows: where there is
// more, neighbours are joined, values are kept at longer intervals, and one request of every few is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/units.h"

namespace headrace {

// TraceChoice: which part of a run a trace holds, and how much of it.
struct TraceChoice {
  Time from;
  Time until = Time::never();
  std::size_t most = 100'000;  // Entries of a timeline's file; calls on files have as many of their own.
  // Numbers of ranks, first and last; none: all.
  std::vector<std::pair<std::int64_t, std::int64_t>> ranks;
  bool calls = false;  // Whether calls on files are kept.
};

class Trace {
 public:
  struct Span {
    std::uint32_t track = 0;
    std::uint32_t name = 0;
    Time begin, end;
    Duration named;       // Time that the name is true of: all of it, unless spans were joined.
    bool joined = false;  // Whether it stands for several, of which its name took the longest.
  };
  struct Sample {  // The value of a track from then on.
    std::uint32_t track = 0;
    Time at;
    double value = 0;
  };
  // File: a file of a set, and the bytes of it that something is about.
  struct File {
    std::int32_t set = 0;
    std::int64_t index = 0;
    Bytes offset, length;
    bool operator==(const File&) const = default;
  };
  // Request: one of a client to a server, whose thread and drive work on it.
  struct Request {
    std::uint32_t name = 0;
    std::uint32_t client = 0, server = 0, drive = 0;  // Tracks.
    File file;
    Time sent, arrived, begun, served, answered;
  };
  // Call: an operation that a rank had its file system do.
  struct Call {
    std::uint32_t track = 0;
    std::uint32_t name = 0;
    File file;
    Time begin, end;
    std::uint32_t thread = 0;  // Of the rank, from 1; 0: its own.
  };

  Trace() : Trace(TraceChoice()) {}
  explicit Trace(TraceChoice choice) : choice_(std::move(choice)) {}
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  // Returns the number of a new track. One of a rank that is not chosen keeps nothing.
  std::uint32_t add_track(std::string_view name);
  void add_span(std::uint32_t track, std::string_view name, Time begin, Time end);
  void add_sample(std::uint32_t track, Time at, double value);

  // Notes that a rank runs on a node: where ranks are chosen, requests of nodes without one are left out.
  void follow(std::uint32_t track, std::int32_t node);
  // Returns the node of a rank's track; below zero where nobody noted it.
  std::int32_t node_of(std::uint32_t track) const { return track < nodes_.size() ? nodes_[track] : -1; }
  // Tells whether a request that is answered now is one of those that are kept.
  bool takes_request(std::int32_t node, Time now);
  // Adds a request that is taken; its places are named as tracks are.
  struct Places {
    std::string client, server, drive;
  };
  void add_request(Request request, std::string_view name, const Places& places);

  void add_call(Call call, std::string_view name);
  // Names the files of a set: "/name/file-7.ending".
  void name_set(std::int32_t set, std::string name, std::string ending = {}) {
    sets_[set] = {std::move(name), std::move(ending)};
  }

  const TraceChoice& choice() const { return choice_; }
  const std::vector<Span>& spans() const { return spans_; }
  const std::vector<Sample>& samples() const { return samples_; }
  const std::vector<Request>& requests() const { return requests_; }  // In the order of their answers.
  const std::vector<Call>& calls() const { return calls_; }           // In the order of their ends.
  const std::vector<std::string>& tracks() const { return tracks_; }
  const std::vector<std::string>& names() const { return names_; }  // Of spans, requests and calls.
  // Returns the path of a file.
  std::string path(const File& file) const;

  // Return what is missing. Spans that together last no longer than joined_below() may be one; a gauge has
  // one value in each values_every(); of the requests one of each requests_every() is here. Calls are
  // complete up to calls_full_since(); Time::never() where all are here.
  Duration joined_below() const { return join_; }
  Duration values_every() const { return interval_; }
  std::int64_t requests_every() const { return stride_; }
  std::int64_t requests_seen() const { return seen_; }
  Time calls_full_since() const { return calls_full_since_; }

 private:
  // Shares of the entries: a request is six of a timeline's, three spans and the arrows between them.
  std::size_t most_spans() const { return choice_.most / 4 + 1; }
  std::size_t most_requests() const { return choice_.most / 12 + 1; }

  bool is_inside(Time now) const { return now >= choice_.from && now <= choice_.until; }
  std::uint32_t number_of(std::string_view name);
  std::uint32_t place(const std::string& name);
  void join_spans();
  void thin_samples();

  TraceChoice choice_;
  std::vector<Span> spans_;
  std::vector<Sample> samples_;
  std::vector<Request> requests_;
  std::vector<Call> calls_;
  std::vector<std::string> tracks_;
  std::vector<bool> muted_;                                   // By track.
  std::vector<std::size_t> last_sample_;                      // By track, one more than its place; 0: none.
  std::map<std::string, std::uint32_t, std::less<>> places_;  // Tracks of requests.
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t, std::less<>> name_numbers_;
  std::map<std::int32_t, std::pair<std::string, std::string>> sets_;  // Names and endings.
  std::vector<std::int32_t> nodes_;                                   // By track.
  std::vector<bool> followed_;                                        // By node.
  Duration join_, interval_;
  std::int64_t stride_ = 1, seen_ = 0;
  Time calls_full_since_ = Time::never();
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
  void call(std::string_view name, const Trace::File& file, Time begin, Time end,
            std::uint32_t thread = 0) const {
    if (trace_ == nullptr) return;
    Trace::Call call;
    call.track = number_;
    call.file = file;
    call.begin = begin;
    call.end = end;
    call.thread = thread;
    trace_->add_call(call, name);
  }
  // Notes on which node whose time the track is runs.
  void runs_on(std::int32_t node) const {
    if (trace_ != nullptr) trace_->follow(number_, node);
  }

 private:
  Trace* trace_ = nullptr;
  std::uint32_t number_ = 0;
};

}  // namespace headrace
