-- A result database of schema version 1, as the program of that version made it; most rows were left out.
PRAGMA application_id = 1751413347;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE epoch (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  job TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  metric TEXT NOT NULL,
  value REAL NOT NULL,
  unit TEXT NOT NULL,
  PRIMARY KEY (run, job, epoch, metric)
) STRICT, WITHOUT ROWID;
INSERT INTO "epoch" VALUES(1,'train',1,'au_percent',9.96428676726721676039e+01,'percent');
INSERT INTO "epoch" VALUES(1,'train',1,'block1_duration',10142723015.0,'ns');
INSERT INTO "epoch" VALUES(1,'train',1,'block1_start',0.0,'ns');
INSERT INTO "epoch" VALUES(1,'train',1,'bytes_delivered',2684354560.0,'B');
INSERT INTO "epoch" VALUES(1,'train',1,'bytes_from_storage',2684354560.0,'B');
INSERT INTO "epoch" VALUES(1,'train',1,'duration',10142723015.0,'ns');
INSERT INTO "epoch" VALUES(1,'train',1,'first_batch_max',115546777.0,'ns');
INSERT INTO "epoch" VALUES(1,'train',1,'first_batch_mean',108671097.0,'ns');
INSERT INTO "epoch" VALUES(1,'train',1,'mib_per_second',2.41660175913512318855e+02,'MiB/s');
INSERT INTO "epoch" VALUES(1,'train',1,'samples_per_second',1.5103760994594519929e+01,'1/s');
INSERT INTO "epoch" VALUES(1,'train',1,'start',0.0,'ns');
INSERT INTO "epoch" VALUES(1,'train',1,'steps',20.0,'count');
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('program_version','0.1.0');
INSERT INTO "meta" VALUES('schema_version','1');
CREATE TABLE metric (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  component TEXT NOT NULL,
  metric TEXT NOT NULL,
  statistic TEXT NOT NULL,
  value REAL NOT NULL,
  unit TEXT NOT NULL,
  PRIMARY KEY (run, component, metric, statistic)
) STRICT, WITHOUT ROWID;
INSERT INTO "metric" VALUES(1,'jobs/train','accelerators','value',4.0,'count');
INSERT INTO "metric" VALUES(1,'jobs/train','au_passes','value',1.0,'flag');
INSERT INTO "metric" VALUES(1,'jobs/train','au_percent','value',9.96555966342815793303e+01,'percent');
INSERT INTO "metric" VALUES(1,'jobs/train','au_threshold_percent','value',90.0,'percent');
INSERT INTO "metric" VALUES(1,'jobs/train','checkpoint_size','value',0.0,'B');
INSERT INTO "metric" VALUES(1,'jobs/train','duration','value',20222399496.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','first_batch_seconds','value',7.83653055000000098306e-02,'s');
INSERT INTO "metric" VALUES(1,'jobs/train','first_batch_wait','count',8.0,'count');
INSERT INTO "metric" VALUES(1,'jobs/train','first_batch_wait','max',115546777.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','first_batch_wait','mean',78365306.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','first_batch_wait','min',39095762.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','first_batch_wait','p50',53739519.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','first_batch_wait','p90',115546777.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','first_batch_wait','p99',115546777.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','first_batch_wait','p99.9',115546777.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','mib_per_second','value',2.416910469951418463e+02,'MiB/s');
INSERT INTO "metric" VALUES(1,'jobs/train','nodes','value',2.0,'count');
INSERT INTO "metric" VALUES(1,'jobs/train','samples_per_second','value',1.51056904371963653943e+01,'1/s');
INSERT INTO "metric" VALUES(1,'jobs/train','start','value',0.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','step_wait','count',152.0,'count');
INSERT INTO "metric" VALUES(1,'jobs/train','step_wait','max',808613.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','step_wait','mean',1.62364651315789466023e+05,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','step_wait','min',839.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','step_wait','p50',112127.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','step_wait','p90',350207.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','step_wait','p99',782335.0,'ns');
INSERT INTO "metric" VALUES(1,'jobs/train','step_wait','p99.9',808613.0,'ns');
CREATE TABLE parameter (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  value TEXT NOT NULL,
  unit TEXT NOT NULL,
  PRIMARY KEY (run, path)
) STRICT, WITHOUT ROWID;
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
  wall_seconds REAL NOT NULL
) STRICT;
INSERT INTO "run" VALUES(1,'57e26190184b6395',1,1,'request','be372a952698','finished','[]','2031f04ca2d07401',9724,20222399496,NULL,NULL,'2026-11-22T17:34:02Z',2.32619199960026890039e-03);
CREATE TABLE scenario (
  hash TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  resolved_text TEXT NOT NULL
) STRICT;
INSERT INTO "scenario" VALUES('57e26190184b6395','tiny','schema: headrace/1
');
CREATE TABLE series (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  component TEXT NOT NULL,
  metric TEXT NOT NULL,
  window_start_ns INTEGER NOT NULL,
  window_length_ns INTEGER NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (run, component, metric, window_start_ns)
) STRICT, WITHOUT ROWID;
CREATE TABLE sweep (
  hash TEXT PRIMARY KEY,
  design_text TEXT NOT NULL
) STRICT;
CREATE TABLE sweep_point (
  sweep_hash TEXT NOT NULL REFERENCES sweep (hash) ON DELETE CASCADE,
  point INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'running', 'done', 'failed')),
  run INTEGER REFERENCES run (id),
  PRIMARY KEY (sweep_hash, point)
) STRICT, WITHOUT ROWID;
CREATE TABLE time_budget (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  job TEXT NOT NULL,
  rank INTEGER NOT NULL,
  cause TEXT NOT NULL,
  ns INTEGER NOT NULL,
  PRIMARY KEY (run, job, rank, cause)
) STRICT, WITHOUT ROWID;
INSERT INTO "time_budget" VALUES(1,'train',0,'barrier_wait',25195611);
INSERT INTO "time_budget" VALUES(1,'train',0,'checkpoint',0);
INSERT INTO "time_budget" VALUES(1,'train',0,'compute',20000000000);
INSERT INTO "time_budget" VALUES(1,'train',0,'evaluation',0);
INSERT INTO "time_budget" VALUES(1,'train',0,'host',40000000);
INSERT INTO "time_budget" VALUES(1,'train',0,'storage_wait',157203885);
INSERT INTO "time_budget" VALUES(1,'train',1,'barrier_wait',14867794);
INSERT INTO "time_budget" VALUES(1,'train',1,'checkpoint',0);
INSERT INTO "time_budget" VALUES(1,'train',1,'compute',20000000000);
INSERT INTO "time_budget" VALUES(1,'train',1,'evaluation',0);
INSERT INTO "time_budget" VALUES(1,'train',1,'host',40000000);
INSERT INTO "time_budget" VALUES(1,'train',1,'storage_wait',167531702);
CREATE INDEX run_of_scenario ON run (scenario_hash, seed, replication);
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
CREATE VIEW time_share AS
SELECT run, job, cause, avg(ns) / 1e9 AS mean_seconds, max(ns) / 1e9 AS longest_seconds,
  CAST(sum(ns) AS REAL) / sum(sum(ns)) OVER (PARTITION BY run, job) AS share
FROM time_budget GROUP BY run, job, cause;
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
COMMIT;
