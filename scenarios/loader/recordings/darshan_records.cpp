#include "scenarios/loader/recordings/darshan_records.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "scenarios/loader/recordings/number_text.h"

namespace headrace {

namespace {

using Counter = DarshanCounter;

// NotRepeated: calls that make no operations, by what the report calls them.
struct NotRepeated {
  std::string_view counter, meaning;
};
constexpr NotRepeated kNotRepeated[] = {
    {"SEEKS", "seeks"},
    {"MMAPS", "files that were mapped, whose reads nobody counts"},
    {"FLUSHES", "flushes of streams"},
    {"RENAME_SOURCES", "renames"},
    {"VIEWS", "views of MPI-IO"},
};

constexpr std::uint64_t bit(Counter counter) { return std::uint64_t{1} << static_cast<unsigned>(counter); }
static_assert(kDarshanCounters <= 64);

// Counters without which a record says nothing of times and bytes.
constexpr std::uint64_t kNeeded =
    bit(Counter::opens) | bit(Counter::reads) | bit(Counter::writes) | bit(Counter::bytes_read) |
    bit(Counter::bytes_written) | bit(Counter::open_start) | bit(Counter::read_start) |
    bit(Counter::read_end) | bit(Counter::write_start) | bit(Counter::write_end) | bit(Counter::read_time) |
    bit(Counter::write_time) | bit(Counter::name_time);

constexpr std::int64_t kMostCounted = std::int64_t{1} << 60;
constexpr std::int64_t kMostBytes = std::int64_t{1} << 58;  // Of all records: 256 PiB.
constexpr Duration kLongestRun = Duration::seconds(1) * (std::int64_t{1} << 31);

constexpr std::size_t kPrefix = std::string_view("POSIX_").size();  // As long as STDIO_ and MPIIO_.

// Takes the next cell of a line between tabs.
std::string_view take_tab_cell(std::string_view& line) {
  const std::string_view cell = line.substr(0, line.find('\t'));
  line.remove_prefix(std::min(cell.size() + 1, line.size()));
  return cell;
}

class DarshanText {
 public:
  DarshanText(TraceInput& input, RecordingWriter& writer, ImportReport& report)
      : input_(input), writer_(writer), report_(report) {}

  DarshanRecords read() {
    while (input_.lines.next()) {
      std::string_view line = input_.lines.line();
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      if (line.empty()) continue;
      if (line.front() == '#') {
        records_.head.take(line, report_);
      } else {
        counter(line);
      }
    }
    end_record();
    finish();
    return std::move(records_);
  }

 private:
  // Module: whose counters a line has.
  enum class Module : std::uint8_t { none, record, lustre, heatmap };

  void counter(std::string_view line) {
    if (key_.empty() || !line.starts_with(key_)) begin_record(line);
    if (module_ == Module::none) return;
    line.remove_prefix(key_.size());
    const std::string_view name = take_tab_cell(line), value = take_tab_cell(line);
    if (name.size() <= kPrefix || value.empty()) return drop("a line that is no counter");
    switch (module_) {
      case Module::none: break;
      case Module::record: return value_of_record(name.substr(kPrefix), value);
      case Module::lustre: return lustre(name, value);
      case Module::heatmap: return heat(name, value);
    }
  }

  void begin_record(std::string_view line) {
    end_record();
    module_ = Module::none;
    key_.clear();
    std::string_view rest = line;
    const std::string_view module = take_tab_cell(rest), rank = take_tab_cell(rest), id = take_tab_cell(rest);
    const auto number = whole_number(rank);
    const bool is_counter = !id.empty() && !rest.empty() && number && *number >= DarshanRecord::kShared;
    if (!is_counter || *number > kMostCounted) return drop("a line that is no counter");
    key_ = line.substr(0, line.size() - rest.size());
    take_tab_cell(rest);
    take_tab_cell(rest);
    const std::string_view path = take_tab_cell(rest);
    id_ = id;
    if (module == "LUSTRE") {
      module_ = Module::lustre;
    } else if (module == "HEATMAP") {
      begin_heat(path, *number);
    } else if (module == "POSIX" || module == "STDIO" || module == "MPI-IO") {
      begin_counts(module, path, *number);
    } else {
      ++modules_[std::string(module)];
    }
  }

