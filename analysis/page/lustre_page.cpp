#include "analysis/page/lustre_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "scenarios/loader/import/description_part.h"

namespace headrace {

namespace {

constexpr std::string_view kLustreFirstWords = "# Values of a Lustre imported by headrace ";
constexpr std::size_t kJobsShown = 5, kOperationsShown = 8, kNamesShown = 8;

// LustreTitle: a histogram by its title in the dump, and how a report heads it.
struct LustreTitle {
  std::string_view title, heading, unit;
  bool is_of_bytes = false;
};

constexpr LustreTitle kTitles[] = {
    {"disk I/O size", "Disk operations of the targets, by the most that their bin has", "size", true},
    {"pages per bulk r/w", "Bulk requests of the servers, in whole pages", "size", true},
    {"pages per rpc", "Requests of the clients, in whole pages", "size", true},
    {"disk I/Os in flight", "Disk operations in flight at a target", "in flight"},
    {"rpcs in flight", "Requests in flight of a client to a target", "in flight"},
    {"I/O time (1/1000s)", "Time of disk operations", "ms"}};

// The sum of a side of a histogram: of counts, or of counts times their bins.
double total_of(const LustreHistogram& histogram, double LustreCounts::* side, bool is_of_bytes) {
  double total = 0;
  for (const auto& [bin, counts] : histogram) total += counts.*side * (is_of_bytes ? bin : 1);
  return total;
}

std::string share_text(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f}", 100 * part / whole) : "-";
}

std::string histogram_text(const LustreTitle& of, const LustreHistogram& histogram) {
  const double reads = total_of(histogram, &LustreCounts::reads, false);
  const double writes = total_of(histogram, &LustreCounts::writes, false);
  const double read_all = total_of(histogram, &LustreCounts::reads, of.is_of_bytes);
  const double written_all = total_of(histogram, &LustreCounts::writes, of.is_of_bytes);
  if (reads + writes == 0) return "";
  const std::string share = of.is_of_bytes ? "% of bytes" : "%";
  Table table({std::string(of.unit), "reads", "read " + share, "writes", "written " + share});
  for (const auto& [bin, counts] : histogram) {
    if (counts.reads + counts.writes == 0) continue;
    const double weight = of.is_of_bytes ? bin : 1;
    table.add({of.is_of_bytes ? gibibytes_text(bin) : grouped(bin), fmt::format("{:.0f}", counts.reads),
               share_text(counts.reads * weight, read_all), fmt::format("{:.0f}", counts.writes),
               share_text(counts.writes * weight, written_all)});
  }
  return fmt::format("\n{}: {:.0f} reads, {:.0f} writes\n", of.heading, reads, writes) + table.text();
}

std::string jobs_text(const LustreStatistics& all) {
  std::vector<std::pair<std::string, LustreJob>> jobs(all.jobs.begin(), all.jobs.end());
  const auto bytes = [](const auto& job) { return job.second.read_bytes + job.second.write_bytes; };
  std::stable_sort(jobs.begin(), jobs.end(),
                   [&](const auto& a, const auto& b) { return bytes(a) > bytes(b); });
  std::erase_if(jobs, [&](const auto& job) { return bytes(job) == 0; });
  if (jobs.empty()) return "";
  Table table({"job", "read", "a read", "written", "a write"});
  for (std::size_t i = 0; i < std::min(jobs.size(), kJobsShown); ++i) {
    const LustreJob& job = jobs[i].second;
    table.add({comment_words(jobs[i].first, 40), gibibytes_text(job.read_bytes),
               job.reads > 0 ? gibibytes_text(job.read_bytes / job.reads) : "-",
               gibibytes_text(job.write_bytes),
               job.writes > 0 ? gibibytes_text(job.write_bytes / job.writes) : "-"});
  }
  return fmt::format("\nJobs with most bytes, of {} that moved any\n", jobs.size()) + table.text();
}

std::string operations_text(const std::string& whose,
                            const std::map<std::string, LustreOperation>& operations) {
  std::vector<std::pair<std::string, LustreOperation>> most(operations.begin(), operations.end());
  std::stable_sort(most.begin(), most.end(),
                   [](const auto& a, const auto& b) { return a.second.samples > b.second.samples; });
  Table table({"operation", "times", "mean", "unit"});
  for (std::size_t i = 0; i < std::min(most.size(), kOperationsShown); ++i) {
    const LustreOperation& operation = most[i].second;
    const bool has_mean = operation.sum > 0 && operation.samples > 0;
    table.add({comment_words(most[i].first, 40), fmt::format("{:.0f}", operation.samples),
               has_mean ? grouped(operation.sum / operation.samples) : "-",
               comment_words(operation.unit, 10)});
  }
  return fmt::format("\nOperations of {}, the most frequent of {}\n", whose, most.size()) + table.text();
}

std::string systems_text(const LustreStatistics& all) {
  const auto* const system = all.system();
  if (system == nullptr) return "the dump names no file system\n";
  std::string text =
      fmt::format("{}: {}, {}; the space of {} is told\n", comment_words(system->first, 40),
                  count_noun(static_cast<std::int64_t>(system->second.osts.size()), "OST"),
                  count_noun(static_cast<std::int64_t>(system->second.mdts.size()), "MDT"),
                  count_noun(static_cast<std::int64_t>(system->second.ost_space.size()), "OST"));
  for (const auto& [name, targets] : all.systems)
    if (name != system->first)
      text += fmt::format("also named, and not taken: {} ({}, {})\n", comment_words(name, 40),
                          count_noun(static_cast<std::int64_t>(targets.osts.size()), "OST"),
                          count_noun(static_cast<std::int64_t>(targets.mdts.size()), "MDT"));
  return text;
}

std::string not_looked_at_text(const LustreStatistics& all) {
  std::int64_t count = 0;
  std::string names;
  std::size_t shown = 0;
  for (const auto& [name, times] : all.not_looked_at) {
    count += times;
    if (shown++ < kNamesShown) names += (names.empty() ? "" : ", ") + comment_words(name, 40);
  }
  if (count == 0) return "";
  if (all.not_looked_at.size() > kNamesShown) names += ", ...";
  return "\n" + wrap(fmt::format("Not looked at: {} ({})", count_noun(count, "parameter"), names), "", 2);
}

}  // namespace

