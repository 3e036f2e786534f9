// SchemaText: the tables and views of a result database, as SQL. schema.h says when they are made.
#pragma once

namespace headrace {

inline constexpr const char* kTables = R"(
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE scenario (
  hash TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  resolved_text TEXT NOT NULL,
  seal TEXT NOT NULL
) STRICT;

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  scenario_hash TEXT NOT NULL REFERENCES scenario (hash),
  seed INTEGER NOT NULL,
  replication INTEGER NOT NULL,
  fidelity TEXT NOT NULL,
  revision TEXT NOT NULL,
  outcome TEXT NOT NULL,
  still_waiting TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  events INTEGER NOT NULL,
  simulated_ns INTEGER NOT NULL,
  calibration_id TEXT,
  import_hashes TEXT,
  started_at TEXT NOT NULL,
  wall_seconds REAL NOT NULL,
  content_hash TEXT NOT NULL DEFAULT '',
  seal TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX run_of_scenario ON run (scenario_hash, seed, replication);

CREATE TABLE metric (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  component TEXT NOT NULL,
  metric TEXT NOT NULL,
  statistic TEXT NOT NULL,
  value REAL NOT NULL,
  unit TEXT NOT NULL,
  PRIMARY KEY (run, component, metric, statistic)
) STRICT, WITHOUT ROWID;

CREATE TABLE epoch (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  job TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  metric TEXT NOT NULL,
  value REAL NOT NULL,
  unit TEXT NOT NULL,
  PRIMARY KEY (run, job, epoch, metric)
) STRICT, WITHOUT ROWID;

CREATE TABLE series (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  component TEXT NOT NULL,
  metric TEXT NOT NULL,
  window_start_ns INTEGER NOT NULL,
  window_length_ns INTEGER NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (run, component, metric, window_start_ns)
) STRICT, WITHOUT ROWID;
)";

inline constexpr const char* kTimeBudgetTable = R"(
CREATE TABLE time_budget (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  job TEXT NOT NULL,
  rank INTEGER NOT NULL,
  cause TEXT NOT NULL,
  activity TEXT NOT NULL,
  ns INTEGER NOT NULL,
  PRIMARY KEY (run, job, rank, cause, activity)
) STRICT, WITHOUT ROWID;
)";

// The parts of a run, member by member, so that it can be read back whole, and the answer that it gave.
inline constexpr const char* kPartTables = R"(
CREATE TABLE part (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  value ANY NOT NULL,
  PRIMARY KEY (run, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE histogram (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (run, path, bucket)
) STRICT, WITHOUT ROWID;

CREATE TABLE answer (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  job TEXT NOT NULL,
  sentence TEXT NOT NULL,
  limited_by TEXT NOT NULL,
  help TEXT NOT NULL,
  PRIMARY KEY (run, job)
) STRICT, WITHOUT ROWID;
)";

// Rows of points that were touched; what a sweep has beyond them is open.
inline constexpr const char* kSweepTables = R"(
CREATE TABLE sweep (
  hash TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  design_text TEXT NOT NULL,
  points INTEGER NOT NULL,
  seal TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sweep_point (
  sweep_hash TEXT NOT NULL REFERENCES sweep (hash) ON DELETE CASCADE,
  point INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  message TEXT NOT NULL,
  seal TEXT NOT NULL,
  PRIMARY KEY (sweep_hash, point)
) STRICT, WITHOUT ROWID;

CREATE TABLE sweep_parameter (
  sweep_hash TEXT NOT NULL REFERENCES sweep (hash) ON DELETE CASCADE,
  point INTEGER NOT NULL,
  axis INTEGER NOT NULL,
  path TEXT NOT NULL,
  value TEXT NOT NULL,
  number REAL,
  unit TEXT NOT NULL,
  seal TEXT NOT NULL,
  PRIMARY KEY (sweep_hash, point, axis)
) STRICT, WITHOUT ROWID;

CREATE TABLE sweep_run (
  sweep_hash TEXT NOT NULL REFERENCES sweep (hash) ON DELETE CASCADE,
  point INTEGER NOT NULL,
  replication INTEGER NOT NULL,
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  seal TEXT NOT NULL,
  PRIMARY KEY (sweep_hash, point, replication)
) STRICT, WITHOUT ROWID;
CREATE INDEX point_of_run ON sweep_run (run);
)";

// A call of a verb that runs a scenario is kept like a sweep: its points are arms, and jobs by themselves.
inline constexpr const char* kCallTable = R"(
CREATE TABLE call (
  sweep_hash TEXT PRIMARY KEY REFERENCES sweep (hash) ON DELETE CASCADE,
  question_hash TEXT NOT NULL,
  number INTEGER NOT NULL,
  verb TEXT NOT NULL,
  resolved_text TEXT NOT NULL,
  dlio_folder TEXT NOT NULL,
  first_run INTEGER NOT NULL,
  seal TEXT NOT NULL,
  UNIQUE (question_hash, number)
) STRICT, WITHOUT ROWID;
)";

// Views of sweeps leave out calls, whose hashes begin with "call:".
inline constexpr const char* kSweepViews = R"(
CREATE VIEW parameter AS
SELECT run, path, value, number, unit FROM sweep_run JOIN sweep_parameter USING (sweep_hash, point)
WHERE sweep_hash NOT GLOB 'call:*';

