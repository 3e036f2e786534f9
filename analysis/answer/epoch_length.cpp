#include "analysis/answer/epoch_length.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/text.h"

namespace headrace {

namespace {

bool is_too_short(const EpochResult& epoch) {
  return epoch.step_time && epoch.steps < std::max(kFewestSteps, kFewestRounds * epoch.step_time->ahead);
}

// Returns by how many points an epoch leaves AU open.
double open_points(const EpochResult& epoch) {
  const bool known = epoch.step_time && epoch.step_time->half_width && epoch.au_percent;
  return known ? *epoch.step_time->half_width * *epoch.au_percent : 0;
}

std::string too_short_text(const EpochResult& epoch) {
  const std::int64_t ahead = epoch.step_time->ahead;
  const std::string steps = count_noun(epoch.steps, "step");
  if (epoch.steps < kFewestSteps)
    return fmt::format("An epoch of {} is too short to say what longer ones would reach.", steps);
  return fmt::format(
      "An epoch of {} is too short to say what longer ones would reach: a rank begins with up to {} in hand, "
      "and lives on them.",
      steps, ahead == 1 ? "1 batch" : fmt::format("{} batches", ahead));
}

}  // namespace

std::string short_epochs_sentence(const JobResult& job) {
  const auto shorter = std::find_if(job.epochs.begin(), job.epochs.end(), is_too_short);
  if (shorter != job.epochs.end()) return too_short_text(*shorter);
  double open = 0;
  for (const EpochResult& epoch : job.epochs) open = std::max(open, open_points(epoch));
  if (open <= kMostOpen) return {};
  return fmt::format(
      "Epochs this short leave AU open by {:.1f} points: steps of their last half differ so much (95 %).",
      open);
}

std::string simulated_steps_sentence(const JobResult& job) {
  std::int64_t simulated = 0, steps = 0;
  double width = 0;
  for (const EpochResult& epoch : job.epochs) {
    steps += epoch.steps;
    if (!epoch.step_time || epoch.step_time->simulated >= epoch.steps) {
      simulated += epoch.steps;
      continue;
    }
    simulated += epoch.step_time->simulated;
    width = std::max(width, epoch.step_time->half_width.value_or(0));
  }
  if (simulated == steps) return {};
  return fmt::format(
      "{} of {} steps were simulated; the others are taken to be like the last half of those, whose mean "
      "time is "
      "known within {:.2g} % (95 %).",
      simulated, steps, 100 * width);
}

}  // namespace headrace
