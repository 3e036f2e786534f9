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

std::string memory_text(Bytes memory) {
  const double mib = static_cast<double>(memory.count()) / (1 << 20);
  return mib < 1024 ? fmt::format("{:.0f} MiB", mib) : fmt::format("{:.1f} GiB", mib / 1024);
}

std::string json_line(const WorkState& state, double elapsed) {
  const std::optional<double> left = seconds_left(state.done, elapsed);
  return fmt::format(
      R"({{"schema": "headrace.progress/2", "points": {}, "points_over": {}, "runs": {}, "runs_before": {}, )"
      R"("done": {:.6f}, )"
      R"("simulated_seconds": {:.6f}, "events": {}, "memory_bytes": {}, "seconds_left": {}}})",
      state.points, state.points_over, state.runs, state.runs_before, state.done, state.simulated_seconds,
      state.events, state.memory.count(), left ? fmt::format("{:.1f}", *left) : "null");
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

Progress::Progress(Sink& err, bool terminal, ProgressMode mode, std::string points, Clock clock,
                   void* clock_context)
    : err_(err),
      terminal_(terminal),
      mode_(mode),
      points_(std::move(points)),
      clock_(clock),
      clock_context_(clock_context),
      started_(clock(clock_context)),
      shown_(started_) {}

void Progress::update(const WorkState& state) {
  if (mode_ == ProgressMode::off) return;
  const double now = clock_(clock_context_);
  const bool anew = state.points != last_.points || state.points_over < last_.points_over;
  if (last_.points != 0 && anew) started_ = now;
  last_ = state;
  if (now - shown_ < interval()) return;
  shown_ = now;
  const double elapsed = now - started_;
  if (mode_ == ProgressMode::json) {
    err_.write(json_line(state, elapsed) + "\n");
  } else if (terminal_) {
    err_.write(kClearLine + line(state, elapsed));
    line_open_ = true;
  } else {
    err_.write(line(state, elapsed) + "\n");
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

// Writes how far the work is: a single run tells of its simulated time, several of how many of them are over.
std::string Progress::line(const WorkState& state, double elapsed) const {
  std::string text = state.points == 1 ? fmt::format("{:.1f} s simulated", state.simulated_seconds)
                                       : fmt::format("{} of {} {}", state.points_over, state.points, points_);
  text += fmt::format(", {:.0f} %", std::floor(100 * state.done));
  if (elapsed > 0 && state.points == 1)
    text += ", " + rate_text(static_cast<double>(state.events) / elapsed) + "events/s";
  if (elapsed > 0 && state.points != 1 && state.runs > 0)
    text += fmt::format(", {:.3g} runs/s", static_cast<double>(state.runs) / elapsed);
  if (const auto left = seconds_left(state.done, elapsed)) text += ", " + clock_text(*left) + " left";
  if (state.runs_before > 0) text += fmt::format(", {} runs before", state.runs_before);
  if (state.memory > Bytes()) text += ", " + memory_text(state.memory);
  return text;
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
