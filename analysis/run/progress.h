// Progress: how far a run is, on stderr.
//
// A terminal gets one line, rewritten at most five times a second. Anything
// else gets nothing for ten seconds and then a line every ten; `json` gives a
// JSON object a line instead, at most one a second. The clock is given, so that
// a test has its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analysis/output.h"
#include "scenarios/loader/experiment.h"

namespace headrace {

enum class ProgressMode { off, text, json };

class Progress {
 public:
  using Clock = double (*)(void* context);  // Seconds from any start, never backwards.

  Progress(Sink& err, bool terminal, ProgressMode mode, Clock clock, void* clock_context = nullptr);

  void start(std::int64_t replication, std::int64_t replications, std::string arm = {});
  void update(const RunProgress& progress);
  void finish();  // Clears the line of a terminal.

 private:
  double interval() const;
  std::string line(const RunProgress& progress, double elapsed) const;
  std::string json_line(const RunProgress& progress, double elapsed) const;

  Sink& err_;
  bool terminal_;
  ProgressMode mode_;
  Clock clock_;
  void* clock_context_;
  std::int64_t replication_ = 1;
  std::int64_t replications_ = 1;
  std::string arm_;
  double started_ = 0;
  double shown_ = 0;
  bool line_open_ = false;
};

// The clock of a program: seconds since some moment, of which none is counted twice.
double wall_seconds(void* context = nullptr);

std::string time_of_day();               // In UTC: "2024-09-02T14:12:48Z".
std::string clock_text(double seconds);  // "12 s", "3 min 05 s", "2 h 07 min".

// Seconds left at the pace so far; nothing before a hundredth is done.
std::optional<double> seconds_left(double done, double elapsed);

}  // namespace headrace
