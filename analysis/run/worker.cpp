#include "analysis/run/worker.h"

#include "analysis/answer/answer.h"
#include "analysis/answer/interference.h"
#include "analysis/run/precision.h"
#include "analysis/run/progress.h"

namespace headrace {

namespace {

bool watch_host(void* context, const RunProgress& progress) {
  return static_cast<PointWorker::Host*>(context)->watch(progress);
}

bool may_build(void* context) { return static_cast<PointWorker::Host*>(context)->may_run(); }

std::vector<SaidOfJob> said_of(const RunResult& run) {
  std::vector<SaidOfJob> said;
  for (Answer& answer : answers_of({&run, 1}))
    said.push_back({std::move(answer.job), std::move(answer.sentence), std::move(answer.limitation.by),
                    std::move(answer.help)});
  return said;
}

// Gathers the fingerprints of the first stored replications; none where not all of them are known.
Alike alike_of(const PointTask& task, std::int64_t replications) {
  Alike alike;
  if (task.fingerprints.size() == task.figures.size())
    for (std::int64_t i = 0; i < replications; ++i) alike.add(task.fingerprints[static_cast<std::size_t>(i)]);
  return alike;
}

bool was_cut(const FinishedRun& run) {
  return run.unbuilt || (run.result && run.result->outcome.end == RunEnd::stopped);
}

}  // namespace

void PointWorker::prepare(std::int64_t point) {
  if (index_ == point) return;
  index_ = -1;  // Until it is whole.
  point_ = points_.prepare(point);
  index_ = point;
}

FinishedRun PointWorker::empty_run(std::int64_t replication) const {
  FinishedRun run;
  run.point = index_;
  run.values = point_.values;
  run.replication = replication;
  return run;
}

// Runs a replication of the point. Where the scenario refuses the values, the run has no result.
FinishedRun PointWorker::simulate(std::int64_t replication) {
  FinishedRun run = empty_run(replication);
  run.message = point_.refusal;
  if (!point_.scenario) return run;
  run.started_at = time_of_day();
  const double started = wall_seconds();
  try {
    Experiment experiment(*point_.scenario, replication, points_.trace(index_, replication),
                          {may_build, &host_}, points_.series());
    run.result = experiment.run({watch_host, &host_});
    run.said = said_of(*run.result);
  } catch (const BuildStopped&) {
    run.unbuilt = true;
  }
  run.wall_seconds = wall_seconds() - started;
  return run;
}

// False: it was cut.
bool PointWorker::give(FinishedRun run) {
  const bool cut = was_cut(run);
  if (run.unbuilt) return false;
  if (!cut || points_.keep_cut_runs()) host_.give(std::move(run));
  return !cut;
}

bool PointWorker::run(const PointTask& task) {
  if (task.replication == 0) return run_until_precise(task);
  std::vector<RunResult> alone;
  for (const std::int64_t point : points_.before(task.point)) {
    if (!host_.may_run()) return false;
    prepare(point);
    FinishedRun run = simulate(task.replication);
    if (run.result) alone.push_back(*run.result);
    if (!give(std::move(run))) return false;
  }
  if (!host_.may_run()) return false;
  prepare(task.point);
  FinishedRun run = simulate(task.replication);
  if (run.result) {
    run.result->interference = find_interference(*run.result, alone);
    run.result->alone = std::move(alone);
  }
  return give(std::move(run));
}

bool PointWorker::run_until_precise(const PointTask& task) {
  prepare(task.point);
  if (!point_.scenario) return run({task.point, 1, {}});
  const PrecisionSpec& spec = *points_.precision();
  const std::int64_t least = points_.replications();
  std::vector<double> figures = task.figures;
  // The last of the known ones is run again if the point was not said to be over with it.
  auto replication = static_cast<std::int64_t>(figures.size());
  Alike alike = alike_of(task, replication);
  if (replication > 0 && !needs_more(spec, least, replication, figures, alike)) {
    figures.pop_back();
    alike = alike_of(task, --replication);
  }
  for (bool last = false; !last;) {
    if (!host_.may_run()) return false;
    FinishedRun run = simulate(++replication);
    if (run.unbuilt) return false;
    if (const auto figure = run_figure(*run.result, spec.figure)) figures.push_back(*figure);
    alike.add(*run.result);
    last =
        run.result->outcome.end == RunEnd::stalled || !needs_more(spec, least, replication, figures, alike);
    run.last = last && !was_cut(run);
    if (!give(std::move(run))) return false;
  }
  return true;
}

}  // namespace headrace
