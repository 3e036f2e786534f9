#include "analysis/page/timeline_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "sim/hash.h"

namespace headrace {

namespace {

// Process: whose call it is: a rank of a job. Ranks of several jobs follow each other, as processes of one
// machine do.
std::map<std::uint32_t, std::int64_t> processes_of(const Trace& trace) {
  std::set<std::uint32_t> tracks;
  for (const Trace::Call& call : trace.calls()) tracks.insert(call.track);
  std::map<std::uint32_t, std::int64_t> processes;
  std::int64_t next = 0;
  std::string job;
  std::int64_t first = 0;
  for (const std::uint32_t track : tracks) {
    const std::string& name = trace.tracks()[track];
    const std::size_t digits = name.rfind('/') + 1;
    std::int64_t rank = 0;
    std::from_chars(name.data() + digits, name.data() + name.size(), rank);
    if (name.substr(0, digits) != job) first = next;
    job = name.substr(0, digits);
    processes[track] = first + rank;
    next = std::max(next, first + rank + 1);
  }
  return processes;
}

// Returns the name of the node that a rank runs on.
std::string host_of(const Trace& trace, std::uint32_t track) {
  const std::int32_t node = trace.node_of(track);
  return node < 0 ? "headrace" : "node" + std::to_string(node);
}

std::uint64_t number_of(const std::string& path) {
  Hash hash;
  hash.add(path);
  return hash.value();
}

// DFTracer's names of calls are those of POSIX.
std::string_view posix_name(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"create", "open"}, {"stat", "stat"}, {"sync", "fsync"}, {"list", "opendir"}};
  for (const auto& [own, posix] : kNames)
    if (own == name) return posix;
  return name;
}

constexpr int kCreateAndWrite = 1 | 64;  // O_WRONLY and O_CREAT of Linux.

// Returns the number of a thread: that of its rank's process, or one of its own.
std::int64_t thread_number(std::int64_t process, const Trace::Call& call) {
  constexpr std::int64_t kThreads = 100'000;
  return call.thread == 0 ? process : (process + 1) * kThreads + call.thread;
}

bool moves_bytes(std::string_view name) { return name == "read" || name == "write"; }

}  // namespace

std::string dftracer_lines(const Trace& trace) {
  std::string text = std::string(kDftracerStart) + ",\"value\":1}}\n";
  auto out = std::back_inserter(text);
  const auto processes = processes_of(trace);
  std::int64_t id = 1;
  std::map<std::string, std::int64_t> hosts = {{"headrace", 1}};
  std::set<std::string> named;
  for (const Trace::Call& call : trace.calls()) {
    const std::string path = trace.path(call.file);
    const std::uint64_t file = number_of(path);
    const std::int64_t process = processes.at(call.track);
    if (named.insert(path).second)
      fmt::format_to(out,
                     "{{\"id\":{},\"name\":\"FH\",\"cat\":\"dftracer\",\"pid\":{},\"tid\":{},\"ph\":\"M\","
                     "\"args\":{{\"name\":{},\"value\":{}}}}}\n",
                     id++, process, process, nlohmann::json(path).dump(), file);
    const auto [host, is_new] =
        hosts.emplace(host_of(trace, call.track), static_cast<std::int64_t>(hosts.size()) + 1);
    if (is_new)
      fmt::format_to(out,
                     "{{\"id\":{},\"name\":\"HH\",\"cat\":\"dftracer\",\"pid\":{},\"tid\":{},\"ph\":\"M\","
                     "\"args\":{{\"name\":\"{}\",\"value\":{}}}}}\n",
                     id++, process, process, host->first, host->second);
    const std::string& name = trace.names()[call.name];
    std::string bytes;
    if (moves_bytes(name))
      bytes = fmt::format(",\"count\":{0},\"ret\":{0},\"offset\":{1}", call.file.length.count(),
                          call.file.offset.count());
    if (name == "create") bytes = fmt::format(",\"flags\":{}", kCreateAndWrite);
    fmt::format_to(
        out,
        "{{\"id\":{},\"name\":\"{}\",\"cat\":\"POSIX\",\"pid\":{},\"tid\":{},\"ts\":{},\"dur\":{},"
        "\"ph\":\"X\",\"args\":{{\"hhash\":{},\"fhash\":{}{}}}}}\n",
        id++, posix_name(name), process, thread_number(process, call), call.begin.since_start().ns() / 1000,
        (call.end.since_start().ns() - call.begin.since_start().ns()) / 1000, host->second, file, bytes);
  }
  return text + "]\n";
}

