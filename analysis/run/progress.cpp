#include "analysis/run/progress.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>

namespace headrace {

namespace {

constexpr double kTerminalInterval = 0.2;
constexpr double kJsonInterval = 1;
constexpr double kLogInterval = 10;
constexpr double kLeastDone = 0.01;
constexpr const char* kClearLine = "\r\x1b[K";

std::string rate_text(double per_second) {
  if (per_second >= 1e6) return fmt::format("{:.1f} M", per_second / 1e6);
  if (per_second >= 1e3) return fmt::format("{:.0f} k", per_second / 1e3);
  return fmt::format("{:.0f} ", per_second);
}

double rate(const RunProgress& progress, double elapsed) {
  return elapsed > 0 ? static_cast<double>(progress.events) / elapsed : 0;
}

}  // namespace

std::string clock_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::optional<double> seconds_left(double done, double elapsed) {
  if (done < kLeastDone) return {};
  return elapsed * (1 - done) / done;
}

Progress::Progress(Sink& err, bool terminal, ProgressMode mode, Clock clock, void* clock_context)
    : err_(err), terminal_(terminal), mode_(mode), clock_(clock), clock_context_(clock_context) {}

void Progress::start(std::int64_t replication, std::int64_t replications, std::string arm) {
  arm_ = std::move(arm);
  replication_ = replication;
  replications_ = replications;
  started_ = clock_(clock_context_);
  shown_ = started_;
}

void Progress::update(const RunProgress& progress) {
  if (mode_ == ProgressMode::off) return;
  const double now = clock_(clock_context_);
  if (now - shown_ < interval()) return;
  shown_ = now;
  const double elapsed = now - started_;
  if (mode_ == ProgressMode::json) {
    err_.write(json_line(progress, elapsed) + "\n");
  } else if (terminal_) {
    err_.write(kClearLine + line(progress, elapsed));
    line_open_ = true;
  } else {
    err_.write(line(progress, elapsed) + "\n");
  }
  err_.flush();
}

void Progress::finish() {
  if (!line_open_) return;
  err_.write(kClearLine);
  err_.flush();
  line_open_ = false;
}

double Progress::interval() const {
  if (mode_ == ProgressMode::json) return kJsonInterval;
  return terminal_ ? kTerminalInterval : kLogInterval;
}

std::string Progress::line(const RunProgress& progress, double elapsed) const {
  std::string text = arm_.empty() ? "" : arm_ + ", ";
  if (replications_ > 1) text += fmt::format("replication {} of {}, ", replication_, replications_);
  if (!text.empty()) text.replace(text.size() - 2, 1, ":");
  text += fmt::format("{:.1f} s simulated, {:.0f} %, {}events/s", progress.at.since_start().in_seconds(),
                      std::floor(progress.done * 100), rate_text(rate(progress, elapsed)));
  const std::optional<double> left = seconds_left(progress.done, elapsed);
  if (left) text += ", " + clock_text(*left) + " left";
  return text;
}

std::string Progress::json_line(const RunProgress& progress, double elapsed) const {
  const std::optional<double> left = seconds_left(progress.done, elapsed);
  const std::string arm = arm_.empty() ? "" : fmt::format(R"("arm": "{}", )", arm_);
  return fmt::format(
      R"({{"schema": "headrace.progress/1", "replication": {}, {}"simulated_seconds": {:.6f}, )"
      R"("done": {:.6f}, "events": {}, "events_per_second": {:.0f}, "seconds_left": {}}})",
      replication_, arm, progress.at.since_start().in_seconds(), progress.done, progress.events,
      rate(progress, elapsed), left ? fmt::format("{:.1f}", *left) : "null");
}

double wall_seconds(void*) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string time_of_day() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc = {};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                     utc.tm_hour, utc.tm_min, utc.tm_sec);
}

}  // namespace headrace
