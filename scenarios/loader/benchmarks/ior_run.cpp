#include "scenarios/loader/benchmarks/ior_run.h"

#include <algorithm>

#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr double kMebibyte = 1048576;
constexpr double kCached = 5;  // How much faster than its writes a read is that memory answers. [assumed]
constexpr double kFastestNode = 100e9;  // Bytes a second that two ports of 400 Gbit/s carry.

}  // namespace

std::optional<Bytes> ior_bytes(std::string_view text) {
  const std::vector<std::string_view> words = words_of(text);
  if (words.empty() || words.size() > 2) return std::nullopt;
  const std::string_view unit = words.size() == 2 ? words[1] : "bytes";
  const std::string as_written = std::string(words[0]) + " " + (unit == "bytes" ? "B" : std::string(unit));
  const auto size = parse_bytes(as_written);
  const auto* const bytes = std::get_if<Bytes>(&size);
  return bytes == nullptr || *bytes == Bytes() ? std::nullopt : std::optional(*bytes);
}

void IorRun::command(std::string_view line) {
  for (const std::string_view word : words_of(line)) {
    std::string plain(word);
    std::erase(plain, '\'');
    words_.push_back(std::move(plain));
  }
}

void IorRun::error(std::string_view line) {
  if (error_.empty()) error_ = trimmed(line);
}

std::string IorRun::option_of(std::string_view name) const {
  const auto found = options_.find(name);
  return found == options_.end() ? "" : found->second;
}

// Reads the number at the front of an option, such as "10 (5 per node)".
std::optional<std::int64_t> IorRun::count_of(std::string_view name) const {
  const std::string value = option_of(name);
  const std::vector<std::string_view> words = words_of(value);
  return words.empty() ? std::nullopt : output_count(words.front());
}

std::optional<Bytes> IorRun::bytes_of(std::string_view name) const { return ior_bytes(option_of(name)); }

bool IorRun::has_word(std::string_view word) const {
  return std::find(words_.begin(), words_.end(), word) != words_.end();
}

bool IorRun::read_tasks(MeasuredOutput& output, std::string& lacks) const {
  std::optional<std::int64_t> tasks = count_of("tasks"), per_node = count_of("clients per node");
  const std::string old = option_of("clients");  // "10 (5 per node)" in IOR 3.0.
  if (!tasks && !old.empty()) tasks = count_of("clients");
  if (!per_node && old.find('(') != std::string::npos) {
    const std::vector<std::string_view> words = words_of(std::string_view(old).substr(old.find('(') + 1));
    if (!words.empty()) per_node = output_count(words.front());
  }
  if (!tasks || *tasks == 0 || *tasks > 100'000'000) {
    lacks = " does not say how many tasks ran";
    return false;
  }
  if (!per_node || *per_node == 0) {
    const std::int64_t nodes = std::max<std::int64_t>(1, count_of("nodes").value_or(1));
    per_node = *tasks % nodes == 0 ? *tasks / nodes : 0;
    if (!count_of("nodes")) output.guesses.emplace_back("the nodes are not said: one was taken");
  }
  if (*per_node == 0 || *tasks % *per_node != 0 || *per_node > 4096) {
    lacks = " has " + std::to_string(*tasks) + " tasks that do not lie evenly on its nodes";
    return false;
  }
  output.probe.processes_per_node = *per_node;
  output.nodes = *tasks / *per_node;
  return true;
}

