#include "analysis/page/blame_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/text.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kLeastShare = 0.005;  // Share of the path below which a part is not printed by itself.

// Lists shares, the largest first: "compute 61.2 %, drives 30.0 %, others 8.8 %".
std::string shares_text(const Blame& blame, const std::vector<Blame::Of>& all) {
  std::string text;
  double left = 1;
  for (const Blame::Of& one : all) {
    const double share = blame.share(one.time);
    if (share < kLeastShare) break;
    left -= share;
    text += (text.empty() ? "" : ", ") + one.name + fmt::format(" {:.1f} %", 100 * share);
  }
  if (left >= kLeastShare / 10) text += fmt::format(", others {:.1f} %", 100 * left);
  return text;
}

Duration window_of(const Blame& blame, std::size_t window) {
  Duration sum;
  for (const Blame::Of& part : blame.parts) sum += part.by_window[window];
  return sum;
}

// Says which part had most of each tenth of the run; neighbours of one part are one line.
std::string windows_text(const Blame& blame) {
  Table table({"tenths of the run", "bound most by", "for, %"});
  for (std::size_t i = 0; i < CriticalPath::kWindows;) {
    const Blame::Of* const first = blame.first_of(i);
    if (first == nullptr) return {};
    std::size_t end = i;
    Duration own, all;
    for (; end < CriticalPath::kWindows && blame.first_of(end) == first; ++end) {
      own += first->by_window[end];
      all += window_of(blame, end);
    }
    const std::string which = end == i + 1 ? fmt::format("{}", i + 1) : fmt::format("{} to {}", i + 1, end);
    table.add({which, first->name, fmt::format("{:.0f}", all == Duration() ? 0 : 100 * (own / all))});
    i = end;
  }
  return table.text();
}

}  // namespace

std::string blame_text(const Blame& blame) {
  return wrap("critical path from the start to the job's end, first seed: " + span_text(blame.length) +
                  ", by kind of work: " + shares_text(blame, blame.kinds) +
                  "; by part: " + shares_text(blame, blame.parts),
              "  ", 4) +
         windows_text(blame);
}

nlohmann::ordered_json blame_tree(const Blame& blame) {
  const auto tree_of = [](const std::vector<Blame::Of>& all) {
    Json tree = Json::array();
    for (const Blame::Of& one : all) {
      Json windows = Json::array();
      for (const Duration window : one.by_window) windows.push_back(window.ns());
      tree.push_back({{"name", one.name}, {"ns", one.time.ns()}, {"ns_by_tenth", std::move(windows)}});
    }
    return tree;
  };
  return {{"length_ns", blame.length.ns()}, {"parts", tree_of(blame.parts)}, {"kinds", tree_of(blame.kinds)}};
}

}  // namespace headrace
