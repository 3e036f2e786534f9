#include "analysis/page/timeline.h"

#include <fmt/format.h>

#include <string_view>

#include "analysis/errors.h"
#include "analysis/page/timeline_calls.h"
#include "analysis/page/timeline_events.h"
#include "analysis/text.h"

namespace headrace {

TimelineForm timeline_form(const std::string& option, const std::string& file) {
  const std::string_view name = file;
  if (name.ends_with(".json")) return TimelineForm::perfetto;
  if (name.ends_with(".pfw")) return TimelineForm::dftracer;
  if (name.ends_with(".txt")) return TimelineForm::dxt;
  throw UsageError(option +
                   " writes FILE.json for ui.perfetto.dev, FILE.pfw as DFTracer does or FILE.txt as " +
                   "darshan-dxt-parser does; " + file + " is none of them");
}

std::string timeline_text(const Trace& trace, TimelineForm form) {
  switch (form) {
    case TimelineForm::perfetto: return timeline_events(trace);
    case TimelineForm::dftracer: return dftracer_lines(trace);
    case TimelineForm::dxt: break;
  }
  return dxt_blocks(trace);
}

FileKind timeline_kind(TimelineForm form) {
  switch (form) {
    case TimelineForm::perfetto:
      return {"timeline", [](std::string_view start) { return start.starts_with(kTimelineStart); }};
    case TimelineForm::dftracer:
      return {"timeline", [](std::string_view start) { return start.starts_with(kDftracerStart); }};
    case TimelineForm::dxt: break;
  }
  return {"timeline", [](std::string_view start) { return start.starts_with(kDxtStart); }};
}

namespace {

std::string count(std::size_t number, const std::string& what) {
  return count_noun(static_cast<std::int64_t>(number), what);
}

std::string extent_of_calls(const Trace& trace) {
  std::string text = count(trace.calls().size(), "call") + " on files";
  if (trace.calls_full_since() != Time::never())
    text += ", all up to " + span_text(trace.calls_full_since().since_start()) +
            " of simulated time: a later --window, fewer --ranks or more --max-events show others";
  return text;
}

}  // namespace

std::string timeline_extent(const Trace& trace) {
  if (trace.choice().calls) return extent_of_calls(trace);
  std::string text = count(trace.spans().size(), "span");
  if (trace.joined_below() > Duration())
    text += " (neighbours of less than " + span_text(trace.joined_below()) + " together are one)";
  text += ", " + count(trace.samples().size(), "value") + " of gauges";
  if (trace.values_every() > Duration()) text += " (of each one in " + span_text(trace.values_every()) + ")";
  text += " and " + count(trace.requests().size(), "request");
  if (trace.requests_every() > 1)
    text += fmt::format(" (one in each {} of {})", trace.requests_every(),
                        count_noun(trace.requests_seen(), "request"));
  return text;
}

}  // namespace headrace
