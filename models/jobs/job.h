// Job: one application on the machine: its ranks, what they read, compute and
// write, and where their time went.
//
//   std::unique_ptr<Job> job = spec.work.make({setting, spec});
//   job->begin();
//   … run the simulation …
//   JobResult result = job->result();
//
// It begins at its time and ends with its nodes in a RunningJob (running_job.h).
// Each kind is a folder and a row of kinds.cpp: training (and checkpoints alone), inference, probe.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/hardware/node.h"
#include "models/jobs/job_facts.h"
#include "models/jobs/job_result.h"
#include "models/jobs/waited.h"
#include "models/registry.h"
#include "models/resource_result.h"
#include "models/storage/file_sets.h"
#include "models/storage/file_system.h"
#include "models/until.h"
#include "sim/check.h"
#include "sim/scope.h"

namespace headrace {

// Seat of a rank: its node, and that node's clients of the job's file systems.
struct Seat {
  Node* node = nullptr;
  FileSystem* storage = nullptr;  // Null where the job names none, as one without files may.
  FileSystem* local = nullptr;    // Node-local; null where the job names none.
  std::int64_t accelerator = 0;   // Of the node.
  FileSystem* above = nullptr;    // What `storage` stands on, where it is made of two tiers; else null.
  FileSystem* below = nullptr;
  bool owns_storage = false;  // `storage` is the node's own drives: what they hold, no other node can read.
  std::array<FileSystem*, kPurposeCount> apart = {};  // By purpose: null where its files are at `storage`.
  std::vector<FileSystem*> datasets;  // By set of a mixture: likewise; empty where none is apart.

  // Returns the clients that it has, each at least once.
  std::vector<FileSystem*> clients() const {
    std::vector<FileSystem*> all = {storage, local};
    all.insert(all.end(), apart.begin(), apart.end());
    all.insert(all.end(), datasets.begin(), datasets.end());
    std::erase(all, nullptr);
    return all;
  }
  // Returns the client of the file system that has the files of a purpose.
  FileSystem& at(Purpose purpose) const {
    FileSystem* const own = apart[index_of(purpose)];
    return own != nullptr ? *own : *storage;
  }
  // Returns the client of the file system that has a data set that the job trains on.
  FileSystem& of_dataset(std::size_t set) const {
    FileSystem* const own = set < datasets.size() ? datasets[set] : nullptr;
    return own != nullptr ? *own : at(Purpose::data);
  }
};

// RestWatch: who keeps sums over the whole run, and is told what part of an epoch was not simulated.
class RestWatch {
 public:
  virtual ~RestWatch() = default;

  virtual void begin_epoch() = 0;
  // Called around the time of the steps that are left out; their work is so many times that of the others.
  virtual void begin_rest() = 0;
  virtual void end_rest(double work) = 0;
};

// Setting of a job: what it is given beside its spec.
struct JobSetting {
  JobSetting(Scope where, std::string called, std::int32_t which, std::vector<Seat> seated, FileSets& files)
      : scope(std::move(where)),
        name(std::move(called)),
        number(which),
        seats(std::move(seated)),
        sets(files) {}

  Scope scope;
  std::string name;
  std::int32_t number;  // Among the jobs of the run.
  std::vector<Seat> seats;
  FileSets& sets;
  // Returns the number of a new set of files of the job, which a trace calls by what it holds and its ending.
  std::int32_t add_files(std::string_view what, std::string_view ending = {}) const {
    const std::int32_t set = sets.add(number);
    if (Trace* const trace = scope.sim().trace())
      trace->name_set(set, scope.path() + "/" + std::string(what), std::string(ending));
    return set;
  }
  std::optional<UntilSpec> until;  // Nothing: epochs are simulated whole.
  RestWatch* rest = nullptr;       // Told of what is left out; null: nobody is.
};

class Job {
 public:
  struct Context {
    const JobSetting& setting;
    const JobSpec& spec;
  };
  using Facts = JobFacts;
  static PolicyTable<Job> table();

  virtual ~Job() = default;

  // Begins its processes.
  virtual void begin() = 0;
  virtual bool ended() const = 0;
  // Ends its processes at once, as after a crash of the machine that they ran on. Nothing is asked of it
  // then, unless it begins again.
  virtual void stop() = 0;
  // Begins the ranks of a job that trains anew, after stop(), where its last checkpoint on the storage has
  // them.
  virtual void begin_again() { HEADRACE_CHECK(false); }

  // State that a failure now does not undo: that of the last checkpoint all of which is on the job's storage.
  struct Saved {
    Time at;  // When it was there.
    std::optional<Duration> compute;
  };
  virtual Saved saved() const { return {}; }

  virtual JobResult result() const = 0;
  // Returns what all of its ranks have waited so far, together.
  virtual Waited waited() const { return {}; }
  virtual double done() const = 0;  // Share of its work, 0 to 1.
  // Returns what it adds to the run's resources, such as the threads of its loaders.
  virtual std::vector<ResourceResult> resources() const = 0;
  // Says what Store::imbalance() does, of its caches and queues.
  virtual std::string imbalance() const { return {}; }

 protected:
  Job(Simulation& sim, Duration start) : sim_(sim), start_(start) {}

  // Marks the end of the job, so far, where causes are noted.
  void mark_end(const std::string& path) const {
    if (sim_.causes() != nullptr) sim_.causes()->mark(path);
  }

  Simulation& sim_;
  Duration start_;
};

}  // namespace headrace
