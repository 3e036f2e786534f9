#include "scenarios/loader/benchmarks/fio_output.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "scenarios/loader/benchmarks/fio_latency.h"
#include "scenarios/loader/benchmarks/fio_words.h"
#include "scenarios/loader/benchmarks/output_json.h"
#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr double kSimulated = 20'000;     // Operations of a direct run that its row makes again. [assumed]
constexpr double kShortestRun = 0.01;     // Seconds of such a row. [assumed]
constexpr double kFastestDrive = 10'000;  // Nanoseconds below which no flash drive answers a read. [assumed]
constexpr std::int64_t kBulk = 64 << 10;  // Bytes from which a rate is told in GB/s, not in operations.

// Engines that keep one operation of a job under way, whatever iodepth says.
constexpr std::string_view kOneByOne[] = {"psync", "sync", "vsync", "pvsync", "pvsync2", "mmap"};

// FioRun: the jobs of one name in a group.
struct FioRun {
  std::string version;
  std::vector<const Tree*> jobs;
  const Tree* global = nullptr;

  const Tree& first() const { return *jobs.front(); }
  FioOptions options() const { return {json_at(first(), "job options"), global}; }
  std::string name() const { return json_text_at(first(), "jobname"); }
};

// Returns a number summed over jobs; nothing where one lacks it.
std::optional<double> sum_of(const std::vector<const Tree*>& sides, std::string_view key) {
  double sum = 0;
  for (const Tree* const side : sides) {
    const std::optional<double> value = json_number(*side, key);
    if (!value || *value < 0) return std::nullopt;
    sum += *value;
  }
  return sum;
}

class FioRunReader {
 public:
  FioRunReader(const FioRun& run, OutputNotes& notes) : run_(run), notes_(notes), options_(run.options()) {}

  void read() {
    output_.program = run_.version;
    output_.name = run_.name();
    output_.mark = run_.first().mark;
    if (!has_one_direction() || !can_be_made_again()) return;
    for (const Tree* const job : run_.jobs) sides_.push_back(json_at(*job, is_read_ ? "read" : "write"));
    if (!read_totals()) return notes_.drop(output_.mark, in_quotes(output_.name) + lacks_);
    if (!has_all_clones()) return;
    read_shape();
    read_sizes();
    read_duration();
    add_figures();
    add_doubts();
    notes_.add(std::move(output_));
  }

 private:
  // Finds out whether the run reads or writes; notes what does neither, both, or trims.
  bool has_one_direction() {
    const auto has = [&](std::string_view side) {
      return std::any_of(run_.jobs.begin(), run_.jobs.end(), [&](const Tree* job) {
        const Tree* const at = json_at(*job, side);
        return at != nullptr && (json_number(*at, "total_ios").value_or(0) > 0 ||
                                 json_number(*at, "io_bytes").value_or(0) > 0);
      });
    };
    const bool reads = has("read"), writes = has("write");
    is_read_ = reads;
    if (has("trim")) return leave(" trims, which no probe does");
    if (reads && writes) return leave(" reads and writes at once, which no probe does");
    if (!reads && !writes) {
      notes_.drop(output_.mark, in_quotes(output_.name) + " did not read or write a byte");
      return false;
    }
    return true;
  }

  bool can_be_made_again() {
    for (const std::string_view option : {"rate", "rate_iops", "thinktime"})
      if (options_.is_on(option))
        return leave(" was held back by " + std::string(option) + ", which no probe has");
    for (const std::string_view option : {"bssplit", "bsrange", "blocksize_range"})
      if (options_.text(option)) return leave(" has transfers of several sizes, by " + std::string(option));
    for (const std::string_view option : {"fsync", "fdatasync", "sync"})
      if (!is_read_ && options_.is_on(option) && options_.text(option) != "none")
        return leave(" waits for its writes by " + std::string(option) +
                     ", which a probe does at the end only");
    return true;
  }

