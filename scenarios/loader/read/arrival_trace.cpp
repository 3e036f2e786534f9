#include "scenarios/loader/read/arrival_trace.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <span>

#include "models/jobs/inference/inference_spec.h"
#include "scenarios/loader/read/request_json.h"
#include "scenarios/loader/text/date_time.h"
#include "scenarios/loader/text/document.h"
#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/plain_text.h"
#include "sim/hash.h"

namespace headrace {
namespace {

constexpr double kLatest = 1e9;  // Seconds: what the clock holds, and room for the answers.

std::optional<double> number_of(std::string_view word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc::result_out_of_range) return HUGE_VAL;
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

// Names of columns in small letters: those of Vidur's, of Azure's and of Mooncake's traces, and plain ones.
constexpr std::array<std::string_view, 5> kTimes = {"arrived_at", "timestamp", "arrival", "arrival_time",
                                                    "time"};
constexpr std::array<std::string_view, 4> kPrompts = {"num_prefill_tokens", "contexttokens", "input_length",
                                                      "prompt_tokens"};
constexpr std::array<std::string_view, 4> kOutputs = {"num_decode_tokens", "generatedtokens", "output_length",
                                                      "output_tokens"};

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t from = 0; from <= line.size();) {
    const std::size_t to = std::min(line.find(',', from), line.size());
    std::string_view cell = trimmed(line.substr(from, to - from));
    if (cell.empty()) cell = line.substr(from, 0);  // Has a place in the line.
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
    cells.push_back(cell);
    from = to + 1;
  }
  return cells;
}

// Returns which column has one of these names.
std::optional<std::size_t> column_of(std::span<const std::string_view> cells,
                                     std::span<const std::string_view> names) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string name(cells[i]);
    std::transform(name.begin(), name.end(), name.begin(), lower);
    if (std::find(names.begin(), names.end(), name) != names.end()) return i;
  }
  return std::nullopt;
}

// Returns the key and the value of a line's time, or the beginning of a line without one.
std::string_view timestamp_in(std::string_view line) {
  const std::size_t from = line.find("\"timestamp\"");
  if (from == std::string_view::npos) return line.substr(0, 1);
  return line.substr(from, line.find_first_of(",}", from) - from);
}

class TraceParser {
 public:
  TraceParser(std::shared_ptr<const SourceText> source, Problems& problems)
      : source_(std::move(source)), problems_(problems) {}

  std::optional<RequestTrace> parse() {
    const std::size_t before = problems_.errors();
    std::string_view rest = source_->text;
    const bool json = trimmed(rest).starts_with('{');
    while (!rest.empty() && !problems_.is_full()) {
      ++line_;
      const std::string_view line = take_line(rest);
      json ? read_json(line) : read_line(line);
    }
    if (problems_.errors() > before) return std::nullopt;
    if (trace_.times.empty()) {
      problems_.add(Mark{source_}, "E0343", "the trace has not one arrival time").with_help(kForm);
      return std::nullopt;
    }
    return std::move(trace_);
  }

 private:
  static constexpr const char* kForm = "a trace has one time a line, in seconds since the job's start";

  // --- Lines of comma-separated values. ---

  void read_line(std::string_view line) {
    const std::string_view content = trimmed(line.substr(0, line.find('#')));
    if (content.empty()) return;
    const bool first = !std::exchange(begun_, true);
    const std::vector<std::string_view> cells = cells_of(content);
    if (first && !number_of(cells[0]) && !since_1970(cells[0])) return read_header(line, cells);
    if (time_ >= cells.size() || (prompt_ && std::max(*prompt_, *output_) >= cells.size()))
      return refuse(mark_of(line, content), "E0730",
                    "the line has " + std::to_string(cells.size()) + " columns, and the header more");
    const auto time = time_of(line, cells[time_]);
    if (!time || !add(*time, line, cells[time_]) || !prompt_) return;
    trace_.prompt_tokens.push_back(tokens_of(line, cells[*prompt_]));
    trace_.output_tokens.push_back(tokens_of(line, cells[*output_]));
  }

