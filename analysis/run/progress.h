// Progress: how far the work of a verb is, on stderr.
//
// A terminal gets one line, rewritten at most five times a second. Anything
// else gets nothing for ten seconds and then a line every ten; `json` gives a
// JSON object a line instead, at most one a second. The clock is given, so that
// a test has its own.
#pragma once

#include <optional>
#include <string>

#include "analysis/output.h"
#include "analysis/run/work_state.h"

namespace headrace {

enum class ProgressMode { off, text, json };

class Progress {
 public:
  using Clock = double (*)(void* context);  // Seconds from any start, never backwards.

  // `points` is the word for what is counted: "points", "runs".
  Progress(Sink& err, bool terminal, ProgressMode mode, std::string points, Clock clock,
           void* clock_context = nullptr);

  void update(const WorkState& state);
  void finish();  // Clears the line of a terminal.

 private:
  double interval() const;
  std::string line(const WorkState& state, double elapsed) const;

  Sink& err_;
  bool terminal_;
  ProgressMode mode_;
  std::string points_;
  Clock clock_;
  void* clock_context_;
  double started_;  // Of the work that is under way: where it begins anew, so does the time.
  double shown_;
  WorkState last_;
  bool line_open_ = false;
};

// The clock of a program: seconds since some moment, of which none is counted twice.
double wall_seconds(void* context = nullptr);

std::string time_of_day();               // In UTC: "2024-09-02T14:12:48Z".
std::string clock_text(double seconds);  // "12 s", "3 min 05 s", "2 h 07 min".

// Seconds left at the pace so far; nothing before a hundredth is done.
std::optional<double> seconds_left(double done, double elapsed);

}  // namespace headrace
