// JobSpec: one job of a scenario: what runs, where, on which storage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/cache/cache_spec.h"
#include "models/collectives/collectives_spec.h"
#include "models/jobs/checkpoint/checkpoint_strategy.h"
#include "models/jobs/job.h"
#include "models/jobs/places_spec.h"
#include "models/jobs/published.h"
#include "models/jobs/startup/startup_spec.h"
#include "models/jobs/training/feed_spec.h"
#include "models/jobs/training/log_spec.h"
#include "models/jobs/training/source_spec.h"
#include "models/jobs/training/step_spec.h"
#include "models/jobs/training/workload_spec.h"
#include "models/shuffle/policy.h"
#include "models/storage/layout.h"

namespace headrace {

// Time of the host that belongs to no storage, nor to what a framework costs a node (host_work.h). Kept apart
// from storage because booking it there makes every what-if wrong.
struct HostSpec {
  Duration epoch_overhead;
  std::optional<double> step_jitter;

  // Returns the mean share of its computation by which a rank ends each step late.
  //
  // Ranks under the old DLIO, which writes a line of each step of each rank, lose what no storage and no core
  // explains: 0.8 to 1.4 % by workload, and of n ranks the last one H(n) = 1 + 1/2 + … + 1/n times that, as
  // of exponential times. Found by calibration rows of MLPerf Storage v1.0 alone; its cause is not known
  // (docs/host_work.md).
  double jitter(DlioVersion version) const { return step_jitter.value_or(is_old(version) ? 0.0135 : 0); }

  void visit(Fields& f) {
    f.duration({"epoch_overhead", "host time before an epoch's loader starts", "prior [assumed]"},
               epoch_overhead, Duration(), 3600_s);
    f.number({"step_jitter",
              "how late a rank ends a step: mean of an exponential time, as a share of its computation; "
              "without it, 0.0135 by the rules of DLIO v0.5 and v1.0, and 0 by those of v2.0",
              "prior [derived], a fit: 22 calibration rows of MLPerf Storage v1.0; 0.005 on Polaris (v0.5)"},
             step_jitter, 0, 1);
  }
};

struct NodesOfJob {
  std::string group;
  std::int64_t first = 0;
  std::int64_t count = -1;

  void visit(Fields& f) {
    f.text(required("group", "a node group of the platform"), group);
    f.integer({"first", "the first node of the group that the job runs on, from 0"}, first, 0, 999'999);
    f.integer(not_zero("count", "nodes the job runs on; -1: all from the first on"), count, -1, 1'000'000);
  }
};

// Rules for a job that trains and loses a node.
struct RestartSpec {
  Duration delay = 120_s;
  std::int64_t at_most = 1000;

  void visit(Fields& f) {
    f.duration({"delay", "from when all of its nodes are there until its ranks begin again",
                "prior [assumed]: scheduling and initialisation take minutes"},
               delay, Duration(), Duration::seconds(1e7));
    f.integer({"at_most", "failures after which it begins again; the next one ends it", "prior [assumed]"},
              at_most, 1, 1'000'000);
  }
};

// JobPlace: the file system of a purpose, and the layout of its files there. Both belong to the JobSpec.
struct JobPlace {
  const std::string& storage;
  const LayoutSpec& layout;
};

struct JobSpec {
  std::string dlio;  // A DLIO file; or one of `work` is given.
  DlioVersion dlio_version = DlioVersion::v2_0;
  std::vector<std::string> overrides;
  GivenGroup<Job> work;  // What it does; a workload is filled from the DLIO file when that is given.
  Duration start;
  NodesOfJob nodes;
  std::int64_t accelerators_per_node = -1;
  std::string accelerator;
  std::string storage;
  std::string local_storage;
  LayoutSpec layout;
  std::optional<PlacesSpec> places;
  std::optional<StartupSpec> startup;
  std::optional<Chosen<ShufflePolicy>> shuffle;
  std::optional<CacheSpec> cache;
  std::optional<FeedSpec> feed;
  CheckpointingSpec checkpointing;
  std::optional<SourceSpec> source;
  std::optional<StepSpec> step;
  std::optional<CollectivesSpec> collectives;
  std::optional<LogSpec> logs;
  HostSpec host;
  bool step_times = false;
  std::optional<RestartSpec> restart;
  std::vector<PublishedFigure> published;