  void read_header(std::string_view line, std::span<const std::string_view> cells) {
    time_ = column_of(cells, kTimes).value_or(0);
    prompt_ = column_of(cells, kPrompts);
    output_ = column_of(cells, kOutputs);
    if (prompt_.has_value() == output_.has_value()) return;
    const std::string_view there = cells[prompt_ ? *prompt_ : *output_];
    prompt_ = output_ = std::nullopt;
    refuse(mark_of(line, there), "E0730",
           in_quotes(there) + " stands without the number of the other tokens of a request",
           "tokens of the prompt and of the output are both told, or none of them");
  }

  // Returns a time since the job's start; nothing, with a problem, where the cell is none.
  std::optional<Duration> time_of(std::string_view line, std::string_view word) {
    const auto date = since_1970(word);
    if (date && dates_ == Dates::unknown) first_date_ = *date;
    const Dates these = date ? Dates::are_dates : Dates::are_seconds;
    if (date && dates_ != Dates::are_seconds) {
      dates_ = these;
      return seconds_of(line, word, (*date - first_date_).in_seconds());
    }
    const auto seconds = number_of(word);
    if (!seconds && !date) {
      refuse(mark_of(line, word), "E0341", in_quotes(word) + " is not a time in seconds", kForm);
      return std::nullopt;
    }
    if (dates_ != Dates::unknown && dates_ != these) {
      refuse(mark_of(line, word), "E0341",
             in_quotes(word) + (date ? " is a date, and the times above it are seconds"
                                     : " is no date, and the times above it are"));
      return std::nullopt;
    }
    dates_ = these;
    return seconds_of(line, word, *seconds);
  }

  std::int64_t tokens_of(std::string_view line, std::string_view word) {
    const auto number = number_of(word);
    if (number && *number >= 0 && *number <= static_cast<double>(RequestTrace::kMostTokens) &&
        *number == std::floor(*number))
      return static_cast<std::int64_t>(*number);
    refuse(mark_of(line, word), "E0730", in_quotes(word) + " is no number of tokens");
    return 0;
  }

  // --- Lines of JSON. ---

  void read_json(std::string_view line) {
    const std::string_view content = trimmed(line);
    if (content.empty()) return;
    RequestJson request = parse_request_json(content);
    const std::string_view at = timestamp_in(content);
    const Mark mark = mark_of(line, at);
    if (request.wrong.empty() && request.prompt_tokens.has_value() != request.output_tokens.has_value())
      request.wrong = "of 'input_length' and 'output_length' one is missing";
    if (!request.wrong.empty()) return refuse(mark, "E0731", std::move(request.wrong), kJsonForm);
    const bool first = !std::exchange(begun_, true);
    if (!first && (trace_.has_tokens() != request.prompt_tokens.has_value() ||
                   trace_.has_blocks() != request.blocks.has_value()))
      return refuse(mark, "E0731", "the line has other keys than those above it", kJsonForm);
    if (request.milliseconds != std::floor(request.milliseconds) && !std::exchange(doubted_, true))
      problems_
          .warn(mark, "W0094",
                "a 'timestamp' with a fraction looks like seconds, and is read as milliseconds")
          .with_help("where these are seconds, replay them with 'speed_up: 0.001'");
    const auto time = seconds_of(line, at, request.milliseconds / 1000);
    if (!time || !add(*time, line, at)) return;
    if (request.prompt_tokens) {
      trace_.prompt_tokens.push_back(*request.prompt_tokens);
      trace_.output_tokens.push_back(*request.output_tokens);
    }
    if (!request.blocks) return;
    trace_.blocks.insert(trace_.blocks.end(), request.blocks->begin(), request.blocks->end());
    trace_.blocks_end.push_back(trace_.blocks.size());
  }
  static constexpr const char* kJsonForm =
      "a line is {\"timestamp\": milliseconds, \"input_length\": tokens, \"output_length\": tokens, "
      "\"hash_ids\": [numbers of blocks]}";

  // --- What both have. ---

  std::optional<Duration> seconds_of(std::string_view line, std::string_view word, double seconds) {
    if (std::isnan(seconds) || seconds > kLatest) {
      refuse(mark_of(line, word), "E0341", in_quotes(word) + " is not a time that the clock holds",
             "times are finite, and at most 1e9 seconds");
    } else if (seconds < 0 && dates_ != Dates::are_dates) {
      refuse(mark_of(line, word), "E0341", in_quotes(word) + " is a time before the job's start");
    } else {
      return Duration::seconds(std::max(seconds, -kLatest));
    }
    return std::nullopt;
  }

