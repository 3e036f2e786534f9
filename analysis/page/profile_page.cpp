#include "analysis/page/profile_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace headrace {

namespace {

double share_of(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// Returns seconds of a process, in the mean.
double seconds_of(Duration all, const RecordingProfile& profile) {
  return all.in_seconds() / static_cast<double>(std::max<std::int64_t>(1, profile.processes));
}

nlohmann::ordered_json access_tree(const AccessProfile& access, const RecordingProfile& profile) {
  nlohmann::ordered_json tree = {{"count", access.count},
                                 {"bytes", access.bytes.count()},
                                 {"seconds", seconds_of(access.time, profile)},
                                 {"sequential", share_of(access.sequential, access.count)},
                                 {"consecutive", share_of(access.consecutive, access.count)}};
  for (std::size_t s = 0; s < access.sizes.size(); ++s)
    tree["sizes"][std::string(kAccessSizes[s])] = access.sizes[s];
  return tree;
}

}  // namespace

std::string profile_report(const RecordingProfile& profile, const std::string& recording,
                           const Style& style) {
  std::string text = style.bold("what " + recording + " did to its files") + "\n\n";
  Table times({"of a process, mean", "seconds", "share %"});
  const double span = profile.span.in_seconds();
  const auto add = [&](const std::string& what, double seconds) {
    times.add({what, fixed(seconds, 3), fixed(span > 0 ? 100 * seconds / span : 0, 1)});
  };
  add("reading", seconds_of(profile.reads.time, profile));
  add("writing", seconds_of(profile.writes.time, profile));
  add("names (open, close, stat, ...)", seconds_of(profile.name_time, profile));
  add("any of these under way", profile.busy.in_seconds());
  add("none: computing, or waiting", span - profile.busy.in_seconds());
  text += times.text() + "\n";
  Table accesses({"accesses", "reads", "writes"});
  const auto both = [&](const std::string& what, const std::string& reads, const std::string& writes) {
    accesses.add({what, reads, writes});
  };
  both("all", std::to_string(profile.reads.count), std::to_string(profile.writes.count));
  both("bytes", gibibytes_text(static_cast<double>(profile.reads.bytes.count())),
       gibibytes_text(static_cast<double>(profile.writes.bytes.count())));
  const auto percent = [](std::int64_t part, std::int64_t whole) {
    return fixed(100 * share_of(part, whole), 1) + " %";
  };
  both("sequential", percent(profile.reads.sequential, profile.reads.count),
       percent(profile.writes.sequential, profile.writes.count));
  both("consecutive", percent(profile.reads.consecutive, profile.reads.count),
       percent(profile.writes.consecutive, profile.writes.count));
  for (std::size_t s = 0; s < profile.reads.sizes.size(); ++s)
    if (profile.reads.sizes[s] > 0 || profile.writes.sizes[s] > 0)
      both(std::string(kAccessSizes[s]), std::to_string(profile.reads.sizes[s]),
           std::to_string(profile.writes.sizes[s]));
  text += accesses.text() + "\n";
  return text +
         wrap(fmt::format("{}: {} read only, {} written only, {} both; {} touched by several of {}",
                          count_noun(profile.files, "file"), profile.read_only, profile.write_only,
                          profile.read_write, profile.shared, count_noun(profile.processes, "process")),
              "  ", 4);
}

nlohmann::ordered_json profile_tree(const RecordingProfile& profile) {
  return {{"schema", "headrace.profile/1"},
          {"processes", profile.processes},
          {"span_seconds", profile.span.in_seconds()},
          {"busy_seconds", profile.busy.in_seconds()},
          {"reads", access_tree(profile.reads, profile)},
          {"writes", access_tree(profile.writes, profile)},
          {"names", {{"count", profile.names}, {"seconds", seconds_of(profile.name_time, profile)}}},
          {"files",
           {{"touched", profile.files},
            {"read_only", profile.read_only},
            {"write_only", profile.write_only},
            {"read_write", profile.read_write},
            {"shared", profile.shared}}}};
}

}  // namespace headrace
