// CallWork: what one call of a verb asks for, as tasks for a runner, and where its runs go.
//
//   CallPoints points("run", scenario);       // The arms, each with its jobs alone before it.
//   Ledger ledger(path, points.ledger_sweep(dlio_folder), RowChoice::all);
//   CallKeeper keeper(points, ledger);
//   Runner(points, keeper, options, watch).run(points.tasks(ledger));
//   stored_runs(points, 0, ledger.database(), ledger.hash());   // What answers are made of.
//
// The call is told by its verb, the scenarios that it runs and the revision of the program. One that was
// killed or cut goes on; a run that was cut is made anew in its place. Point and replication tell each run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "analysis/results/ledger.h"
#include "analysis/run/runner.h"
#include "analysis/run/shard.h"

namespace headrace {

class CallPoints final : public Points {
 public:
  // `scenario` outlives the points.
  CallPoints(std::string verb, const Scenario& scenario);
  // `jobs`, made of the scenario, are run in place of it, once each.
  CallPoints(std::string verb, const Scenario& scenario, std::vector<Scenario> jobs);
  // Runs scenarios that are told by their names, once each: of the rows of a table, or of what was changed.
  // `asked` and `text` are name and text of what was asked for.
  CallPoints(std::string verb, std::string asked, std::string text, std::vector<Scenario> scenarios);
  CallPoints(const CallPoints&) = delete;
  CallPoints& operator=(const CallPoints&) = delete;

  PreparedPoint prepare(std::int64_t point) const override;
  std::int64_t replications() const override { return replications_; }
  std::vector<std::int64_t> before(std::int64_t point) const override { return at(point).before; }
  Trace* trace(std::int64_t point, std::int64_t replication) const override;
  SeriesChoice series() const override { return series_; }
  bool keep_cut_runs() const override { return true; }

  // Makes it another call: runs that were kept with less of them are none of it.
  void set_series(SeriesChoice series) { series_ = series; }
  void set_trace(Trace* trace) { trace_ = trace; }  // Records the first run that is no job beside an arm.

  std::int64_t size() const { return static_cast<std::int64_t>(points_.size()); }
  const Scenario& scenario(std::int64_t point) const { return *at(point).scenario; }
  // Says whether it is run for the sake of another point, as a job alone is for what it loses to the others.
  bool is_beside(std::int64_t point) const { return at(point).beside; }

  // Lists all that a shard runs, replication by replication, so that what an interrupt leaves can still be
  // compared; or of that what is not stored whole.
  std::vector<PointTask> all_tasks(const Shard& shard = {}) const;
  std::vector<PointTask> tasks(const Ledger& ledger, const Shard& shard = {}) const;
  LedgerSweep ledger_sweep(std::string dlio_folder) const;

 private:
  struct Point {
    const Scenario* scenario;
    std::string arm, alone;  // Names of the arm and of the job that is alone.
    std::vector<std::int64_t> before;
    bool beside = false;
  };
  const Point& at(std::int64_t point) const { return points_[static_cast<std::size_t>(point)]; }
  void add_arm(const Scenario& arm);

  std::string verb_;
  const Scenario* asked_ = nullptr;  // Null where that is told by name and text.
  std::string asked_name_, asked_text_;
  std::vector<Scenario> jobs_;  // Jobs by themselves, or scenarios told by their names.
  std::int64_t replications_;
  std::vector<Point> points_;
  Trace* trace_ = nullptr;
  SeriesChoice series_ = SeriesChoice::resources;
};

// Makes the points of a call of that verb with a scenario, which outlives them.
CallPoints points_of_call(const std::string& verb, const Scenario& scenario);

class CallKeeper final : public Keeper {
 public:
  using AfterRun = std::function<void(const FinishedRun& run)>;

  // `after` is called for each run once it is stored.
  CallKeeper(const CallPoints& points, Ledger& ledger, AfterRun after = {}, const Shard& shard = {});

  void keep(std::span<FinishedRun> runs) override;
  void count(WorkState& state) const override;

 private:
  Ledger& ledger_;
  AfterRun after_;
  std::int64_t runs_ = 0;  // Runs of the shard, with those that are beside others.
};

// Reads the runs of a point back, in the order of their replications: those that ended, or were cut. Jobs
// that ran alone beside a run are with it.
std::vector<RunResult> stored_runs(const CallPoints& points, std::int64_t point, Database& database,
                                   const std::string& call);

}  // namespace headrace