  bool add(Duration time, std::string_view line, std::string_view word) {
    if (!trace_.times.empty() && time < trace_.times.back()) {
      refuse(mark_of(line, word), "E0342",
             in_quotes(word) + " comes before the time above it, in line " + std::to_string(last_line_),
             "sort the trace by time; times may be equal");
      return false;
    }
    trace_.times.push_back(time);
    last_line_ = line_;
    return true;
  }

  // Returns where a part of a line is.
  Mark mark_of(std::string_view line, std::string_view word) const {
    Mark mark{source_};
    mark.line = line_;
    mark.column = static_cast<int>(word.data() - line.data()) + 1;
    mark.length = static_cast<int>(std::max<std::size_t>(1, word.size()));
    return mark;
  }

  void refuse(const Mark& mark, const char* code, std::string sentence, std::string help = {}) {
    problems_.add(mark, code, std::move(sentence)).with_help(std::move(help));
  }

  enum class Dates : std::uint8_t { unknown, are_seconds, are_dates };

  std::shared_ptr<const SourceText> source_;
  Problems& problems_;
  RequestTrace trace_;
  std::size_t time_ = 0;                        // Column of the time, …
  std::optional<std::size_t> prompt_, output_;  // … and those of both lengths, or of none.
  Dates dates_ = Dates::unknown;
  Duration first_date_;  // Since 1970.
  int line_ = 0;
  int last_line_ = 0;  // Of the last time.
  bool begun_ = false;
  bool doubted_ = false;  // Whether times look like seconds was told.
};

}  // namespace

std::optional<RequestTrace> parse_arrival_trace(std::string_view text, const std::string& file,
                                                Problems& problems) {
  if (text.size() > kLongestText) {
    const auto source = std::make_shared<const SourceText>(SourceText{file, {}});
    problems.add(Mark{source}, "E0343", "the trace is larger than 16 MiB")
        .with_help("use a part of it, or an arrival process with its rate and variation");
    return std::nullopt;
  }
  auto source = plain_text(text, file, problems);
  if (source == nullptr) return std::nullopt;
  return TraceParser(std::move(source), problems).parse();
}

std::string arrival_trace_digest(const RequestTrace& trace) {
  Hash hash;
  for (const Duration time : trace.times) hash.add(static_cast<std::uint64_t>(time.ns()));
  for (const std::int64_t tokens : trace.prompt_tokens) hash.add(static_cast<std::uint64_t>(tokens));
  for (const std::int64_t tokens : trace.output_tokens) hash.add(static_cast<std::uint64_t>(tokens));
  for (const std::size_t end : trace.blocks_end) hash.add(static_cast<std::uint64_t>(end));
  for (const std::uint64_t block : trace.blocks) hash.add(block);
  return "fnv1a-" + hexadecimal(hash.value());
}

void read_arrival_trace(const std::string& job_name, JobSpec& job, const Places& places,
                        const FileFinder& files, Problems& problems) {
  const std::string path = "jobs." + job_name + ".inference";
  const auto named = places.find(path + ".trace");
  auto* const found = job.work.find<InferenceSpec>();
  if (found == nullptr || named == places.end()) return;
  InferenceSpec& spec = *found;
  const auto file = files.find(spec.trace, named->second, problems);
  if (!file) return;
  auto trace = parse_arrival_trace(file->text, file->name, problems);
  if (!trace) return;
  const std::string digest = arrival_trace_digest(*trace);
  const auto wanted = places.find(path + ".trace_digest");
  if (wanted != places.end() && spec.trace_digest != digest) {
    problems
        .add(wanted->second, "E0348", in_quotes(spec.trace) + " is not the trace that this scenario was for")
        .at(path + ".trace_digest")
        .with_help("its digest is " + digest + "; leave 'trace_digest' out to take the trace as it is");
  }
  if (trace->has_tokens() && !spec.tokens)
    problems
        .warn(
            named->second, "W0093",
            in_quotes(spec.trace) + " says how many tokens requests have, and all take the same service time")
        .at(path + ".trace")
        .with_help(
            "give 'tokens: {prompt_token_time: 40 us, output_token_time: 5 ms}' for one that they make");
  spec.traced = std::move(*trace);
  spec.trace_digest = digest;
}

}  // namespace headrace