std::string dxt_blocks(const Trace& trace) {
  const auto processes = processes_of(trace);
  std::map<std::pair<std::string, std::int64_t>, std::vector<const Trace::Call*>> blocks;
  Time end;
  std::int64_t ranks = 0;
  for (const Trace::Call& call : trace.calls()) {
    if (!moves_bytes(trace.names()[call.name])) continue;
    const std::int64_t process = processes.at(call.track);
    blocks[{trace.path(call.file), process}].push_back(&call);
    ranks = std::max(ranks, process + 1);
    end = std::max(end, call.end);
  }
  const auto seconds = [](Time at) { return static_cast<double>(at.since_start().ns()) / 1e9; };
  std::string text = std::string(kDxtStart) + " run\n";
  auto out = std::back_inserter(text);
  fmt::format_to(out,
                 "# uid: 0\n# jobid: 0\n# start_time: 0\n# start_time_asci: Thu Jan  1 00:00:00 1970\n"
                 "# end_time: {0:.0f}\n# end_time_asci: Thu Jan  1 00:00:00 1970\n# nprocs: {1}\n"
                 "# run time: {2:.4f}\n\n# mounted file systems (mount point and fs type)\n"
                 "# -------------------------------------------------------\n# mount entry:\t/\tsimulated\n\n"
                 "# ***************************************************\n# DXT_POSIX module data\n"
                 "# ***************************************************\n",
                 seconds(end), ranks, seconds(end));
  if (trace.calls_full_since() != Time::never())
    text += "\n# *WARNING*: DXT_POSIX module contains incomplete data!\n";
  for (auto& [place, calls] : blocks) {
    const auto reads = [&](const Trace::Call* call) { return trace.names()[call->name] == "read"; };
    std::stable_sort(calls.begin(), calls.end(), [&](const auto* one, const auto* other) {
      return std::pair(reads(one), one->begin) < std::pair(reads(other), other->begin);
    });
    const auto read = std::count_if(calls.begin(), calls.end(), reads);
    fmt::format_to(
        out,
        "\n# DXT, file_id: {}, file_name: {}\n# DXT, rank: {}, hostname: {}\n"
        "# DXT, number of threads: 1\n"
        "# DXT, write_count: {}, read_count: {}\n# DXT, mnt_pt: /, fs_type: simulated\n"
        "# Module    Rank  Wt/Rd  Segment          Offset          Length    Start(s)      End(s)   "
        "Pthread-ID\n",
        number_of(place.first), place.first, place.second, host_of(trace, calls.front()->track),
        static_cast<std::ptrdiff_t>(calls.size()) - read, read);
    std::int64_t segments[2] = {};  // Of writes and reads, each counted by itself.
    for (const Trace::Call* call : calls) {
      fmt::format_to(out, " {:>7} {:>7} {:>6} {:>8} {:>15} {:>15} {:>11.4f} {:>11.4f}   {}\n", "X_POSIX",
                     place.second, trace.names()[call->name], segments[reads(call) ? 1 : 0]++,
                     call->file.offset.count(), call->file.length.count(), seconds(call->begin),
                     seconds(call->end),
                     call->thread == 0 ? "N/A" : std::to_string(thread_number(place.second, *call)));
    }
  }
  return text;
}

}  // namespace headrace
