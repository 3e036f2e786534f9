// Startup: the processes of a job that import their software, and look at its data, before its work begins.
//
//   co_await startup.run(rank, account);   // ends when the rank is ready
//
// Processes open, read and list through the file systems of their node; names that are not there are asked
// for once a node, where the nodes keep them. Ranks whose node imports for them wait for it.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "models/data/dataset.h"
#include "models/jobs/job.h"
#include "models/jobs/job_spec.h"
#include "sim/change.h"
#include "sim/resource.h"
#include "sim/task_group.h"

namespace headrace {

class Startup {
 public:
  // `data`: what the job trains on; empty where it has no data set.
  Startup(const JobSetting& setting, const JobSpec& job, std::span<const Dataset> data);

  Task<> run(RankId rank, Account& account);
  // Ends its processes at once. They may run again, on nodes that know no names.
  void stop();

  // Returns what the first start found so far.
  StartupResult result() const;

 private:
  // Memory: the names that a node knows of, and the image that it has mounted. Of that it reads one part at a
  // time: who wants what another is reading finds it held then.
  struct Memory {
    Memory(Simulation& sim, FileSystem& client)
        : software(client), asked(sim, "names of software"), image_turn(sim, "image of software", 1) {}
    FileSystem& software;
    std::int64_t known = 0;  // Files before which all names were looked up.
    bool asking = false;
    Change asked;
    Relay answers;  // Tells others of the node, who wait, what the one who asks or reads does.
    Resource image_turn;
    std::optional<HeldFile> image;
  };
  // Crew: processes that import for one rank, or for the ranks of a node.
  struct Crew {
    Crew(Simulation& sim, const Seat& where, Memory& known)
        : seat(where), memory(known), processes(sim, "imports") {}
    Seat seat;
    Memory& memory;
    bool begun = false;
    Relay first;  // Tells who waits what the first process does.
    TaskGroup processes;
  };

  Task<> import_all(Crew& crew, Account& account);
  Task<> look_up(Memory& memory, std::int64_t file, Account& account);
  Task<> ask_for(Memory& memory, std::int64_t file, Account& account);
  Task<> import_from_image(Crew& crew, Account& account);
  Task<> import_one_by_one(Crew& crew, Account& account);
  Task<> read_file(Crew& crew, std::int64_t file, Account& account);
  Task<> read_in_image(Memory& memory, std::int64_t file, Account& account);
  Task<> run_module(Crew& crew, Account& account);
  Task<> list_all(Crew& crew, Account& account);
  Task<> read_manifests(Crew& crew, Account& account);
  // Adds the time since an instant to a part of the result, which is of the first start.
  void add(Duration StartupResult::* part, Time since);
  FileInfo file_of(std::int64_t number, Bytes size) const;

  Simulation& sim_;
  std::string path_;
  StartupSpec spec_;
  LayoutSpec layout_;
  LayoutSpec without_objects_;
  std::vector<Dataset> data_;
  std::int32_t files_, names_;           // Sets of files.
  std::vector<std::int32_t> manifests_;  // Likewise, by data set.
  std::map<NodeId, Memory> memories_;
  std::vector<Crew*> crew_of_;  // By rank.
  std::deque<Crew> crews_;
  std::optional<Time> begun_;
  std::size_t ready_ = 0;  // Ranks, at the first start.
  StartupResult result_;
  bool has_stopped_ = false;
};

}  // namespace headrace
