#include "analysis/run/worker.h"

#include "analysis/run/precision.h"
#include "analysis/run/progress.h"

namespace headrace {

namespace {

std::string first_error(const Problems& problems) {
  for (const Problem& problem : problems.all())
    if (problem.severity == Severity::error)
      return (problem.path.empty() ? "" : problem.path + ": ") + problem.sentence;
  return "the scenario refuses the values";
}

FinishedRun run_of(const SweepPoint& point) {
  FinishedRun run;
  run.point = point.index;
  for (const SweepParameter& parameter : point.parameters) run.values.push_back(parameter.value);
  return run;
}

bool watch_host(void* context, const RunProgress& progress) {
  return static_cast<PointWorker::Host*>(context)->watch(progress);
}

bool may_build(void* context) { return watch_host(context, RunProgress()); }

}  // namespace

// False: the scenario refuses the values, which is handed over.
bool PointWorker::prepare(std::int64_t point) {
  if (prepared_ && point_.index == point) return scenario_.scenario.has_value();
  point_ = sweep_.point(point);
  scenario_ = sweep_.scenario(point_);
  prepared_ = true;
  return scenario_.scenario.has_value();
}

std::optional<FinishedRun> PointWorker::simulate(std::int64_t replication) {
  FinishedRun run = run_of(point_);
  run.replication = replication;
  run.started_at = time_of_day();
  const double started = wall_seconds();
  try {
    Experiment experiment(*scenario_.scenario, replication, nullptr, {may_build, &host_});
    run.result = experiment.run({watch_host, &host_});
  } catch (const BuildStopped&) {
    return {};
  }
  run.wall_seconds = wall_seconds() - started;
  if (run.result->outcome.end == RunEnd::stopped) return {};
  return run;
}

bool PointWorker::run(std::int64_t point, std::int64_t replication) {
  if (!host_.may_run()) return false;
  if (!prepare(point)) {
    FinishedRun refused = run_of(point_);
    refused.message = first_error(scenario_.problems);
    host_.give(std::move(refused));
    return true;
  }
  std::optional<FinishedRun> finished = simulate(replication);
  if (!finished) return false;
  host_.give(std::move(*finished));
  return true;
}

bool PointWorker::run_until_precise(std::int64_t point, std::vector<double> figures) {
  if (!prepare(point)) return run(point, 1);
  const PrecisionSpec& spec = *sweep_.spec().precision;
  const std::int64_t least = sweep_.base().measure.replications;
  // The last of the known ones is run again if the point was not said to be over with it.
  auto replication = static_cast<std::int64_t>(figures.size());
  if (replication > 0 && !needs_more(spec, least, replication, figures)) {
    figures.pop_back();
    --replication;
  }
  for (bool last = false; !last;) {
    if (!host_.may_run()) return false;
    std::optional<FinishedRun> finished = simulate(++replication);
    if (!finished) return false;
    if (const auto figure = run_figure(*finished->result, spec.figure)) figures.push_back(*figure);
    last = finished->result->outcome.end == RunEnd::stalled || !needs_more(spec, least, replication, figures);
    finished->last = last;
    host_.give(std::move(*finished));
  }
  return true;
}

}  // namespace headrace
