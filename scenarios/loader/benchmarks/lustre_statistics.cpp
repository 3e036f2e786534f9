#include "scenarios/loader/benchmarks/lustre_statistics.h"

#include <algorithm>
#include <array>

#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/text/numbers.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

constexpr double kPage = 4096;

// LustreTable: a histogram by its title in the dump, and what its bins count.
struct LustreTable {
  std::string_view title;
  double unit;  // What a bin of 1 is.
};

constexpr LustreTable kTables[] = {{"pages per bulk r/w", kPage}, {"disk I/O size", 1},
                                   {"disk I/Os in flight", 1},    {"I/O time (1/1000s)", 1},
                                   {"pages per rpc", kPage},      {"rpcs in flight", 1}};

// Settings that a client has for each target, and those of a file's layout.
constexpr std::string_view kSettings[] = {"max_rpcs_in_flight",         "max_pages_per_rpc", "max_dirty_mb",
                                          "max_read_ahead_per_file_mb", "stripecount",       "stripesize"};

// Reads "128K", whose K is 1024.
std::optional<double> bin_of(std::string_view word) {
  constexpr std::string_view kUnits = "KMGT";
  double unit = 1;
  if (!word.empty() && kUnits.find(word.back()) != std::string_view::npos) {
    for (std::size_t i = 0; i <= kUnits.find(word.back()); ++i) unit *= 1024;
    word.remove_suffix(1);
  }
  const std::optional<std::int64_t> count = output_count(word);
  return count ? std::optional(static_cast<double>(*count) * unit) : std::nullopt;
}

