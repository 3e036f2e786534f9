#include "scenarios/loader/read/arrival_trace.h"

#include <charconv>
#include <cmath>
#include <memory>

#include "models/jobs/inference/inference_spec.h"
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

class TraceParser {
 public:
  TraceParser(std::shared_ptr<const SourceText> source, Problems& problems)
      : source_(std::move(source)), problems_(problems) {}

  std::optional<std::vector<Duration>> parse() {
    const std::size_t before = problems_.errors();
    std::string_view rest = source_->text;
    while (!rest.empty() && !problems_.is_full()) {
      ++line_;
      read_line(take_line(rest));
    }
    if (problems_.errors() > before) return std::nullopt;
    if (times_.empty()) {
      problems_.add(Mark{source_}, "E0343", "the trace has not one arrival time").with_help(kForm);
      return std::nullopt;
    }
    return std::move(times_);
  }

 private:
  static constexpr const char* kForm = "a trace has one time a line, in seconds since the job's start";

  void read_line(std::string_view line) {
    const std::string_view content = trimmed(line.substr(0, line.find('#')));
    if (content.empty()) return;
    const bool first = !std::exchange(begun_, true);
    const std::string_view word = trimmed(content.substr(0, content.find(',')));
    const std::optional<double> time = number_of(word);
    if (!time && first) return;  // The header.
    Mark mark{source_};
    mark.line = line_;
    mark.column = static_cast<int>(content.data() - line.data()) + 1;
    mark.length = static_cast<int>(std::max<std::size_t>(1, word.size()));
    if (!time) {
      problems_.add(mark, "E0341", in_quotes(word) + " is not a time in seconds").with_help(kForm);
    } else if (std::isnan(*time) || *time > kLatest) {
      problems_.add(mark, "E0341", in_quotes(word) + " is not a time that the clock holds")
          .with_help("times are finite, and at most 1e9 seconds");
    } else if (*time < 0) {
      problems_.add(mark, "E0341", in_quotes(word) + " is a time before the job's start");
    } else {
      add(Duration::seconds(*time), word, mark);
    }
  }

  void add(Duration time, std::string_view word, const Mark& mark) {
    if (!times_.empty() && time < times_.back()) {
      problems_
          .add(mark, "E0342",
               in_quotes(word) + " comes before the time above it, in line " + std::to_string(last_line_))
          .with_help("sort the trace by time; times may be equal");
      return;
    }
    times_.push_back(time);
    last_line_ = line_;
  }

  std::shared_ptr<const SourceText> source_;
  Problems& problems_;
  std::vector<Duration> times_;
  int line_ = 0;
  int last_line_ = 0;  // Of the last time.
  bool begun_ = false;
};

}  // namespace

std::optional<std::vector<Duration>> parse_arrival_trace(std::string_view text, const std::string& file,
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

std::string arrival_trace_digest(const std::vector<Duration>& times) {
  Hash hash;
  for (const Duration time : times) hash.add(static_cast<std::uint64_t>(time.ns()));
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
  auto times = parse_arrival_trace(file->text, file->name, problems);
  if (!times) return;
  const std::string digest = arrival_trace_digest(*times);
  const auto wanted = places.find(path + ".trace_digest");
  if (wanted != places.end() && spec.trace_digest != digest) {
    problems
        .add(wanted->second, "E0348", in_quotes(spec.trace) + " is not the trace that this scenario was for")
        .at(path + ".trace_digest")
        .with_help("its digest is " + digest + "; leave 'trace_digest' out to take the trace as it is");
  }
  spec.trace_times = std::move(*times);
  spec.trace_digest = digest;
}

}  // namespace headrace