  bool leave(const std::string& why) {
    notes_.leave(output_.mark, in_quotes(output_.name) + why);
    return false;
  }

  bool read_totals() {
    for (const Tree* const side : sides_)
      if (side == nullptr || json_at(*side, "bw_bytes") == nullptr) {
        lacks_ = " has no bw_bytes: is it of fio 3?";
        return false;
      }
    const auto rate = sum_of(sides_, "bw_bytes"), operations = sum_of(sides_, "iops");
    const auto bytes = sum_of(sides_, "io_bytes"), count = sum_of(sides_, "total_ios");
    double longest = 0;
    for (const Tree* const side : sides_)
      longest = std::max(longest, json_number(*side, "runtime").value_or(0));
    const bool has_all = rate && operations && bytes && count;
    if (!has_all || *rate <= 0 || *operations <= 0 || *count <= 0 || *bytes > 1e18) {
      lacks_ = " lacks one of bw_bytes, iops, io_bytes and total_ios, or has none above zero";
      return false;
    }
    rate_ = *rate;
    operations_ = *operations;
    bytes_ = *bytes;
    per_operation_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(*bytes / *count));
    output_.seconds = longest / 1e3;
    return true;
  }

  // Finds out how many hosts and clones there are; an output may have lost some of them.
  bool has_all_clones() {
    std::set<std::string> hosts;
    for (const Tree* const job : run_.jobs) hosts.insert(json_text_at(*job, "hostname"));
    output_.nodes = static_cast<std::int64_t>(hosts.size());
    const auto entries = static_cast<std::int64_t>(run_.jobs.size());
    const std::int64_t clones = std::clamp<std::int64_t>(options_.count("numjobs").value_or(1), 1, 4096);
    const bool is_grouped = options_.text("group_reporting") && entries == output_.nodes;
    processes_ = is_grouped ? clones * entries : entries;
    if (is_grouped || clones == 1 || entries == clones * output_.nodes) return true;
    notes_.drop(output_.mark, in_quotes(output_.name) + " has " + std::to_string(entries) + " of " +
                                  std::to_string(clones * output_.nodes) + " jobs");
    return false;
  }

  void read_shape() {
    ProbeSpec& probe = output_.probe;
    probe.operation = is_read_ ? ProbeOperation::read : ProbeOperation::write;
    const std::string pattern = options_.text("rw", "readwrite").value_or("");
    if (pattern.empty()) guess("rw is not said: sequential was taken");
    probe.order = pattern.starts_with("rand") ? ProbeOrder::random : ProbeOrder::sequential;
    const bool direct = options_.is_on("direct") || options_.text("buffered") == "0";
    probe.direct = direct || !is_read_;
    probe.direct_writes = direct && !is_read_;
    probe.sync = !is_read_ && (options_.is_on("end_fsync") || options_.is_on("fsync_on_close"));
    read_processes();
    read_depth();
  }

  void read_processes() {
    ProbeSpec& probe = output_.probe;
    probe.processes_per_node = std::max<std::int64_t>(1, processes_ / output_.nodes);
    if (probe.processes_per_node * output_.nodes != processes_)
      guess(std::to_string(processes_) + " jobs do not lie evenly on " + std::to_string(output_.nodes) +
            " hosts: " + std::to_string(probe.processes_per_node) + " a host were taken");
    const std::string file = options_.text("filename").value_or("");
    probe.shared_file = processes_ > 1 && !file.empty() && !file.starts_with("/dev/");
  }

  void read_depth() {
    const std::string engine = options_.text("ioengine").value_or("psync");
    const bool is_one = std::find(std::begin(kOneByOne), std::end(kOneByOne), engine) != std::end(kOneByOne);
    const std::int64_t asked = std::clamp<std::int64_t>(options_.count("iodepth").value_or(1), 1, 65'536);
    const bool had_one = json_number(run_.first(), "iodepth_level.1").value_or(0) >= 99.9;
    output_.probe.queue_depth = is_one || had_one ? 1 : asked;
    if (asked == 1 || output_.probe.queue_depth > 1) return;
    guess("iodepth=" + std::to_string(asked) + " was asked for, and " + engine +
          " kept one operation under way: 1 was taken");
  }

  void read_sizes() {
    ProbeSpec& probe = output_.probe;
    const auto size = options_.bytes("bs", "blocksize", is_read_ ? 0 : 1);
    if (!size || *size <= 0)
      guess("bs is not said: " + text_of(Bytes::count(per_operation_)) + " was taken, bytes over operations");
    probe.transfer_size = Bytes::count(size && *size > 0 ? *size : per_operation_);
    const std::int64_t files = std::clamp<std::int64_t>(options_.count("nrfiles").value_or(1), 1, 1'000'000);
    probe.files_per_process = files;
    const auto all = options_.bytes("size"), one = options_.bytes("filesize");
    const auto processes = static_cast<double>(probe.processes_per_node * output_.nodes);
    std::int64_t bytes = all && *all > 0 ? *all / files : one.value_or(0);
    if (bytes <= 0) {
      bytes = static_cast<std::int64_t>(bytes_ / processes / static_cast<double>(files));
      guess("the size of a file is not said: " + human_text(Bytes::count(bytes)) +
            " was taken, what each job moved");
    } else {
      told_bytes_ = static_cast<double>(bytes) * static_cast<double>(files) *
                    (options_.text("filename") ? 1 : processes);
    }
    probe.file_size = std::max(Bytes::count(bytes), probe.transfer_size);
  }

  // Sets how long the row runs: a direct run is the same from end to end, and need not be made again whole.
  void read_duration() {
    ProbeSpec& probe = output_.probe;
    const bool direct = is_read_ ? probe.direct : probe.direct_writes;
    if (direct) {
      const double seconds = std::max(kShortestRun, kSimulated / operations_);
      probe.duration = Duration::seconds(output_.seconds > 0 ? std::min(seconds, output_.seconds) : seconds);
      probe.duration = std::min(std::max(probe.duration, 1_ms), 3600_s);
      guess("its row runs for " + human_text(probe.duration) +
            ", as a direct run is the same from end to end");
    } else if (options_.text("runtime") || options_.is_on("time_based")) {
      probe.duration = Duration::seconds(std::clamp(output_.seconds, 0.001, 3600.0));
    }
  }

  void add_figures() {
    const Tree& side = *sides_.front();
    if (output_.probe.transfer_size.count() >= kBulk)
      output_.figures.push_back({"probe.gb_per_second", rate_ / 1e9, json_at(side, "bw_bytes")->mark,
                                 words_of_sum("bw_bytes", rate_)});
    else
      output_.figures.push_back({"probe.operations_per_second", operations_, json_at(side, "iops")->mark,
                                 words_of_sum("iops", operations_)});
    constexpr std::array<std::pair<double, std::string_view>, 2> kShares = {
        {{50, "probe.latency_ms.p50"}, {99, "probe.latency_ms.p99"}}};
    bool has_any = false;
    for (const auto& [percent, name] : kShares) {
      const auto found = fio_percentile(sides_, percent);
      if (!found) continue;
      has_any = true;
      // A tail is of what few models have: it is held against the fit.
      output_.figures.push_back({name, found->nanoseconds / 1e6, found->mark, found->words, percent == 50});
    }
    if (!has_any && sides_.size() > 1)
      guess("percentiles of " + std::to_string(sides_.size()) + " jobs cannot be joined without json+");
  }

  std::string words_of_sum(const std::string& key, double value) const {
    const std::string side = is_read_ ? "read." : "write.";
    const std::string of = sides_.size() > 1 ? ", sum of " + std::to_string(sides_.size()) + " jobs" : "";
    return side + key + " " + number_text(value) + of;
  }

  void add_doubts() {
    for (const Tree* const job : run_.jobs) {
      const double error = json_number(*job, "error").value_or(0);
      if (error == 0) continue;
      notes_.doubt(output_, "W0092", in_quotes(output_.name) + " ended with error " + number_text(error),
                   "what was measured is of a run that failed");
      break;
    }
    if (!is_read_ || output_.probe.direct) return;
    const auto median = fio_percentile(sides_, 50);
    if (told_bytes_ > 0 && bytes_ > 1.01 * told_bytes_)
      notes_.doubt(output_, "W0090",
                   in_quotes(output_.name) + " read " +
                       human_text(Bytes::count(static_cast<std::int64_t>(bytes_))) + " out of files of " +
                       human_text(Bytes::count(static_cast<std::int64_t>(told_bytes_))) + ", and not direct",
                   "what is read again comes from the page cache: measure with direct=1, or larger files");
    else if (median && median->nanoseconds < kFastestDrive)
      notes_.doubt(output_, "W0090",
                   in_quotes(output_.name) + " had half of its reads in " +
                       number_text(median->nanoseconds / 1e3) + " us, and not direct",
                   "that is faster than a drive answers: the page cache or its reading ahead did");
  }

  void guess(std::string sentence) { output_.guesses.push_back(std::move(sentence)); }

  const FioRun& run_;
  OutputNotes& notes_;
  FioOptions options_;
  MeasuredOutput output_;
  std::vector<const Tree*> sides_;  // "read" or "write" of each job.
  bool is_read_ = false;
  double rate_ = 0, operations_ = 0, bytes_ = 0;  // Of all jobs: bytes a second, operations a second, bytes.
  double told_bytes_ = 0;                         // Size of all files, as the options say; 0: they do not.
  std::int64_t per_operation_ = 0, processes_ = 1;
  std::string lacks_;
};

