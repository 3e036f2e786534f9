#include "analysis/run/sweep_progress.h"

#include <fmt/format.h>

#include <cmath>

namespace headrace {

namespace {

constexpr double kTerminalInterval = 0.2;
constexpr double kJsonInterval = 1;
constexpr double kLogInterval = 10;
constexpr const char* kClearLine = "\r\x1b[K";

double interval(ProgressMode mode, bool terminal) {
  if (mode == ProgressMode::json) return kJsonInterval;
  return terminal ? kTerminalInterval : kLogInterval;
}

std::string line(const SweepState& state, double elapsed) {
  std::string text =
      fmt::format("{} of {} points, {:.0f} %", state.points_over, state.points, std::floor(100 * state.done));
  if (elapsed > 0 && state.runs > 0)
    text += fmt::format(", {:.3g} runs/s", static_cast<double>(state.runs) / elapsed);
  if (const auto left = seconds_left(state.done, elapsed)) text += ", " + clock_text(*left) + " left";
  return text;
}

std::string json_line(const SweepState& state, double elapsed) {
  const auto left = seconds_left(state.done, elapsed);
  return fmt::format(
      R"({{"schema": "headrace.progress/1", "points": {}, "points_over": {}, "runs": {}, "done": {:.6f}, )"
      R"("seconds_left": {}}})",
      state.points, state.points_over, state.runs, state.done, left ? fmt::format("{:.1f}", *left) : "null");
}

}  // namespace

SweepProgress::SweepProgress(Sink& err, bool terminal, ProgressMode mode, Progress::Clock clock,
                             void* clock_context)
    : err_(err),
      terminal_(terminal),
      mode_(mode),
      clock_(clock),
      clock_context_(clock_context),
      started_(clock(clock_context)),
      shown_(started_) {}

void SweepProgress::update(const SweepState& state) {
  if (mode_ == ProgressMode::off) return;
  const double now = clock_(clock_context_);
  if (now - shown_ < interval(mode_, terminal_)) return;
  shown_ = now;
  if (mode_ == ProgressMode::json) {
    err_.write(json_line(state, now - started_) + "\n");
  } else if (terminal_) {
    err_.write(kClearLine + line(state, now - started_));
    line_open_ = true;
  } else {
    err_.write(line(state, now - started_) + "\n");
  }
  err_.flush();
}

void SweepProgress::finish() {
  if (!line_open_) return;
  err_.write(kClearLine);
  err_.flush();
  line_open_ = false;
}

}  // namespace headrace
