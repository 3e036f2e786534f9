#include "analysis/cli/options/trace_options.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

#include "analysis/cli/options/values.h"
#include "analysis/errors.h"

namespace headrace {

namespace {

// Reads "20s..30s"; either end may be left out.
void read_window(const std::string& text, TraceChoice& choice) {
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos || text == "..")
    throw UsageError("--window is FROM..UNTIL of simulated time, such as 20s..30s or 20s.., not " + text);
  const std::string from = text.substr(0, dots), until = text.substr(dots + 2);
  choice.from = Time() + duration_of("--window", from, Duration());
  if (!until.empty()) choice.until = Time() + duration_of("--window", until, Duration());
  if (choice.until <= choice.from) throw UsageError("--window ends before it begins: " + text);
}

std::int64_t rank_of(std::string_view word, const std::string& text) {
  std::int64_t number = -1;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size() || number < 0)
    throw UsageError("--ranks is a list of ranks from 0, such as 0-3,8, not " + text);
  return number;
}

// Reads "0-3,8".
void read_ranks(const std::string& text, TraceChoice& choice) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string_view part = std::string_view(text).substr(at, comma - at);
    const std::size_t dash = part.find('-');
    const std::int64_t first = rank_of(part.substr(0, dash), text);
    const std::int64_t last = dash == std::string_view::npos ? first : rank_of(part.substr(dash + 1), text);
    if (last < first) throw UsageError("--ranks ends before it begins: " + std::string(part));
    choice.ranks.emplace_back(first, last);
    at = comma + 1;
  }
}

}  // namespace

void TraceOptions::declare(Options& options) {
  options.value("--trace", file,
                "a timeline of the first run: FILE.json for ui.perfetto.dev, with what\n"
                "each rank's time went to, gauges, and requests from client to drive;\n"
                "FILE.pfw or FILE.txt with the ranks' calls on files, as DFTracer and\n"
                "darshan-dxt-parser write them",
                "FILE");
  options.value("--window", window_, "of the timeline: FROM..UNTIL of simulated time, such as 20s..30s",
                "WINDOW");
  options.value("--ranks", ranks_, "of the timeline: ranks and the requests of their nodes, such as 0-3,8",
                "RANKS");
  options.value("--max-events", most_, "of the timeline: events in its file, or calls [100000]", "N");
}

void TraceOptions::finish() {
  for (const auto& [name, text] :
       {std::pair("--window", &window_), std::pair("--ranks", &ranks_), std::pair("--max-events", &most_)})
    if (!text->empty() && !wanted())
      throw UsageError(std::string(name) + " is of no use without --trace FILE");
  if (!wanted()) return;
  form = timeline_form("--trace", file);
  choice.calls = form != TimelineForm::perfetto;
  if (!window_.empty()) read_window(window_, choice);
  if (!ranks_.empty()) read_ranks(ranks_, choice);
  if (!most_.empty()) choice.most = static_cast<std::size_t>(count_of("--max-events", most_));
}

}  // namespace headrace