std::string lustre_file(const MeasurementsSource& source, const LustreFound& found) {
  std::string text = fmt::format("{}{} (revision {}): below a file system of a platform.\n",
                                 kLustreFirstWords, source.version, source.revision);
  if (found.values.empty()) return text + "# The dump has no value that a platform could take.\n";
  std::string_view group;
  std::string layout;
  text += "lustre:\n";
  for (const LustreValue& value : found.values) {
    if (value.group == "layout") {
      layout += fmt::format("#   {}: {}  # {}\n", value.field, value.text, comment_words(value.source, 200));
      continue;
    }
    if (value.group != group) text += fmt::format("  {}:\n", value.group);
    group = value.group;
    text += fmt::format("    {}: {}  # {}\n", value.field, value.text, comment_words(value.source, 200));
  }
  return layout.empty() ? text : text + "# The layout of files by default, for jobs.NAME.layout:\n" + layout;
}

std::string lustre_report(const MeasurementsSource& source, const LustreFound& found, const Style& style) {
  std::string text = style.bold(fmt::format(
                         "lctl: {}", count_noun(static_cast<std::int64_t>(source.files.size()), "file"))) +
                     "\n";
  text += systems_text(found.all);
  text += fmt::format("{} for a platform file\n",
                      count_noun(static_cast<std::int64_t>(found.values.size()), "value"));
  for (const LustreTitle& title : kTitles)
    if (const auto histogram = found.all.histograms.find(std::string(title.title));
        histogram != found.all.histograms.end())
      text += histogram_text(title, histogram->second);
  text += jobs_text(found.all);
  for (const auto& [whose, operations] : found.all.operations) text += operations_text(whose, operations);
  if (!found.left.empty()) text += "\nWhat no field can have:\n";
  for (const std::string& note : found.left) text += wrap(comment_words(note, 200), "  ", 6);
  return text + not_looked_at_text(found.all) + places_text("Dropped, as it cannot be read", found.dropped);
}

nlohmann::ordered_json lustre_tree(const MeasurementsSource& source, const LustreFound& found) {
  nlohmann::ordered_json values = nlohmann::ordered_json::array(), jobs, histograms, operations, systems;
  for (const LustreValue& value : found.values)
    values.push_back(
        {{"group", value.group}, {"field", value.field}, {"value", value.text}, {"source", value.source}});
  for (const auto& [name, job] : found.all.jobs)
    jobs[name] = {{"reads", job.reads},
                  {"read_bytes", job.read_bytes},
                  {"writes", job.writes},
                  {"write_bytes", job.write_bytes}};
  for (const auto& [title, histogram] : found.all.histograms)
    for (const auto& [bin, counts] : histogram)
      histograms[title].push_back({{"bin", bin}, {"reads", counts.reads}, {"writes", counts.writes}});
  for (const auto& [whose, of] : found.all.operations)
    for (const auto& [name, operation] : of)
      operations[whose][name] = {
          {"samples", operation.samples}, {"sum", operation.sum}, {"unit", operation.unit}};
  for (const auto& [name, targets] : found.all.systems)
    systems[name] = {{"osts", targets.osts.size()}, {"mdts", targets.mdts.size()}};
  return {{"schema", "headrace.lustre/1"},
          {"files", source.files},
          {"revision", source.revision},
          {"systems", systems},
          {"values", values},
          {"left", found.left},
          {"histograms", histograms},
          {"jobs", jobs},
          {"operations", operations},
          {"not_looked_at", found.all.not_looked_at},
          {"dropped", tree_of_places(found.dropped)}};
}

FileKind lustre_kind() {
  return {"imported values of a Lustre",
          [](std::string_view start) { return start.starts_with(kLustreFirstWords); }};
}

}  // namespace headrace