  void begin_counts(std::string_view module, std::string_view path, std::int64_t rank) {
    constexpr std::string_view kStreams[] = {"<STDIN>", "<STDOUT>", "<STDERR>"};
    if (std::find(std::begin(kStreams), std::end(kStreams), path) != std::end(kStreams)) {
      ++streams_;
      return;
    }
    module_ = Module::record;
    record_ = {};
    record_.rank = rank;
    record_.layer = module == "STDIO"    ? RecordedLayer::stdio
                    : module == "MPI-IO" ? RecordedLayer::mpi
                                         : RecordedLayer::posix;
    for (const Counter counter :
         {Counter::last_byte_read, Counter::last_byte_written, Counter::sequential_reads,
          Counter::sequential_writes, Counter::consecutive_reads, Counter::consecutive_writes})
      record_.values[static_cast<std::size_t>(counter)] = -1;
    path_ = path;
    seen_ = 0;
  }

  void value_of_record(std::string_view name, std::string_view value) {
    const auto place = darshan_counter(name);
    if (!place) return call_not_repeated(name, value);
    std::int64_t& held = record_.values[static_cast<std::size_t>(place->counter) + place->later];
    const std::uint64_t seen = bit(place->counter);
    if (is_not_monitored(value)) {
      seen_ |= seen;
      return;
    }
    if (place->counter >= Counter::open_start) {
      const auto time = time_of(value, kSecond);
      if (!time || *time > kLongestRun) return drop("a counter whose value is no time of a run");
      held = time->ns();
    } else {
      const auto number = whole_number(value);
      if (!number || *number > kMostCounted) return drop("a counter whose value is no number");
      if (*number < 0) return drop("a counter below zero");
      if (*number > kMostCounted - std::max<std::int64_t>(0, held))
        return drop("a counter whose value is no number");
      held = std::max<std::int64_t>(0, held) + *number;
    }
    seen_ |= seen;
  }

  // Returns whether a value says that Darshan could not count.
  bool is_not_monitored(std::string_view value) {
    const bool is_so = value == "-1" || value.starts_with("-1.0");
    if (is_so) ++not_monitored_;
    return is_so;
  }

  void call_not_repeated(std::string_view name, std::string_view value) {
    for (std::size_t c = 0; c < std::size(kNotRepeated); ++c) {
      if (kNotRepeated[c].counter != name || is_not_monitored(value)) continue;
      const std::int64_t number = whole_number(value).value_or(0);
      if (number > 0 && number <= kMostCounted - not_repeated_[c]) not_repeated_[c] += number;
    }
  }

  void lustre(std::string_view name, std::string_view value) {
    const bool is_count = name == "LUSTRE_STRIPE_WIDTH" || name.ends_with("_STRIPE_COUNT");
    if (!is_count) return;
    const auto count = whole_number(value);
    if (!count) return drop("a counter whose value is no number");
    std::int64_t& stripes = stripes_[id_];
    stripes = std::max(stripes, *count);
  }

  void begin_heat(std::string_view path, std::int64_t rank) {
    constexpr std::pair<std::string_view, RecordedLayer> kPaths[] = {{"heatmap:POSIX", RecordedLayer::posix},
                                                                     {"heatmap:STDIO", RecordedLayer::stdio}};
    module_ = Module::heatmap;
    heat_ = nullptr;
    for (const auto& [name, layer] : kPaths)
      if (name == path) heat_ = &records_.heat[{layer, rank}];
  }

  void heat(std::string_view name, std::string_view value) {
    if (heat_ == nullptr) return;
    constexpr std::size_t kMostBins = 1 << 16;  // Darshan makes 200 at most [read: 160 to 170 in a log].
    if (name == "HEATMAP_F_BIN_WIDTH_SECONDS") {
      const auto width = time_of(value, kSecond);
      if (!width || *width == Duration() || *width > kLongestRun / std::int64_t{kMostBins})
        return drop("a counter whose value is no time of a run");
      heat_->width = *width;
      return;
    }
    const bool is_read = name.starts_with("HEATMAP_READ_BIN_");
    std::vector<std::int64_t>& bins = is_read ? heat_->read : heat_->written;
    const auto bin = whole_number(name.substr(name.rfind('_') + 1));
    const auto bytes = whole_number(value);
    const bool is_next = bin && *bin == static_cast<std::int64_t>(bins.size()) && bins.size() < kMostBins;
    if (!is_next || !bytes || *bytes < 0 || *bytes > kMostCounted / static_cast<std::int64_t>(kMostBins))
      return drop("a bin of a heat map that is out of order or no number");
    bins.push_back(*bytes);
  }