// Reads one JSON text of fio: its jobs by group and name.
class FioTextReader {
 public:
  FioTextReader(const JsonText& json, OutputNotes& notes) : json_(json), notes_(notes) {}

  void read() {
    const Tree* jobs = json_at(json_.tree, "jobs");
    if (jobs == nullptr) jobs = json_at(json_.tree, "client_stats");
    if (jobs != nullptr && jobs->kind == Tree::Kind::sequence)
      for (const Tree& job : jobs->items) sort_in(job);
    for (const auto& [key, run] : runs_) {
      if (notes_.is_stopped()) return;
      if (names_[key.first].size() > 1)
        notes_.leave(run.first().mark,
                     in_quotes(run.name()) +
                         " ran beside other jobs of its group (no stonewall), which a probe "
                         "does not");
      else
        FioRunReader(run, notes_).read();
    }
    if (json_.broken)
      notes_.drop(*json_.broken,
                  "here it is no JSON any more: what began before and is not whole was dropped");
  }

 private:
  void sort_in(const Tree& job) {
    if (job.kind != Tree::Kind::map || json_at(job, "jobname") == nullptr)
      return notes_.drop(job.mark, "a job without a jobname");
    const std::string name = json_text_at(job, "jobname");
    if (name == "All clients") return;  // The sum of the others.
    const double group = json_number(job, "groupid").value_or(0);
    FioRun& run = runs_[{group, name}];
    run.version = json_text_at(json_.tree, "fio version");
    run.global = json_at(json_.tree, "global options");
    run.jobs.push_back(&job);
    names_[group].insert(name);
  }

  const JsonText& json_;
  OutputNotes& notes_;
  std::map<std::pair<double, std::string>, FioRun> runs_;  // By group and name.
  std::map<double, std::set<std::string>> names_;          // Names of the jobs of each group.
};

}  // namespace

void read_fio(OutputNotes& notes) {
  for (const JsonText& json : json_texts(notes.source())) {
    if (notes.is_stopped()) return;
    FioTextReader(json, notes).read();
  }
}

}  // namespace headrace
