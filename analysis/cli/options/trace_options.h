// TraceOptions: the timeline of a run: its file, and which part of the run is in it.
#pragma once

#include <string>

#include "analysis/cli/options/options.h"
#include "analysis/page/timeline.h"
#include "sim/trace.h"

namespace headrace {

struct TraceOptions {
  std::string file;  // Empty: no timeline is wanted.
  TimelineForm form = TimelineForm::perfetto;
  TraceChoice choice;

  bool wanted() const { return !file.empty(); }
  void declare(Options& options);
  // Reads the texts; throws UsageError where one means nothing, or where there is no --trace.
  void finish();

 private:
  std::string window_, ranks_, most_;
};

}  // namespace headrace