  // Returns the workload of a job that trains, or writes and reads checkpoints; null for one of another kind.
  WorkloadSpec* workload() { return work.find<WorkloadSpec>(); }
  const WorkloadSpec* workload() const { return work.find<WorkloadSpec>(); }
  // Returns the batches of a rank in a training step.
  std::int64_t micro_batches() const { return step ? step->micro_batches : 1; }
  // Returns what its kind says of it; a job of which nothing is said is to train.
  JobFacts facts() const { return work.given().empty() ? WorkloadSpec().facts() : work.facts(); }

  // Returns what it has files for.
  Purposes uses() const;
  // Returns where the files of a purpose are: at its own place, else at `storage`.
  JobPlace place(Purpose purpose) const;
  // Returns where a data set that it trains on is.
  JobPlace place_of(const TrainingSet& set) const;
  // Returns all places of a purpose: one, or of the data of a mixture one for each set.
  std::vector<JobPlace> places_of(Purpose purpose) const;
  // Tells whether any files of a purpose are at `storage`.
  bool keeps_at_storage(Purpose purpose) const;
  // Returns the file systems that it uses, each once: those of its purposes, then the local one.
  std::vector<std::string> stores() const;

  void check(Check& check) const;
  void visit(Fields& f) {
    f.text({"dlio", "an unmodified DLIO workload file"}, dlio);
    f.choice({"dlio_version", "the DLIO generation whose rules hold"}, dlio_version, kDlioVersions);
    f.texts(
        {"overrides",
         "DLIO overrides, such as ++workload.reader.read_threads=8, or files with lists of them, as a run's "
         "overrides.yaml"},
        overrides);
    work.visit(f);
    f.duration({"start", "when the job begins, in simulated time"}, start, Duration(),
               Duration::seconds(1e9));
    f.group(required("nodes", "where the job runs"), nodes);
    f.integer(not_zero("accelerators_per_node", "ranks on a node; -1: as many as the node has accelerators"),
              accelerators_per_node, -1, 1024);
    f.text({"accelerator", "model of the accelerators, such as H100; a name for the report"}, accelerator);
    f.text({"storage", "a file system of the platform; a job that has no files needs none"}, storage);
    f.text({"local_storage", "a node-local file system of the platform, for caches and checkpoints"},
           local_storage);
    f.group(Field{"layout", "striping of the job's files"}, layout);
    f.group(Field{"places", "file systems of some of its files; the others are at 'storage'"}, places);
    f.group(Field{"startup", "what its processes do before its work begins; without it, nothing"}, startup);
    f.group(Field{"shuffle", "the order of samples; without it, DLIO's own"}, shuffle);
    f.group(Field{"cache", "a cache of samples on the nodes of the job"}, cache);
    f.group(Field{"feed", "how batches reach the accelerators over the nodes' pcie; without it, at no cost"},
            feed);
    f.group(Field{"checkpointing", "how checkpoints are written"}, checkpointing);
    f.group(Field{"source", "what produces the samples as the job runs; without it, they are there"}, source);
    f.group(Field{"step", "the batches of a training step; without it, one of each rank, as in DLIO"}, step);
    f.group(Field{"collectives", "what the ranks sum in each training step; without it, nothing"},
            collectives);
    f.group(Field{"logs", "what ranks append to files between steps; without it, nothing"}, logs);
    f.group(Field{"host", "host work that no storage causes"}, host);
    f.flag({"step_times",
            "whether the times of each step of each rank are kept, for the files <rank>_output.json of DLIO"},
           step_times);
    f.group(
        Field{"restart",
              "a job that trains and has lost a node begins again, from its last checkpoint on its storage; "
              "without it, it has ended"},
        restart);
    f.list(Field{"published", "what others state or measured of the job, for `headrace probe`"}, published);
  }

 private:
  void doubt_accelerator(Check& check) const;
  void check_places(Check& check) const;
  void check_places_of_datasets(Check& check) const;
  void check_startup(Check& check) const;
  void check_mixture(Check& check) const;   // In training/mixture_rules.cpp.
  void check_policies(Check& check) const;  // In training/policy_rules.cpp.
  void check_step(Check& check) const;      // In training/step_rules.cpp.
  void check_restart(Check& check) const;
  void check_step_times(Check& check) const;
  void check_published(Check& check) const;  // In published_rules.cpp.
};

}  // namespace headrace