bool is_letter_of_name(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Returns the number behind a key of a flow map such as "{ samples: 25, unit: bytes, max:16777216 }".
std::optional<double> number_of_key(std::string_view map, std::string_view key) {
  for (std::size_t at = map.find(key); at != std::string_view::npos; at = map.find(key, at + 1)) {
    const bool is_whole =
        (at == 0 || !is_letter_of_name(map[at - 1])) && map.substr(at + key.size()).starts_with(':');
    if (!is_whole) continue;
    const std::string_view rest = map.substr(at + key.size() + 1);
    return finite_number(trimmed(rest.substr(0, rest.find_first_of(",}"))));
  }
  return std::nullopt;
}

class LustreReader {
 public:
  LustreReader(OutputNotes& notes, LustreStatistics& all) : notes_(notes), all_(all) {}

  void read() {
    for (OutputLines lines(notes_.text()); lines.next() && !notes_.is_stopped();) {
      number_ = lines.number();
      add_names(lines.line());
      read_line(lines.line());
    }
  }

 private:
  Mark here() const { return notes_.line(number_); }

  void read_line(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.empty()) return;
    if (text.find("% cum %") != std::string_view::npos) return begin_table(text);
    const std::size_t sign = text.find('=');
    if (sign != std::string_view::npos && text.substr(0, sign).find_first_of(" :{") == std::string_view::npos)
      return read_parameter(text.substr(0, sign), trimmed(text.substr(sign + 1)));
    if (text.starts_with("- job_id:")) {
      job_ = trimmed(text.substr(9));
      all_.jobs[job_];
    } else if (!job_.empty() && text.find('{') != std::string_view::npos) {
      read_job(text);
    } else if (is_in_table_ && text.find('|') != std::string_view::npos) {
      read_bin(text);
    } else {
      read_operation(text);
    }
  }

  void begin_table(std::string_view text) {
    const auto* const table = std::find_if(std::begin(kTables), std::end(kTables),
                                           [&](const LustreTable& of) { return text.starts_with(of.title); });
    is_in_table_ = true;
    table_ = table == std::end(kTables) ? nullptr : table;
  }

  void read_bin(std::string_view text) {
    if (table_ == nullptr || text.starts_with("read "))
      return;  // Another table, or the line above its heading.
    const std::size_t colon = std::min(text.find(':'), text.size()), bar = text.find('|');
    const std::optional<double> bin = bin_of(trimmed(text.substr(0, colon)));
    if (!bin || colon > bar) return notes_.drop(here(), "the row of the histogram has no bin in front");
    const std::vector<std::string_view> reads = words_of(text.substr(colon + 1, bar - colon - 1));
    const std::vector<std::string_view> writes = words_of(text.substr(bar + 1));
    const auto read = reads.empty() ? std::nullopt : output_count(reads.front());
    const auto written = writes.empty() ? std::nullopt : output_count(writes.front());
    if (!read || !written) return notes_.drop(here(), "the row of the histogram has no counts");
    LustreCounts& counts = all_.histograms[std::string(table_->title)][*bin * table_->unit];
    counts.reads += static_cast<double>(*read);
    counts.writes += static_cast<double>(*written);
  }

  void read_parameter(std::string_view name, std::string_view value) {
    is_in_table_ = false;
    table_ = nullptr;
    job_.clear();
    parameter_ = name;
    const std::string_view last = name.substr(name.rfind('.') + 1);
    const std::string_view first = name.substr(0, name.find('.'));
    if (last == "kbytestotal" || last == "kbytesfree") return read_space(name, last, value);
    if (std::find(std::begin(kSettings), std::end(kSettings), last) != std::end(kSettings) &&
        !value.empty()) {
      LustreSetting& setting = all_.settings[std::string(first) + ".all." + std::string(last)];
      ++setting.values[std::string(value)];
      setting.marks.try_emplace(std::string(value), here());
      return;
    }
    constexpr std::string_view kRead[] = {"brw_stats", "rpc_stats", "job_stats", "stats", "md_stats"};
    if (std::find(std::begin(kRead), std::end(kRead), last) == std::end(kRead))
      ++all_.not_looked_at[std::string(last)];
  }

  void read_space(std::string_view name, std::string_view what, std::string_view value) {
    const std::size_t ost = name.find("-OST");
    if (ost == std::string_view::npos) return;  // Of an MDT or of the MGS.
    const std::optional<std::int64_t> kib = output_count(value);
    if (!kib) return notes_.drop(here(), in_quotes(value) + " is no size of a target");
    const auto [system, number] = name_at(name, ost);
    LustreTarget& target = all_.systems[system].ost_space[number];
    if (what == "kbytesfree") {
      target.free_kib = static_cast<double>(*kib);
    } else {
      target.total_kib = static_cast<double>(*kib);
      target.mark = here();
    }
  }

  void read_job(std::string_view text) {
    const bool reads = text.starts_with("read_bytes:"), writes = text.starts_with("write_bytes:");
    if (!reads && !writes) return;
    const auto samples = number_of_key(text, "samples");
    const auto sum = number_of_key(text, "sum");
    if (!samples || (*samples > 0 && !sum))
      return notes_.drop(here(), "the job's bytes have no samples or no sum");
    LustreJob& job = all_.jobs[job_];
    (reads ? job.reads : job.writes) += std::max(*samples, 0.0);
    (reads ? job.read_bytes : job.write_bytes) += std::max(sum.value_or(0), 0.0);
  }

  // Reads "open  3 samples [usecs] 686 16407 18634 272034926": least, most, sum and sum of squares.
  void read_operation(std::string_view text) {
    const std::vector<std::string_view> words = words_of(text);
    if (words.size() < 4 || words[2] != "samples") return;
    const bool is_of_export =
        parameter_.find(".exports.") != std::string::npos;  // Counted in the target's, too.
    const std::string whose = parameter_.substr(0, parameter_.find('.'));
    if (is_of_export || (whose != "llite" && whose != "obdfilter" && whose != "mdt")) return;
    const auto samples = output_count(words[1]);
    const auto sum = words.size() > 6 ? finite_number(words[6]) : std::nullopt;
    if (!samples) return notes_.drop(here(), "the operation has no count of samples");
    LustreOperation& operation = all_.operations[whose][std::string(words[0])];
    operation.samples += static_cast<double>(*samples);
    operation.sum += std::max(sum.value_or(0), 0.0);
    operation.unit = words[3].substr(1, words[3].find(']') - 1);
  }

  // Returns the file system and the number of a target whose "-OST" or "-MDT" stands at a place.
  static std::pair<std::string, std::string> name_at(std::string_view text, std::size_t at) {
    std::size_t begin = at;
    while (begin > 0 && is_letter_of_name(text[begin - 1])) --begin;
    std::string_view system = text.substr(begin, at - begin);
    // "fs-MDT0000-lwp-OST0001" names the target of a connection behind that of its own file system.
    constexpr std::string_view kConnections[] = {"lwp", "osc", "osp", "mdc", "mdtlov"};
    if (std::find(std::begin(kConnections), std::end(kConnections), system) != std::end(kConnections)) {
      std::size_t first = begin;
      while (first > 0 && (is_letter_of_name(text[first - 1]) || text[first - 1] == '-')) --first;
      system = text.substr(first, text.find('-', first) - first);
    }
    return {std::string(system), std::string(text.substr(at + 4, 4))};
  }

  void add_names(std::string_view line) {
    for (const std::string_view kind : {"-OST", "-MDT"})
      for (std::size_t at = line.find(kind); at != std::string_view::npos; at = line.find(kind, at + 1)) {
        const auto [system, number] = name_at(line, at);
        const bool is_number =
            number.size() == 4 && number.find_first_not_of("0123456789abcdef") == std::string::npos;
        if (!is_number || system.empty()) continue;
        LustreNames& names = all_.systems[system];
        (kind == "-OST" ? names.osts : names.mdts).insert(number);
      }
  }

  OutputNotes& notes_;
  LustreStatistics& all_;
  int number_ = 0;
  std::string parameter_, job_;
  const LustreTable* table_ = nullptr;  // Null: what is read is no table, or one that is not looked at.
  bool is_in_table_ = false;
};

}  // namespace

const std::string& LustreSetting::usual() const {
  const auto most = std::max_element(values.begin(), values.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most->first;
}

const std::pair<const std::string, LustreNames>* LustreStatistics::system() const {
  const std::pair<const std::string, LustreNames>* best = nullptr;
  const auto weight = [](const LustreNames& names) {
    return std::array{names.ost_space.size(), names.osts.size(), names.mdts.size()};
  };
  for (const auto& entry : systems)
    if (best == nullptr || weight(entry.second) > weight(best->second)) best = &entry;
  return best;
}

void read_lustre(OutputNotes& notes, LustreStatistics& all) { LustreReader(notes, all).read(); }

}  // namespace headrace
