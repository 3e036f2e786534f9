#include "analysis/page/timeline_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <vector>

namespace headrace {

namespace {

using Text = fmt::memory_buffer;

std::string in_json(std::string_view text) { return nlohmann::json(text).dump(); }

// Returns where the name of a process ends: "jobs/train/rank/3" is line "rank/3" of process "jobs/train".
std::size_t end_of_process(std::string_view track) {
  const std::size_t first = track.find('/');
  return first == std::string_view::npos ? first : track.find('/', first + 1);
}

template <class... Args>
void append(Text& text, fmt::format_string<const Args&...> form, const Args&... args) {
  fmt::vformat_to(std::back_inserter(text), form, fmt::make_format_args(args...));
}

void append_time(Text& text, std::string_view key, Duration time) {
  append(text, "\"{}\":{}.{:03}", key, time.ns() / 1000, time.ns() % 1000);
}

// Leg: the part of a request's way that is at one place.
struct Leg {
  std::size_t request = 0;
  int number = 0;  // 0 at its client, 1 at the server, 2 at the drive.
  std::uint32_t track = 0;
  Time begin, end;
  std::uint32_t line = 0;
};

std::vector<Leg> legs_of(const Trace& trace) {
  std::vector<Leg> legs;
  for (std::size_t i = 0; i < trace.requests().size(); ++i) {
    const Trace::Request& request = trace.requests()[i];
    const auto add = [&](int number, std::uint32_t track, Time begin, Time end) {
      Leg& leg = legs.emplace_back();
      leg.request = i;
      leg.number = number;
      leg.track = track;
      leg.begin = begin;
      leg.end = end;
    };
    add(0, request.client, request.sent, request.answered);
    add(1, request.server, request.arrived, request.served);
    add(2, request.drive, request.begun, request.served);
  }
  return legs;
}

class Events {
 public:
  explicit Events(const Trace& trace) : trace_(trace), legs_(legs_of(trace)) {
    append(text_, "{}", kTimelineStart);
    for (const std::string& name : trace.names()) names_.push_back(in_json(name));
  }

  std::string text() {
    name_lines();
    place_legs();
    add_spans();
    add_samples();
    add_legs();
    // JSON has no comma behind the last of a list.
    append(text_, "{{\"ph\":\"M\",\"name\":\"trace_end\",\"pid\":0,\"args\":{{}}}}\n]}}\n");
    return fmt::to_string(text_);
  }

 private:
  struct Line {
    std::uint32_t process = 0;
    std::string name;
  };

  std::uint32_t process_of(const std::string& track) {
    const auto [process, fresh] = processes_.try_emplace(track.substr(0, end_of_process(track)),
                                                         static_cast<std::uint32_t>(processes_.size() + 1));
    if (fresh)
      append(text_, "{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":{},\"args\":{{\"name\":{}}}}},\n",
             process->second, in_json(process->first));
    return process->second;
  }

  void name_line(std::uint32_t process, std::size_t line, const std::string& name) {
    append(text_,
           "{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{},\"tid\":{},\"args\":{{\"name\":{}}}}},\n",
           process, line, in_json(name));
  }

  // Names only tracks that have something: a machine has many nodes that no job uses.
  void name_lines() {
    std::vector<bool> used(trace_.tracks().size());
    std::vector<bool> has_requests = used;
    for (const Trace::Span& span : trace_.spans()) used[span.track] = true;
    for (const Trace::Sample& sample : trace_.samples()) used[sample.track] = true;
    for (const Leg& leg : legs_) has_requests[leg.track] = true;
    lines_.resize(used.size());
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (!used[i] && !has_requests[i]) continue;
      const std::string& track = trace_.tracks()[i];
      const std::size_t end = end_of_process(track);
      lines_[i].process = process_of(track);
      lines_[i].name = end == std::string::npos ? track : track.substr(end + 1);
      if (used[i]) name_line(lines_[i].process, i + 1, lines_[i].name);
    }
  }

  // Gives each leg the first line of its place that is free.
  void place_legs() {
    std::vector<Leg*> order;
    for (Leg& leg : legs_) order.push_back(&leg);
    std::sort(order.begin(), order.end(), [](const Leg* one, const Leg* other) {
      return std::tie(one->track, one->begin, one->request) <
             std::tie(other->track, other->begin, other->request);
    });
    auto next = static_cast<std::uint32_t>(lines_.size() + 1);
    std::vector<std::pair<std::uint32_t, Time>> taken;  // Of this place: line, until when.
    for (std::size_t i = 0; i < order.size(); ++i) {
      Leg& leg = *order[i];
      if (i == 0 || order[i - 1]->track != leg.track) taken.clear();
      const auto free = std::find_if(taken.begin(), taken.end(),
                                     [&](const auto& line) { return line.second <= leg.begin; });
      if (free != taken.end()) {
        free->second = leg.end;
        leg.line = free->first;
        continue;
      }
      leg.line = next++;
      taken.emplace_back(leg.line, leg.end);
      const Line& line = lines_[leg.track];
      name_line(line.process, leg.line, line.name + " requests " + std::to_string(taken.size()));
    }
  }

  void begin_event(const char* kind, std::string_view name, std::uint32_t process, std::size_t line,
                   Time at) {
    append(text_, "{{\"ph\":\"{}\",\"name\":{},\"pid\":{},\"tid\":{},", kind, name, process, line);
    append_time(text_, "ts", at.since_start());
  }

  void add_spans() {
    for (const Trace::Span& span : trace_.spans()) {
      begin_event("X", names_[span.name], lines_[span.track].process, span.track + 1, span.begin);
      append(text_, ",");
      append_time(text_, "dur", span.end - span.begin);
      if (span.joined) {
        append(text_, ",\"args\":{{\"spans joined; the name's own us\":{}.{:03}}}", span.named.ns() / 1000,
               span.named.ns() % 1000);
      }
      append(text_, "}},\n");
    }
  }

  void add_samples() {
    for (const Trace::Sample& sample : trace_.samples()) {
      const Line& line = lines_[sample.track];
      append(text_, "{{\"ph\":\"C\",\"name\":{},\"pid\":{},", in_json(line.name), line.process);
      append_time(text_, "ts", sample.at.since_start());
      append(text_, ",\"args\":{{\"value\":{}}}}},\n", sample.value);
    }
  }

  void add_legs() {
    static constexpr const char* kArrow[] = {"s", "t", "f"};
    for (const Leg& leg : legs_) {
      const Trace::Request& request = trace_.requests()[leg.request];
      const std::uint32_t process = lines_[leg.track].process;
      begin_event("X", names_[request.name], process, leg.line, leg.begin);
      append(text_, ",");
      append_time(text_, "dur", leg.end - leg.begin);
      if (leg.number == 0)
        append(text_, ",\"args\":{{\"file\":{},\"offset\":{},\"bytes\":{}}}",
               in_json(trace_.path(request.file)), request.file.offset.count(), request.file.length.count());
      append(text_, "}},\n");
      begin_event(kArrow[leg.number], "\"request\"", process, leg.line, leg.begin);
      append(text_, ",\"cat\":\"request\",\"id\":{}{}}},\n", leg.request + 1,
             leg.number == 2 ? ",\"bp\":\"e\"" : "");
    }
  }

  const Trace& trace_;
  std::vector<Leg> legs_;
  Text text_;
  std::vector<std::string> names_;  // In JSON.
  std::vector<Line> lines_;         // By track.
  std::map<std::string, std::uint32_t, std::less<>> processes_;
};

}  // namespace

std::string timeline_events(const Trace& trace) { return Events(trace).text(); }

}  // namespace headrace