bool IorRun::read_shape(MeasuredOutput& output, std::string& lacks) const {
  if (!read_tasks(output, lacks)) return false;
  const std::optional<Bytes> transfer = bytes_of("xfersize"), block = bytes_of("blocksize");
  const std::int64_t segments = std::clamp<std::int64_t>(count_of("segments").value_or(1), 1, 1'000'000'000);
  if (!transfer || !block || static_cast<double>(block->count()) * static_cast<double>(segments) > 1e15) {
    lacks = " lacks xfersize or blocksize, or has none that can be read";
    return false;
  }
  ProbeSpec& probe = output.probe;
  probe.transfer_size = *transfer;
  probe.file_size = std::max(*block * segments, *transfer);
  const std::string access = option_of("access");
  probe.shared_file = access.find("shared") != std::string::npos;
  if (access.empty()) output.guesses.emplace_back("the access is not said: a file for each task was taken");
  if (probe.shared_file && *block > *transfer)
    output.guesses.push_back(
        "blocks of " + text_of(*block) +
        " of the shared file lie one behind another; a probe deals it transfer by transfer");
  const bool is_random =
      option_of("ordering in a file").find("random") != std::string::npos || has_word("-z");
  probe.order = is_random ? ProbeOrder::random : ProbeOrder::sequential;
  const bool is_write = probe.operation == ProbeOperation::write;
  const bool direct = has_word("-B") || has_word("--posix.odirect") || has_word("useO_DIRECT=1") ||
                      option_of("useO_DIRECT") == "1";
  probe.direct = direct || is_write;
  probe.direct_writes = direct && is_write;
  probe.sync = is_write && (has_word("-e") || option_of("fsync") == "1");
  if (words_.empty())
    output.guesses.emplace_back("the command line is not there: not direct and no fsync was taken");
  const std::optional<std::int64_t> deadline = count_of("stonewallingTime");
  if (deadline && *deadline > 0 && *deadline <= 3600)
    probe.duration = Duration::seconds(static_cast<double>(*deadline));
  return true;
}

// Doubts a read that memory answered.
void IorRun::doubt_cache(MeasuredOutput& output, const IorRate& rate, OutputNotes& notes) const {
  if (output.probe.operation != ProbeOperation::read || output.probe.direct) return;
  double written = 0;
  for (const IorRate& other : rates_)
    if (other.operation == "write") written = std::max(written, other.mebibytes);
  const double a_node = rate.mebibytes * kMebibyte / static_cast<double>(output.nodes);
  const std::string read = human_text(Bandwidth::bytes_per_second(rate.mebibytes * kMebibyte));
  const std::string help =
      "measure with O_DIRECT, with -C, so that each task reads what another node wrote, or more than memory "
      "holds";
  const bool is_reordered = has_word("-C") || has_word("-Z") || option_of("reorderTasks") == "1";
  const std::string own = is_reordered || written == 0 ? "" : ", by the tasks that had written it (no -C)";
  if (written > 0 && rate.mebibytes > kCached * written)
    notes.doubt(output, "W0090",
                "the read gave " + read + ", " + number_text(std::round(rate.mebibytes / written)) +
                    " times what the writes gave, not direct" + own,
                help);
  else if (a_node > kFastestNode)
    notes.doubt(output, "W0090", "the read gave " + read + ", more than the ports of its nodes carry" + own,
                help);
}

void IorRun::tell(const IorRate& rate, OutputNotes& notes) const {
  MeasuredOutput output;
  output.program = program_;
  output.name = "IOR";
  output.mark = rate.mark;
  output.seconds = rate.seconds;
  if (rate.operation != "write" && rate.operation != "read")
    return notes.leave(rate.mark, in_quotes(rate.operation) + " is neither write nor read");
  if (rate.mebibytes <= 0 || rate.mebibytes > 1e12)
    return notes.drop(rate.mark, "the " + rate.operation + " has no bandwidth above zero");
  output.probe.operation = rate.operation == "write" ? ProbeOperation::write : ProbeOperation::read;
  std::string lacks;
  if (!read_shape(output, lacks)) return notes.drop(rate.mark, "the run" + lacks);
  output.figures.push_back({"probe.gb_per_second", rate.mebibytes * kMebibyte / 1e9, rate.mark, rate.words});
  doubt_cache(output, rate, notes);
  if (!error_.empty())
    notes.doubt(output, "W0092", "IOR told " + in_quotes(error_.substr(0, 80)),
                "what was measured may be of a run that failed");
  notes.add(std::move(output));
}

// Returns a rate of each operation: that of the summary, or the mean of the repetitions.
std::vector<IorRate> IorRun::joined_rates() const {
  std::vector<IorRate> joined;
  for (const IorRate& rate : rates_) {
    const auto same = std::find_if(joined.begin(), joined.end(),
                                   [&](const IorRate& other) { return other.operation == rate.operation; });
    if (same == joined.end()) {
      joined.push_back(rate);
    } else if (rate.is_summary) {
      *same = rate;
    } else if (!same->is_summary) {
      const auto count = static_cast<double>(same->count);
      same->mebibytes = (same->mebibytes * count + rate.mebibytes) / (count + 1);
      same->seconds = (same->seconds * count + rate.seconds) / (count + 1);
      ++same->count;
      same->words = "mean of " + std::to_string(same->count) + " repetitions, " + rate.words;
    }
  }
  return joined;
}

void IorRun::tell(OutputNotes& notes) const {
  for (const IorRate& rate : joined_rates()) {
    if (notes.is_stopped()) return;
    tell(rate, notes);
  }
}

}  // namespace headrace