CREATE VIEW sweep_result AS
SELECT sweep_hash, point, replication, sweep_run.run,
  CASE WHEN component GLOB 'jobs/*' THEN 'jobs.' || replace(substr(component, 6), '/', '.') || '.' ||
      CASE metric WHEN 'duration' THEN 'seconds' WHEN 'start' THEN 'start_seconds' ELSE metric END
    ELSE 'resources.' || substr(component, 10) || '.utilisation_' || statistic END AS figure,
  CASE unit WHEN 'ns' THEN value / 1e9 ELSE value END AS value,
  CASE unit WHEN 'ns' THEN 's' ELSE unit END AS unit
FROM sweep_run JOIN metric ON metric.run = sweep_run.run
WHERE sweep_hash NOT GLOB 'call:*' AND ((component GLOB 'jobs/*' AND statistic = 'value')
  OR (component GLOB 'resource/*' AND metric = 'utilisation'));

CREATE VIEW call_run AS
SELECT sweep_hash AS call, number, verb, run, point, replication,
  (SELECT value FROM sweep_parameter p
   WHERE p.sweep_hash = r.sweep_hash AND p.point = r.point AND axis = 0) AS arm,
  (SELECT value FROM sweep_parameter p
   WHERE p.sweep_hash = r.sweep_hash AND p.point = r.point AND axis = 1) AS alone
FROM call JOIN sweep_run r USING (sweep_hash);
)";

inline constexpr const char* kTimeViews = R"(
CREATE VIEW time_share AS
SELECT run, job, cause, avg(spent) / 1e9 AS mean_seconds, max(spent) / 1e9 AS longest_seconds,
  CAST(sum(spent) AS REAL) / sum(sum(spent)) OVER (PARTITION BY run, job) AS share
FROM (SELECT run, job, rank, cause, sum(ns) AS spent FROM time_budget GROUP BY run, job, rank, cause)
GROUP BY run, job, cause;

CREATE VIEW activity_share AS
SELECT run, job, cause, activity, sum(ns) / 1e9 AS seconds,
  CAST(sum(ns) AS REAL) / sum(sum(ns)) OVER (PARTITION BY run, job) AS share
FROM time_budget GROUP BY run, job, cause, activity;
)";

inline constexpr const char* kViews = R"(
CREATE VIEW job AS
SELECT run, substr(component, 6) AS job,
  max(CASE metric WHEN 'au_percent' THEN value END) AS au_percent,
  max(CASE metric WHEN 'au_threshold_percent' THEN value END) AS au_threshold_percent,
  max(CASE metric WHEN 'au_passes' THEN value END) AS au_passes,
  max(CASE metric WHEN 'samples_per_second' THEN value END) AS samples_per_second,
  max(CASE metric WHEN 'mib_per_second' THEN value END) AS mib_per_second,
  max(CASE metric WHEN 'accelerators' THEN value END) AS accelerators,
  max(CASE metric WHEN 'nodes' THEN value END) AS nodes
FROM metric WHERE component GLOB 'jobs/*' AND statistic = 'value'
GROUP BY run, component HAVING accelerators IS NOT NULL;

CREATE VIEW run_summary AS
SELECT run.id AS run, scenario.name AS scenario, run.scenario_hash, run.seed, run.replication, run.revision,
  run.outcome, run.fingerprint, run.simulated_ns / 1e9 AS simulated_seconds, job.job, job.accelerators,
  job.au_percent, job.au_threshold_percent, job.au_passes, job.samples_per_second, job.mib_per_second
FROM run JOIN scenario ON scenario.hash = run.scenario_hash LEFT JOIN job ON job.run = run.id;

CREATE VIEW epoch_summary AS
SELECT run, job, epoch,
  max(CASE metric WHEN 'start' THEN value END) / 1e9 AS start_seconds,
  max(CASE metric WHEN 'duration' THEN value END) / 1e9 AS seconds,
  max(CASE metric WHEN 'steps' THEN value END) AS steps,
  max(CASE metric WHEN 'au_percent' THEN value END) AS au_percent,
  max(CASE metric WHEN 'samples_per_second' THEN value END) AS samples_per_second,
  max(CASE metric WHEN 'mib_per_second' THEN value END) AS mib_per_second,
  max(CASE metric WHEN 'first_batch_mean' THEN value END) / 1e9 AS first_batch_seconds
FROM epoch GROUP BY run, job, epoch;

CREATE VIEW resource AS
SELECT run, substr(component, 10) AS resource,
  max(CASE statistic WHEN 'mean' THEN value END) AS utilisation_mean,
  max(CASE statistic WHEN 'max' THEN value END) AS utilisation_max
FROM metric WHERE component GLOB 'resource/*' AND metric = 'utilisation'
GROUP BY run, component;

CREATE VIEW latency AS
SELECT run, component, metric,
  max(CASE statistic WHEN 'count' THEN value END) AS count,
  max(CASE statistic WHEN 'p50' THEN value END) / 1e9 AS p50_seconds,
  max(CASE statistic WHEN 'p99' THEN value END) / 1e9 AS p99_seconds,
  max(CASE statistic WHEN 'max' THEN value END) / 1e9 AS max_seconds
FROM metric WHERE unit IN ('ns', 'count') GROUP BY run, component, metric
HAVING p50_seconds IS NOT NULL AND max(unit) = 'ns';
)";

}  // namespace headrace
