// ProbeSpec: a benchmark of the storage itself, without a model to train.
//
// Bulk: IOR's reads and writes, fio's sweeps of depth. Metadata: mdtest's phases, and small files opened,
// read and closed, as a loader does. `send` is LNet self-test: no storage at all. Leaves out mixed reads and
// writes, and finding files by listing directories.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/check.h"
#include "models/fields.h"
#include "models/jobs/job_facts.h"

namespace headrace {

enum class ProbeOperation : std::uint8_t {
  read,
  write,
  create,
  stat,
  unlink,
  open_close,
  open_read_close,
  send
};
inline constexpr std::string_view kProbeOperations[] = {"read",   "write",      "create",          "stat",
                                                        "unlink", "open_close", "open_read_close", "send"};

// Locks of the processes that write a shared file: as their store grants them, each of them asked ahead for
// what it will write, or one for all.
enum class SharedFileLocks : std::uint8_t { extent, lock_ahead, group };
inline constexpr std::string_view kSharedFileLocks[] = {"extent", "lock_ahead", "group"};

enum class ProbeOrder : std::uint8_t { sequential, random };
inline constexpr std::string_view kProbeOrders[] = {"sequential", "random"};

struct ProbeSpec {
  ProbeOperation operation = ProbeOperation::read;
  std::int64_t processes_per_node = 1;
  std::int64_t queue_depth = 1;
  std::int64_t files_per_process = 1;
  Bytes file_size = 1_GiB;
  Bytes transfer_size = 1_MiB;
  ProbeOrder order = ProbeOrder::sequential;
  bool direct = true;
  bool direct_writes = false;
  bool sync = true;
  bool shared_file = false;
  SharedFileLocks shared_file_locks = SharedFileLocks::extent;
  bool shared_directory = false;
  double popularity = 0;
  Duration duration;

  JobFacts facts() const;
  void check(Check& check) const;
  void visit(Fields& f) {
    f.choice(required("operation", "what is measured; the last one sends from node to node"), operation,
             kProbeOperations);
    f.integer({"processes_per_node", "ranks of the probe on each node"}, processes_per_node, 1, 4096);
    f.integer({"queue_depth", "operations that a rank keeps under way"}, queue_depth, 1, 65'536);
    f.integer({"files_per_process", "files of each rank, one after another"}, files_per_process, 1,
              1'000'000'000);
    f.bytes({"file_size", "size of a file; of what each rank has of a shared one; of all that a rank sends"},
            file_size, 0_B, 1024_TiB);
    f.bytes({"transfer_size", "what one read, write or message carries"}, transfer_size, 1_B, 1_TiB);
    f.choice({"order", "of the transfers within a file"}, order, kProbeOrders);
    f.flag({"direct", "reads go around the page cache, as with O_DIRECT"}, direct);
    f.flag({"direct_writes", "writes go around the page cache, as with O_DIRECT"}, direct_writes);
    f.flag({"sync", "each rank makes durable what it wrote before it is done"}, sync);
    f.flag({"shared_file", "all ranks read or write one file, transfer by transfer in turn"}, shared_file);
    f.choice(
        {"shared_file_locks",
         "how ranks lock a shared file that they write: as its store does, by asking ahead for their own "
         "transfers (llapi_ladvise), or as a group (llapi_group_lock)"},
        shared_file_locks, kSharedFileLocks);
    f.flag({"shared_directory", "all files in one directory; else one for each rank"}, shared_directory);
    f.number({"popularity",
              "exponent of Zipf's law by which files of all ranks are chosen; 0: each rank takes its own, "
              "in turn"},
             popularity, 0, 10);
    f.duration({"duration",
                "a rank begins nothing new after so long, and begins its files again until then; 0 s: each "
                "file once"},
               duration, Duration(), 3600_s);
  }

  bool is_bulk() const { return operation == ProbeOperation::read || operation == ProbeOperation::write; }
  std::int64_t transfers_of_file() const {
    const std::int64_t whole = file_size / transfer_size;
    return whole + (transfer_size * whole < file_size ? 1 : 0);
  }
  bool moves_bytes() const {
    const bool names_only = operation == ProbeOperation::stat || operation == ProbeOperation::unlink ||
                            operation == ProbeOperation::open_close;
    return !names_only && file_size > Bytes();
  }
};

}  // namespace headrace