  void end_record() {
    if (module_ != Module::record) return;
    module_ = Module::none;
    if ((seen_ & kNeeded) != kNeeded) return drop("a record without all its counters");
    const DarshanRecord& record = record_;
    if (!agrees(Counter::reads, Counter::bytes_read, Counter::read_start, Counter::read_end) ||
        !agrees(Counter::writes, Counter::bytes_written, Counter::write_start, Counter::write_end))
      return drop("a record whose counters contradict each other");
    if (record.operations() == 0) return;
    const std::int64_t bytes = record[Counter::bytes_read] + record[Counter::bytes_written];
    if (record.operations() > input_.most_operations - operations_ || bytes > kMostBytes - bytes_)
      return drop("a record of more operations or bytes than a recording takes");
    operations_ += record.operations();
    bytes_ += bytes;
    if (record.layer == RecordedLayer::mpi) {
      mpi_.push_back({id_, path_, record_});
      return;
    }
    if (record.layer == RecordedLayer::posix) posix_.insert(id_);
    keep(id_, path_, record_);
  }

  void keep(const std::string& id, const std::string& path, DarshanRecord& record) {
    const auto found = files_.find(id);
    record.file = found != files_.end() ? found->second : writer_.file(path);
    if (found == files_.end()) files_.emplace(id, record.file);
    records_.all.push_back(record);
  }

  bool agrees(Counter count, Counter bytes, Counter start, Counter end) const {
    if (record_[count] == 0) return record_[bytes] == 0;
    return record_[start] <= record_[end];
  }

  // Adds MPI-IO's records of files that POSIX did not see, and stripes; tells what was passed over.
  void finish() {
    std::int64_t below = 0, alone = 0;
    for (MpiRecord& mpi : mpi_) {
      if (posix_.contains(mpi.id)) {
        ++below;
        continue;
      }
      // Replays leave calls of MPI-IO out where there are calls of POSIX.
      mpi.record.layer = RecordedLayer::posix;
      alone += mpi.record.operations();
      keep(mpi.id, mpi.path, mpi.record);
    }
    if (alone > 0)
      report_.guess("that a call of MPI-IO on a file without a record of POSIX was one call below it", alone);
    for (const auto& [id, stripes] : stripes_) {
      const auto file = files_.find(id);
      if (file != files_.end() && stripes > 0) writer_.stripes(file->second, stripes);
    }
    tell("records of MPI-IO on files whose calls below it POSIX counted, passed over", below);
    tell("records of standard streams, which are no files, passed over", streams_);
    for (const auto& [module, records] : modules_)
      tell("records of the module " + module + ", not taken", records);
    for (std::size_t c = 0; c < std::size(kNotRepeated); ++c)
      tell("calls that make no operations: " + std::string(kNotRepeated[c].meaning), not_repeated_[c]);
    tell("counters that Darshan could not count (-1)", not_monitored_);
  }

  void tell(const std::string& what, std::int64_t count) {
    if (count > 0) report_.told.push_back(what + ": " + std::to_string(count));
  }
  void drop(std::string_view why) { report_.drop(why, input_.file, input_.lines.number()); }

  static constexpr std::int64_t kSecond = 1'000'000'000;

  struct MpiRecord {
    std::string id, path;
    DarshanRecord record;
  };

  TraceInput& input_;
  RecordingWriter& writer_;
  ImportReport& report_;
  DarshanRecords records_;
  std::string key_, id_, path_;  // Of the record: the cells before its counters, its number, its file.
  Module module_ = Module::none;
  DarshanRecord record_;
  std::uint64_t seen_ = 0;  // Counters of it, a bit each.
  DarshanHeat* heat_ = nullptr;
  std::unordered_map<std::string, std::uint32_t> files_;  // By record number.
  std::unordered_set<std::string> posix_;                 // Record numbers that POSIX has.
  std::unordered_map<std::string, std::int64_t> stripes_;
  std::vector<MpiRecord> mpi_;
  std::map<std::string, std::int64_t> modules_;
  std::array<std::int64_t, std::size(kNotRepeated)> not_repeated_ = {};
  std::int64_t operations_ = 0, bytes_ = 0, streams_ = 0, not_monitored_ = 0;
};

}  // namespace

DarshanRecords read_darshan_records(TraceInput& input, RecordingWriter& writer, ImportReport& report) {
  return DarshanText(input, writer, report).read();
}

}  // namespace headrace
