#include "analysis/page/timeline.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "analysis/text.h"

namespace headrace {

namespace {

using Text = fmt::memory_buffer;

constexpr std::string_view kStart =
    "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"made_by\":\"headrace\"},\"traceEvents\":[\n";

std::string in_json(std::string_view text) { return nlohmann::json(text).dump(); }

// "jobs/train/rank/3" is line "rank/3" of process "jobs/train".
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

struct Line {
  std::uint32_t process = 0;
  std::string name;  // In JSON.
};

// Names only tracks that have something: a machine has many nodes that no job uses.
std::vector<Line> write_names(const Trace& trace, Text& text) {
  std::vector<bool> used(trace.tracks().size());
  for (const Trace::Span& span : trace.spans()) used[span.track] = true;
  for (const Trace::Sample& sample : trace.samples()) used[sample.track] = true;
  std::map<std::string, std::uint32_t, std::less<>> processes;
  std::vector<Line> lines(used.size());
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    const std::string& track = trace.tracks()[i];
    const std::size_t end = end_of_process(track);
    const auto [process, fresh] =
        processes.try_emplace(track.substr(0, end), static_cast<std::uint32_t>(processes.size() + 1));
    if (fresh)
      append(text, "{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":{},\"args\":{{\"name\":{}}}}},\n",
             process->second, in_json(process->first));
    const bool whole = end == std::string::npos;
    lines[i] = {process->second, in_json(whole ? track : track.substr(end + 1))};
    append(text,
           "{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{},\"tid\":{},\"args\":{{\"name\":{}}}}},\n",
           process->second, i + 1, lines[i].name);
  }
  return lines;
}

}  // namespace

std::string timeline_text(const Trace& trace) {
  Text text;
  append(text, "{}", kStart);
  const std::vector<Line> lines = write_names(trace, text);
  std::vector<std::string> names;
  for (const std::string& name : trace.names()) names.push_back(in_json(name));
  for (const Trace::Span& span : trace.spans()) {
    append(text, "{{\"ph\":\"X\",\"name\":{},\"pid\":{},\"tid\":{},", names[span.name],
           lines[span.track].process, span.track + 1);
    append_time(text, "ts", span.begin.since_start());
    append(text, ",");
    append_time(text, "dur", span.end - span.begin);
    append(text, "}},\n");
  }
  for (const Trace::Sample& sample : trace.samples()) {
    const Line& line = lines[sample.track];
    append(text, "{{\"ph\":\"C\",\"name\":{},\"pid\":{},", line.name, line.process);
    append_time(text, "ts", sample.at.since_start());
    append(text, ",\"args\":{{\"value\":{}}}}},\n", sample.value);
  }
  // JSON has no comma behind the last of a list.
  append(text, "{{\"ph\":\"M\",\"name\":\"trace_end\",\"pid\":0,\"args\":{{}}}}\n]}}\n");
  return fmt::to_string(text);
}

FileKind timeline_kind() {
  return {"timeline", [](std::string_view start) { return start.starts_with(kStart); }};
}

std::string timeline_extent(const Trace& trace) {
  std::string text = count_noun(static_cast<std::int64_t>(trace.spans().size()), "span") + " and " +
                     count_noun(static_cast<std::int64_t>(trace.samples().size()), "value") + " of gauges";
  if (trace.full_since() != Time::never())
    text += "; full at " + span_text(trace.full_since().since_start()) +
            " of simulated time: --trace-from begins later";
  return text;
}

}  // namespace headrace
