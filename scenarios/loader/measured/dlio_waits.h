// DlioWaits: the times for which the ranks of a run of DLIO waited for their batches.
//
//   DlioWaits all;
//   if (const RankWaits rank = waits_of_rank(text_of("0_output.json")); rank.waits) all.add(*rank.waits);
//   const auto median = figure_of_waits("step_wait_ms.p50", all);
//
// The first step of an epoch's first block waits for the loader to start: it is kept apart from all others.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace headrace {

struct DlioWaits {
  std::vector<double> first, others;  // Seconds.

  void add(const DlioWaits& more);
};

// RankWaits: the waits that a RANK_output.json has; absent where it has none as DLIO writes them.
struct RankWaits {
  bool is_json = false;
  std::optional<DlioWaits> waits;
};
RankWaits waits_of_rank(std::string_view text);

// Says whether it is the path of a figure of waits: "first_batch_seconds", "step_wait_ms.p99".
bool is_wait_figure(std::string_view figure);

// Returns a figure of waits in its own unit; nothing where there are no such waits.
std::optional<double> figure_of_waits(std::string_view figure, const DlioWaits& waits);

}  // namespace headrace
