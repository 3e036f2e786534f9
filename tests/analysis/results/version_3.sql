-- A result database of schema version 3, as the program of that version made it: one run of a small scenario.
PRAGMA application_id = 1751413347;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES('program_version','0.1.0');
INSERT INTO meta VALUES('schema_seal','1b56e78c8eec0de7');
INSERT INTO meta VALUES('schema_version','3');
CREATE TABLE scenario (
  hash TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  resolved_text TEXT NOT NULL,
  seal TEXT NOT NULL
) STRICT;
INSERT INTO scenario VALUES('66bf4018c409892b','tiny',replace('schema: headrace/1  # tiny.yaml:1\nname: tiny  # tiny.yaml:2\nseed: 1\nplatform:  # tiny.yaml:3\n  nodes:  # tiny.yaml:4\n    clients:  # tiny.yaml:5\n      count: 1  # tiny.yaml:5\n      cores: 4  # tiny.yaml:5\n      memory: 1 GiB  # tiny.yaml:5\n      memory_bandwidth: 150 GB/s\n      nic:\n        ports: 1\n        bandwidth: 25 GB/s\n        efficiency: 0.94\n      accelerators: 1  # tiny.yaml:5\n      smt: 1\n  network:\n    latency: 2 us\n    topology: flat\n  file_systems:  # tiny.yaml:6\n    scratch:  # tiny.yaml:7\n      lustre:  # tiny.yaml:7\n        mds:\n          count: 1\n          threads: 16\n          open: {law: exponential, mean: 250 us}\n          close: {law: exponential, mean: 100 us}\n          getattr: {law: exponential, mean: 100 us}\n          lookup: {law: exponential, mean: 100 us}\n          readdir: {law: exponential, mean: 5 ms}\n          create: {law: exponential, mean: 400 us}\n          unlink: {law: exponential, mean: 250 us}\n          latency:\n            open: 0 s\n            close: 0 s\n            getattr: 0 s\n            lookup: 0 s\n            readdir: 0 s\n            create: 0 s\n            unlink: 0 s\n          directory_lock: 0 s\n          journal_commit: 0 s\n          striped_directories: false\n          data_overhead: {law: exponential, mean: 50 us}\n          device:\n            kind: flash\n            read_bandwidth: 10 GB/s\n            write_bandwidth: 7 GB/s\n            read_latency: {law: lognormal, mean: 100 us, spread: 40 us}\n            write_latency: {law: lognormal, mean: 30 us, spread: 12 us}\n            commit: 1 ms\n            parallelism: 256\n            read_iops: 0\n            write_iops: 0\n            fast_writes: 0 B\n            sustained_write_bandwidth: 1 GB/s\n            spare_share: 0\n            reads_behind_collection: 0\n            collection: 750 us\n            reads_behind_erase: 0\n            erase: 3800 us\n          nic:\n            ports: 1\n            bandwidth: 25 GB/s\n            efficiency: 0.94\n        oss:  # tiny.yaml:7\n          count: 1  # tiny.yaml:7\n          threads: 512\n          short_io: 16 KiB\n          rdma_setup: 0 s\n          scheduler:\n            policy: fifo\n          nic:\n            ports: 1\n            bandwidth: 25 GB/s\n            efficiency: 0.94\n        ost:  # tiny.yaml:7\n          count: 1  # tiny.yaml:7\n          request_overhead: {law: exponential, mean: 50 us}\n          lock_enqueue: {law: exponential, mean: 30 us}\n          glimpse: {law: exponential, mean: 30 us}\n          capacity: 0 B\n          fill: 0\n          fill_spread: 0\n          newer: 0\n          newer_fill: 0\n          device:\n            kind: flash\n            read_bandwidth: 10 GB/s\n            write_bandwidth: 7 GB/s\n            read_latency: {law: lognormal, mean: 100 us, spread: 40 us}\n            write_latency: {law: lognormal, mean: 30 us, spread: 12 us}\n            commit: 1 ms\n            parallelism: 256\n            read_iops: 0\n            write_iops: 0\n            fast_writes: 0 B\n            sustained_write_bandwidth: 1 GB/s\n            spare_share: 0\n            reads_behind_collection: 0\n            collection: 750 us\n            reads_behind_erase: 0\n            erase: 3800 us\n        client:\n          max_rpcs_in_flight: 8\n          metadata_max_rpcs_in_flight: 8\n          max_mod_rpcs_in_flight: 0\n          path_depth: 0\n          readdir_entries: 16384\n          statahead_max: 0\n          statahead_start: 8\n          statahead_batch: 64\n          rpc_size: 4 MiB\n          max_read_ahead_per_file: 256 MiB\n          max_read_ahead_whole: 4 MiB\n          copy_bandwidth: 9 GB/s\n          max_dirty: 2 GB\n          grant: 2 GB\n          dirty_expire: 0 s\n          dirty_check: 5 s\n          max_cached_share: 0.5\n          page_cache:\n            policy: lru\n          lock_max_age: 65 min\n          lock_lru_size: 0\n        lnet:\n          peer_credits: 0\n        placement:\n          policy: round_robin\njobs:  # tiny.yaml:8\n  train:  # tiny.yaml:9\n    dlio_version: v2.0\n    workload:  # tiny.yaml:10\n      model: tiny  # tiny.yaml:11\n      dataset:  # tiny.yaml:12\n        format: npz  # tiny.yaml:12\n        files: 4  # tiny.yaml:12\n        samples_per_file: 1\n        record_length: 1 MiB  # tiny.yaml:12\n        record_length_stdev: 0 B\n        tensor_length: 0 B\n        decoded_per_byte: 1\n        subfolders: 0\n      evaluation_files: 0\n      evaluation_samples_per_file: 0\n      loader:  # tiny.yaml:13\n        kind: pytorch  # tiny.yaml:13\n        batch_size: 2  # tiny.yaml:13\n        batch_size_evaluation: 1\n        read_threads: 1  # tiny.yaml:13\n        prefetch_size: 2\n        computation_threads: 1\n        transfer_size: 256 KiB\n        file_shuffle: off\n        sample_shuffle: off\n        shuffle_size: 1024\n        direct_io: false\n        keep_files_open: false\n        header: 0 B\n        pin_memory: true\n        persistent_workers: true\n        preprocess_time: 0 s\n        worker_start: 30 ms\n        handover: {law: exponential, mean: 200 us}\n        pin_bandwidth: 6 GB/s\n      training:  # tiny.yaml:14\n        enabled: true\n        epochs: 1  # tiny.yaml:14\n        computation_time: 500 ms  # tiny.yaml:14\n        total_training_steps: -1\n        seed: 123\n        seed_change_epoch: true\n      evaluation:\n        enabled: false\n        after_epoch: 1\n        epochs_between: 1\n        evaluation_time: 0 s\n        total_steps: -1\n      checkpoint:\n        enabled: false\n        model_size: 10 KiB\n        ranks: rank_zero\n        after_epoch: 1\n        epochs_between: 1\n        steps_between: -1\n        step_counter: run\n        interval: 0 s\n        restore: false\n        fsync: false\n        rank_sync: false\n        writes: -1\n        reads: -1\n        time_between: 0 s\n        recovery_rank_shift: false\n        parallelism:\n          tensor: 1\n          pipeline: 1\n          data: -1\n          zero_stage: 0\n        transformer:\n          layers: -1\n          hidden_size: 2048\n          ffn_hidden_size: 8192\n          vocabulary_size: 32000\n          attention_heads: 32\n          key_value_heads: 8\n          model_bytes_per_element: 2\n          optimizer_bytes_per_element: 4\n      metric:\n        au_threshold: 0.9\n        exclude_start_steps: 1\n        exclude_end_steps: 0\n    start: 0 s\n    nodes:  # tiny.yaml:15\n      group: clients  # tiny.yaml:15\n      first: 0\n      count: -1\n    accelerators_per_node: -1\n    storage: scratch  # tiny.yaml:16\n    layout:\n      stripe_count: 1\n      stripe_size: 1 MiB\n      mdt_size: 0 B\n      overstriping: false\n    checkpointing:\n      strategy: sharded\n    host:\n      step_overhead: 1 ms\n      epoch_overhead: 0 s\nmeasure:  # tiny.yaml:17\n  replications: 1  # tiny.yaml:17\n  fidelity: request\n  flow_threshold: 4 MiB\n  alone: false\n  separately: false\n','\n',char(10)),'a2b7cd11f0f345d9');
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
INSERT INTO run VALUES(1,'66bf4018c409892b',1,1,'request','fa4633821012-dirty','finished','[]','3911ab68bc096242',87,1035504856,NULL,NULL,'2026-11-23T07:53:14Z',0.0010505570003260800149,'bbc0376a5be16b2a','96aa08b7091f067c');
CREATE TABLE metric (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  component TEXT NOT NULL,
  metric TEXT NOT NULL,
  statistic TEXT NOT NULL,
  value REAL NOT NULL,
  unit TEXT NOT NULL,
  PRIMARY KEY (run, component, metric, statistic)
) STRICT, WITHOUT ROWID;
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','bulk_rpc','count',4.0,'count');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','bulk_rpc','max',523300.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','bulk_rpc','mean',354668.49999999999999,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','bulk_rpc','min',280592.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','bulk_rpc','p50',305151.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','bulk_rpc','p90',523300.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','bulk_rpc','p99',523300.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','bulk_rpc','p99.9',523300.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','bytes_read','total',4194304.0,'B');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','bytes_written','total',0.0,'B');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_operation','count',8.0,'count');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_operation','max',500472.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_operation','mean',215129.74999999999999,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_operation','min',27457.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_operation','p50',171007.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_operation','p90',500472.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_operation','p99',500472.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_operation','p99.9',500472.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_rpc','count',8.0,'count');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_rpc','max',500472.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_rpc','mean',215129.74999999999999,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_rpc','min',27457.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_rpc','p50',171007.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_rpc','p90',500472.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_rpc','p99',500472.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','metadata_rpc','p99.9',500472.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','page_cache_hits','total',0.0,'B');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','page_cache_misses','total',4194304.0,'B');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','read_operation','count',4.0,'count');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','read_operation','max',639809.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','read_operation','mean',471177.50000000000001,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','read_operation','min',397101.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','read_operation','p50',419839.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','read_operation','p90',639809.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','read_operation','p99',639809.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','read_operation','p99.9',639809.0,'ns');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','unwritten','max',0.0,'B');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','unwritten','mean',0.0,'B');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','window_waiting/0','max',0.0,'fraction');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','window_waiting/0','mean',0.0,'fraction');
INSERT INTO metric VALUES(1,'file_systems/scratch/clients','write_operation','count',0.0,'count');
INSERT INTO metric VALUES(1,'file_systems/scratch/mds/0','requests','total',8.0,'count');
INSERT INTO metric VALUES(1,'file_systems/scratch/mds/0','threads_busy','max',1.0,'count');
INSERT INTO metric VALUES(1,'file_systems/scratch/mds/0','threads_busy','mean',0.0016307852060908152504,'count');
INSERT INTO metric VALUES(1,'file_systems/scratch/oss/0','threads_busy','max',1.0,'count');
INSERT INTO metric VALUES(1,'file_systems/scratch/oss/0','threads_busy','mean',0.0009815782071040330195,'count');
INSERT INTO metric VALUES(1,'file_systems/scratch/ost/0','bytes_read','total',4194304.0,'B');
INSERT INTO metric VALUES(1,'file_systems/scratch/ost/0','bytes_written','total',0.0,'B');
INSERT INTO metric VALUES(1,'file_systems/scratch/ost/0/device','bytes','total',4194304.0,'B');
INSERT INTO metric VALUES(1,'jobs/train','accelerators','value',1.0,'count');
INSERT INTO metric VALUES(1,'jobs/train','au_passes','value',1.0,'flag');
INSERT INTO metric VALUES(1,'jobs/train','au_percent','value',99.585155131713165134,'percent');
INSERT INTO metric VALUES(1,'jobs/train','au_threshold_percent','value',90.0,'percent');
INSERT INTO metric VALUES(1,'jobs/train','checkpoint_size','value',0.0,'B');
INSERT INTO metric VALUES(1,'jobs/train','delivered_mib_per_second','value',3.8628500647031249748,'MiB/s');
INSERT INTO metric VALUES(1,'jobs/train','delivered_samples_per_second','value',3.8628500647031249748,'1/s');
INSERT INTO metric VALUES(1,'jobs/train','duration','value',1035504856.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','first_batch_seconds','value',0.033421991000000005056,'s');
INSERT INTO metric VALUES(1,'jobs/train','first_batch_wait','count',1.0,'count');
INSERT INTO metric VALUES(1,'jobs/train','first_batch_wait','max',33421991.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','first_batch_wait','mean',33421991.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','first_batch_wait','min',33421991.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','first_batch_wait','p50',33421991.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','first_batch_wait','p90',33421991.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','first_batch_wait','p99',33421991.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','first_batch_wait','p99.9',33421991.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','goodput_percent','value',96.571251617578127476,'percent');
INSERT INTO metric VALUES(1,'jobs/train','nodes','value',1.0,'count');
INSERT INTO metric VALUES(1,'jobs/train','start','value',0.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','step_wait','count',1.0,'count');
INSERT INTO metric VALUES(1,'jobs/train','step_wait','max',82865.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','step_wait','mean',82865.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','step_wait','min',82865.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','step_wait','p50',82865.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','step_wait','p90',82865.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','step_wait','p99',82865.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','step_wait','p99.9',82865.0,'ns');
INSERT INTO metric VALUES(1,'jobs/train','utilisation_percent','value',96.571251617578127476,'percent');
INSERT INTO metric VALUES(1,'jobs/train/rank/0/loader','readers_busy','max',1.0,'count');
INSERT INTO metric VALUES(1,'jobs/train/rank/0/loader','readers_busy','mean',0.0058647605221853254739,'count');
INSERT INTO metric VALUES(1,'network/file_systems/scratch/mds/0/received','bytes','total',4096.0,'B');
INSERT INTO metric VALUES(1,'network/file_systems/scratch/mds/0/sent','bytes','total',4096.0,'B');
INSERT INTO metric VALUES(1,'network/file_systems/scratch/oss/0/received','bytes','total',4096.0,'B');
INSERT INTO metric VALUES(1,'network/file_systems/scratch/oss/0/sent','bytes','total',4198400.0,'B');
INSERT INTO metric VALUES(1,'network/nodes/clients/0/received','bytes','total',4202496.0,'B');
INSERT INTO metric VALUES(1,'network/nodes/clients/0/sent','bytes','total',8192.0,'B');
INSERT INTO metric VALUES(1,'nodes/clients/0','cores_busy','max',1.0,'count');
INSERT INTO metric VALUES(1,'nodes/clients/0','cores_busy','mean',0.0023826445484095345322,'count');
INSERT INTO metric VALUES(1,'resource/clients: cores','concurrency','value',0.0,'flag');
INSERT INTO metric VALUES(1,'resource/clients: cores','instances','value',1.0,'count');
INSERT INTO metric VALUES(1,'resource/clients: cores','utilisation','max',0.00059566113710238363307,'fraction');
INSERT INTO metric VALUES(1,'resource/clients: cores','utilisation','mean',0.00059566113710238363307,'fraction');
INSERT INTO metric VALUES(1,'resource/clients: memory bus','concurrency','value',0.0,'flag');
INSERT INTO metric VALUES(1,'resource/clients: memory bus','instances','value',1.0,'count');
INSERT INTO metric VALUES(1,'resource/clients: memory bus','utilisation','max',8.1011691556953928546e-05,'fraction');
INSERT INTO metric VALUES(1,'resource/clients: memory bus','utilisation','mean',8.1011691556953928546e-05,'fraction');
INSERT INTO metric VALUES(1,'resource/clients: network ports','concurrency','value',0.0,'flag');
INSERT INTO metric VALUES(1,'resource/clients: network ports','instances','value',1.0,'count');
INSERT INTO metric VALUES(1,'resource/clients: network ports','utilisation','max',0.0001727041635428120021,'fraction');
INSERT INTO metric VALUES(1,'resource/clients: network ports','utilisation','mean',0.0001727041635428120021,'fraction');
INSERT INTO metric VALUES(1,'resource/scratch: MDS threads','concurrency','value',0.0,'flag');
INSERT INTO metric VALUES(1,'resource/scratch: MDS threads','instances','value',1.0,'count');
INSERT INTO metric VALUES(1,'resource/scratch: MDS threads','utilisation','max',0.00010192407538067595315,'fraction');
INSERT INTO metric VALUES(1,'resource/scratch: MDS threads','utilisation','mean',0.00010192407538067595315,'fraction');
INSERT INTO metric VALUES(1,'resource/scratch: OSS network ports','concurrency','value',0.0,'flag');
INSERT INTO metric VALUES(1,'resource/scratch: OSS network ports','instances','value',1.0,'count');
INSERT INTO metric VALUES(1,'resource/scratch: OSS network ports','utilisation','max',0.00017253419813996505923,'fraction');
INSERT INTO metric VALUES(1,'resource/scratch: OSS network ports','utilisation','mean',0.00017253419813996505923,'fraction');
INSERT INTO metric VALUES(1,'resource/scratch: OSS threads','concurrency','value',0.0,'flag');
INSERT INTO metric VALUES(1,'resource/scratch: OSS threads','instances','value',1.0,'count');
INSERT INTO metric VALUES(1,'resource/scratch: OSS threads','utilisation','max',1.9171449357500644911e-06,'fraction');
INSERT INTO metric VALUES(1,'resource/scratch: OSS threads','utilisation','mean',1.9171449357500644911e-06,'fraction');
INSERT INTO metric VALUES(1,'resource/scratch: OST devices','concurrency','value',0.0,'flag');
INSERT INTO metric VALUES(1,'resource/scratch: OST devices','instances','value',1.0,'count');
INSERT INTO metric VALUES(1,'resource/scratch: OST devices','utilisation','max',0.00040505073208464025718,'fraction');
INSERT INTO metric VALUES(1,'resource/scratch: OST devices','utilisation','mean',0.00040505073208464025718,'fraction');
INSERT INTO metric VALUES(1,'resource/scratch: clients'' RPC windows','concurrency','value',1.0,'flag');
INSERT INTO metric VALUES(1,'resource/scratch: clients'' RPC windows','instances','value',1.0,'count');
INSERT INTO metric VALUES(1,'resource/scratch: clients'' RPC windows','utilisation','max',0.0,'fraction');
INSERT INTO metric VALUES(1,'resource/scratch: clients'' RPC windows','utilisation','mean',0.0,'fraction');
INSERT INTO metric VALUES(1,'resource/train: loader read threads','concurrency','value',1.0,'flag');
INSERT INTO metric VALUES(1,'resource/train: loader read threads','instances','value',1.0,'count');
INSERT INTO metric VALUES(1,'resource/train: loader read threads','utilisation','max',0.0058647605221853254739,'fraction');
INSERT INTO metric VALUES(1,'resource/train: loader read threads','utilisation','mean',0.0058647605221853254739,'fraction');
CREATE TABLE epoch (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  job TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  metric TEXT NOT NULL,
  value REAL NOT NULL,
  unit TEXT NOT NULL,
  PRIMARY KEY (run, job, epoch, metric)
) STRICT, WITHOUT ROWID;
INSERT INTO epoch VALUES(1,'train',1,'au_percent',99.585155131713165134,'percent');
INSERT INTO epoch VALUES(1,'train',1,'block1_duration',1035504856.0,'ns');
INSERT INTO epoch VALUES(1,'train',1,'block1_start',0.0,'ns');
INSERT INTO epoch VALUES(1,'train',1,'bytes_delivered',4194304.0,'B');
INSERT INTO epoch VALUES(1,'train',1,'bytes_from_storage',4194304.0,'B');
INSERT INTO epoch VALUES(1,'train',1,'duration',1035504856.0,'ns');
INSERT INTO epoch VALUES(1,'train',1,'first_batch_max',33421991.0,'ns');
INSERT INTO epoch VALUES(1,'train',1,'first_batch_mean',33421991.0,'ns');
INSERT INTO epoch VALUES(1,'train',1,'start',0.0,'ns');
INSERT INTO epoch VALUES(1,'train',1,'steps',2.0,'count');
CREATE TABLE time_budget (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  job TEXT NOT NULL,
  rank INTEGER NOT NULL,
  cause TEXT NOT NULL,
  ns INTEGER NOT NULL,
  PRIMARY KEY (run, job, rank, cause)
) STRICT, WITHOUT ROWID;
INSERT INTO time_budget VALUES(1,'train',0,'barrier_wait',0);
INSERT INTO time_budget VALUES(1,'train',0,'batch_wait',33504856);
INSERT INTO time_budget VALUES(1,'train',0,'checkpoint',0);
INSERT INTO time_budget VALUES(1,'train',0,'compute',1000000000);
INSERT INTO time_budget VALUES(1,'train',0,'evaluation',0);
INSERT INTO time_budget VALUES(1,'train',0,'host',2000000);
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
  name TEXT NOT NULL,
  design_text TEXT NOT NULL,
  points INTEGER NOT NULL,
  seal TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO sweep VALUES('call:1b4180fb54d12855','tiny',replace('run\n','\n',char(10)),1,'1a9c7dd6a84981e2');
CREATE TABLE sweep_point (
  sweep_hash TEXT NOT NULL REFERENCES sweep (hash) ON DELETE CASCADE,
  point INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  message TEXT NOT NULL,
  seal TEXT NOT NULL,
  PRIMARY KEY (sweep_hash, point)
) STRICT, WITHOUT ROWID;
INSERT INTO sweep_point VALUES('call:1b4180fb54d12855',0,'done','','47ac6d7845d9bc5a');
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
INSERT INTO sweep_parameter VALUES('call:1b4180fb54d12855',0,0,'arm','',NULL,'','2d4783835cdb4b55');
INSERT INTO sweep_parameter VALUES('call:1b4180fb54d12855',0,1,'alone','',NULL,'','57a3b62c57c01687');
CREATE TABLE sweep_run (
  sweep_hash TEXT NOT NULL REFERENCES sweep (hash) ON DELETE CASCADE,
  point INTEGER NOT NULL,
  replication INTEGER NOT NULL,
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  seal TEXT NOT NULL,
  PRIMARY KEY (sweep_hash, point, replication)
) STRICT, WITHOUT ROWID;
INSERT INTO sweep_run VALUES('call:1b4180fb54d12855',0,1,1,'942a70b534abcb9c');
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
INSERT INTO call VALUES('call:1b4180fb54d12855','b50c0bea4e2dd6d5',1,'run',replace('schema: headrace/1  # tiny.yaml:1\nname: tiny  # tiny.yaml:2\nseed: 1\nplatform:  # tiny.yaml:3\n  nodes:  # tiny.yaml:4\n    clients:  # tiny.yaml:5\n      count: 1  # tiny.yaml:5\n      cores: 4  # tiny.yaml:5\n      memory: 1 GiB  # tiny.yaml:5\n      memory_bandwidth: 150 GB/s\n      nic:\n        ports: 1\n        bandwidth: 25 GB/s\n        efficiency: 0.94\n      accelerators: 1  # tiny.yaml:5\n      smt: 1\n  network:\n    latency: 2 us\n    topology: flat\n  file_systems:  # tiny.yaml:6\n    scratch:  # tiny.yaml:7\n      lustre:  # tiny.yaml:7\n        mds:\n          count: 1\n          threads: 16\n          open: {law: exponential, mean: 250 us}\n          close: {law: exponential, mean: 100 us}\n          getattr: {law: exponential, mean: 100 us}\n          lookup: {law: exponential, mean: 100 us}\n          readdir: {law: exponential, mean: 5 ms}\n          create: {law: exponential, mean: 400 us}\n          unlink: {law: exponential, mean: 250 us}\n          latency:\n            open: 0 s\n            close: 0 s\n            getattr: 0 s\n            lookup: 0 s\n            readdir: 0 s\n            create: 0 s\n            unlink: 0 s\n          directory_lock: 0 s\n          journal_commit: 0 s\n          striped_directories: false\n          data_overhead: {law: exponential, mean: 50 us}\n          device:\n            kind: flash\n            read_bandwidth: 10 GB/s\n            write_bandwidth: 7 GB/s\n            read_latency: {law: lognormal, mean: 100 us, spread: 40 us}\n            write_latency: {law: lognormal, mean: 30 us, spread: 12 us}\n            commit: 1 ms\n            parallelism: 256\n            read_iops: 0\n            write_iops: 0\n            fast_writes: 0 B\n            sustained_write_bandwidth: 1 GB/s\n            spare_share: 0\n            reads_behind_collection: 0\n            collection: 750 us\n            reads_behind_erase: 0\n            erase: 3800 us\n          nic:\n            ports: 1\n            bandwidth: 25 GB/s\n            efficiency: 0.94\n        oss:  # tiny.yaml:7\n          count: 1  # tiny.yaml:7\n          threads: 512\n          short_io: 16 KiB\n          rdma_setup: 0 s\n          scheduler:\n            policy: fifo\n          nic:\n            ports: 1\n            bandwidth: 25 GB/s\n            efficiency: 0.94\n        ost:  # tiny.yaml:7\n          count: 1  # tiny.yaml:7\n          request_overhead: {law: exponential, mean: 50 us}\n          lock_enqueue: {law: exponential, mean: 30 us}\n          glimpse: {law: exponential, mean: 30 us}\n          capacity: 0 B\n          fill: 0\n          fill_spread: 0\n          newer: 0\n          newer_fill: 0\n          device:\n            kind: flash\n            read_bandwidth: 10 GB/s\n            write_bandwidth: 7 GB/s\n            read_latency: {law: lognormal, mean: 100 us, spread: 40 us}\n            write_latency: {law: lognormal, mean: 30 us, spread: 12 us}\n            commit: 1 ms\n            parallelism: 256\n            read_iops: 0\n            write_iops: 0\n            fast_writes: 0 B\n            sustained_write_bandwidth: 1 GB/s\n            spare_share: 0\n            reads_behind_collection: 0\n            collection: 750 us\n            reads_behind_erase: 0\n            erase: 3800 us\n        client:\n          max_rpcs_in_flight: 8\n          metadata_max_rpcs_in_flight: 8\n          max_mod_rpcs_in_flight: 0\n          path_depth: 0\n          readdir_entries: 16384\n          statahead_max: 0\n          statahead_start: 8\n          statahead_batch: 64\n          rpc_size: 4 MiB\n          max_read_ahead_per_file: 256 MiB\n          max_read_ahead_whole: 4 MiB\n          copy_bandwidth: 9 GB/s\n          max_dirty: 2 GB\n          grant: 2 GB\n          dirty_expire: 0 s\n          dirty_check: 5 s\n          max_cached_share: 0.5\n          page_cache:\n            policy: lru\n          lock_max_age: 65 min\n          lock_lru_size: 0\n        lnet:\n          peer_credits: 0\n        placement:\n          policy: round_robin\njobs:  # tiny.yaml:8\n  train:  # tiny.yaml:9\n    dlio_version: v2.0\n    workload:  # tiny.yaml:10\n      model: tiny  # tiny.yaml:11\n      dataset:  # tiny.yaml:12\n        format: npz  # tiny.yaml:12\n        files: 4  # tiny.yaml:12\n        samples_per_file: 1\n        record_length: 1 MiB  # tiny.yaml:12\n        record_length_stdev: 0 B\n        tensor_length: 0 B\n        decoded_per_byte: 1\n        subfolders: 0\n      evaluation_files: 0\n      evaluation_samples_per_file: 0\n      loader:  # tiny.yaml:13\n        kind: pytorch  # tiny.yaml:13\n        batch_size: 2  # tiny.yaml:13\n        batch_size_evaluation: 1\n        read_threads: 1  # tiny.yaml:13\n        prefetch_size: 2\n        computation_threads: 1\n        transfer_size: 256 KiB\n        file_shuffle: off\n        sample_shuffle: off\n        shuffle_size: 1024\n        direct_io: false\n        keep_files_open: false\n        header: 0 B\n        pin_memory: true\n        persistent_workers: true\n        preprocess_time: 0 s\n        worker_start: 30 ms\n        handover: {law: exponential, mean: 200 us}\n        pin_bandwidth: 6 GB/s\n      training:  # tiny.yaml:14\n        enabled: true\n        epochs: 1  # tiny.yaml:14\n        computation_time: 500 ms  # tiny.yaml:14\n        total_training_steps: -1\n        seed: 123\n        seed_change_epoch: true\n      evaluation:\n        enabled: false\n        after_epoch: 1\n        epochs_between: 1\n        evaluation_time: 0 s\n        total_steps: -1\n      checkpoint:\n        enabled: false\n        model_size: 10 KiB\n        ranks: rank_zero\n        after_epoch: 1\n        epochs_between: 1\n        steps_between: -1\n        step_counter: run\n        interval: 0 s\n        restore: false\n        fsync: false\n        rank_sync: false\n        writes: -1\n        reads: -1\n        time_between: 0 s\n        recovery_rank_shift: false\n        parallelism:\n          tensor: 1\n          pipeline: 1\n          data: -1\n          zero_stage: 0\n        transformer:\n          layers: -1\n          hidden_size: 2048\n          ffn_hidden_size: 8192\n          vocabulary_size: 32000\n          attention_heads: 32\n          key_value_heads: 8\n          model_bytes_per_element: 2\n          optimizer_bytes_per_element: 4\n      metric:\n        au_threshold: 0.9\n        exclude_start_steps: 1\n        exclude_end_steps: 0\n    start: 0 s\n    nodes:  # tiny.yaml:15\n      group: clients  # tiny.yaml:15\n      first: 0\n      count: -1\n    accelerators_per_node: -1\n    storage: scratch  # tiny.yaml:16\n    layout:\n      stripe_count: 1\n      stripe_size: 1 MiB\n      mdt_size: 0 B\n      overstriping: false\n    checkpointing:\n      strategy: sharded\n    host:\n      step_overhead: 1 ms\n      epoch_overhead: 0 s\nmeasure:  # tiny.yaml:17\n  replications: 1  # tiny.yaml:17\n  fidelity: request\n  flow_threshold: 4 MiB\n  alone: false\n  separately: false\n','\n',char(10)),'',1,'b8fb7df4ccea492c');
CREATE INDEX run_of_scenario ON run (scenario_hash, seed, replication);
CREATE INDEX point_of_run ON sweep_run (run);
CREATE VIEW parameter AS
SELECT run, path, value, number, unit FROM sweep_run JOIN sweep_parameter USING (sweep_hash, point)
WHERE sweep_hash NOT GLOB 'call:*';
CREATE VIEW sweep_result AS
SELECT sweep_hash, point, replication, sweep_run.run,
  CASE WHEN component GLOB 'jobs/*' THEN 'jobs.' || replace(substr(component, 6), '/', '.') || '.' ||
      CASE metric WHEN 'duration' THEN 'seconds' WHEN 'start' THEN 'start_seconds' ELSE metric END
    ELSE 'resources.' || substr(component, 10) || '.utilisation_' || statistic END AS figure,
  CASE unit WHEN 'ns' THEN value * 1e-9 ELSE value END AS value,
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
