// Conservation: whatever goes wrong in a run, no byte is lost or doubled and every read ends.
//
// Small scenarios are drawn at random: a store, a workload, and faults and background load of every kind that
// can happen to them. Each is run with what goes wrong and without it. Both end, the accounts of all parts
// balance, and applications are given the same bytes: a fault costs time and nothing else.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/jobs/inference/inference_result.h"
#include "models/jobs/probe/probe_result.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {
namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t number) : random_(number, "conservation") {}

  std::int64_t number(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(most - least + 1)));
  }
  bool chance(int percent) { return number(1, 100) <= percent; }
  const std::string& one_of(const std::vector<std::string>& words) {
    return words[static_cast<std::size_t>(number(0, static_cast<std::int64_t>(words.size()) - 1))];
  }

 private:
  RandomStream random_;
};

std::string text(std::int64_t number) { return std::to_string(number); }

struct Drawn {
  std::string without, with;  // The same scenario, and what goes wrong in it.
};

// Two servers of two targets, or a store of another kind.
std::string store(Draw& draw, const std::string& kind) {
  if (kind == "lustre") {
    const std::string flash = "{read_bandwidth: 400 MB/s, write_bandwidth: 300 MB/s, fast_writes: 1 MiB}";
    const std::string drives =
        draw.chance(30) ? std::string("{kind: disk_array}") : (draw.chance(30) ? "{}" : flash);
    return "{lustre: {mds: {count: " + text(draw.number(1, 2)) +
           "}, oss: {count: 2, scheduler: {policy: " + draw.one_of({"fifo", "crr", "orr", "fifo"}) + "}" +
           (draw.chance(25) ? ", read_cache: {memory: 64 MiB}" : "") +
           "}, ost: {count: 4, device: " + drives +
           "}, client: {dirty_expire: " + draw.one_of({"0 s", "0 s", "3 ms"}) +
           ", dirty_check: 1 ms, max_cached_share: " + draw.one_of({"0", "0.5"}) +
           ", max_rpcs_in_flight: " + text(draw.number(1, 16)) +
           ", rpc_size: " + draw.one_of({"64 KiB", "1 MiB", "4 MiB"}) +
           ", lock_lru_size: " + draw.one_of({"0", "3", "100"}) +
           "}, lnet: {peer_credits: " + text(draw.number(1, 8)) +
           (draw.chance(20) ? ", routers: {count: 2}" : "") + "}}}";
  }
  if (kind == "tiers")
    return "{tiers: {above: fast, below: slow}}\n    fast: {local: {}}\n    slow: {filer: {}}";
  return "{" + kind + ": {}}";
}

std::string training(Draw& draw) {
  const bool cached = draw.chance(30);  // Where a record is found, the header of its file is not read.
  const std::string format =
      draw.one_of({"npz", "npy", "jpeg", "hdf5", "tfrecord", "indexed_binary", "recordio"});
  const std::string loader = format == "tfrecord" ? "tensorflow" : "pytorch";
  return "    workload:\n"
         "      dataset: {format: " +
         format + ", files: " + text(16 * draw.number(1, 4)) +
         ", samples_per_file: " + text(draw.number(1, 3)) +
         ", record_length: " + draw.one_of({"300 B", "50 kB", "1 MB"}) + "}\n      loader: {kind: " + loader +
         ", batch_size: " + draw.one_of({"1", "2", "4"}) +
         ", read_threads: " + text(draw.number(loader == "pytorch" ? 0 : 1, 4)) +
         ", prefetch_size: " + text(draw.number(1, 4)) + ", direct_io: " + draw.one_of({"true", "false"}) +
         ", header: " + (cached ? "0 B" : draw.one_of({"0 B", "64 B"})) +
         "}\n      training: {epochs: " + text(draw.number(1, 3)) +
         ", computation_time: 2 ms}\n      checkpoint: {enabled: " + draw.one_of({"true", "false"}) +
         ", model_size: 3 MB, ranks: all_ranks, fsync: " + draw.one_of({"true", "false"}) + "}\n" +
         (cached ? "    cache: {policy: lru, capacity: 2 MiB}\n" : "");
}

std::string checkpoints(Draw& draw) {
  return "    workload:\n      training: {enabled: false}\n"
         "      checkpoint: {enabled: true, model_size: " +
         draw.one_of({"100 kB", "9 MB"}) + ", ranks: all_ranks, writes: " + text(draw.number(1, 3)) +
         ", reads: " + text(draw.number(0, 1)) + ", fsync: " + draw.one_of({"true", "false"}) + "}\n";
}

std::string probe(Draw& draw) {
  const std::string operation =
      draw.one_of({"read", "write", "create", "stat", "unlink", "open_close", "open_read_close"});
  return "    probe: {operation: " + operation + ", processes_per_node: " + text(draw.number(1, 3)) +
         ", queue_depth: " + text(draw.number(1, 4)) + ", files_per_process: " + text(draw.number(1, 5)) +
         ", file_size: " + draw.one_of({"1 B", "70 kB", "5 MB"}) +
         ", transfer_size: " + draw.one_of({"40 kB", "1 MiB", "8 MiB"}) +
         ", order: " + draw.one_of({"sequential", "random"}) + ", direct: " + draw.one_of({"true", "false"}) +
         "}\n";
}

std::string inference(Draw& draw) {
  return "    inference: {mode: offline, service_time: 1 ms, dataset: {format: npz, files: " +
         text(draw.number(4, 40)) + ", record_length: 200 kB}, max_batch: " + text(draw.number(1, 4)) +
         ", model_size: " + draw.one_of({"1 MB", "20 MB"}) + "}\n";
}

// Draws when a fault happens: at a time, or again and again: an outage not more often than a request of a
// busy array takes, for one that was in service is begun anew.
std::string when(Draw& draw, bool outage) {
  if (draw.chance(40))
    return ", mean_time_between: " + text(outage ? draw.number(100, 300) : draw.number(1, 20)) +
           " ms, mean_time_to_repair: " + text(draw.number(1, 20)) + " ms";
  return ", at: " + text(draw.number(0, 4)) + " ms, lasting: " + text(draw.number(1, 60)) + " ms";
}

// What of the drawn machine can go wrong.
struct Parts {
  bool arrays = false, flows = false;
  std::string scratch;               // Kind of the store.
  std::int64_t servers = 0;          // Of a store that is no Lustre.
  std::vector<std::string> targets;  // The word and the number of each, as a fault names it.
};

Parts parts_of(const std::string& kind, const std::string& store, bool flows) {
  Parts parts;
  parts.scratch = kind;
  parts.flows = flows;
  parts.arrays = store.find("disk_array") != std::string::npos;
  if (kind == "filer" || kind == "object_store") parts.servers = 1;
  if (kind == "gpfs" || kind == "daos" || kind == "key_value") parts.servers = 4;
  const bool drives = kind == "filer" || kind == "gpfs" || kind == "daos";
  for (std::int64_t i = 0; drives && i < parts.servers; ++i) parts.targets.push_back("target: " + text(i));
  for (std::int64_t i = 0; kind == "lustre" && i < 4; ++i) parts.targets.push_back("ost: " + text(i));
  return parts;
}

std::string fault(Draw& draw, const Parts& parts) {
  const bool lustre = parts.scratch == "lustre";
  std::vector<std::string> kinds = {"slow_node", "port_of_node"};
  if (lustre) kinds.insert(kinds.end(), {"port_of_oss", "port_of_mds"});
  if (parts.servers > 0) kinds.emplace_back("port_of_server");
  if (!parts.targets.empty()) kinds.emplace_back("slow_target");
  if (parts.arrays) kinds.insert(kinds.end(), {"rebuild", "rebuild"});
  if (!parts.flows) {
    if (!parts.targets.empty()) kinds.insert(kinds.end(), {"target_outage", "target_outage"});
    if (lustre) kinds.insert(kinds.end(), {"oss_outage", "oss_outage", "mds_outage"});
    if (parts.servers > 0) kinds.insert(kinds.end(), {"server_outage", "server_outage"});
  }
  const std::string& kind = draw.one_of(kinds);
  const std::string quick = ", rpc_timeout: 20 ms, reconnect_interval: 5 ms";
  const std::string node = ", nodes: clients, node: " + text(draw.number(0, 1));
  const std::string scratch = ", file_system: scratch, ";
  const std::string failover = draw.chance(50) ? ", failover_time: 4 ms" : "";
  const std::string server = "server: " + text(draw.number(0, std::max<std::int64_t>(1, parts.servers) - 1));
  const std::string target = parts.targets.empty() ? "" : draw.one_of(parts.targets);
  const std::string outage = "kind: server_outage" + quick + scratch;
  std::string fields;
  if (kind == "slow_node") fields = "kind: slow_node, share: 0.2" + node;
  if (kind == "port_of_node") fields = "kind: network_degraded, share: 0.01" + node;
  if (kind == "port_of_oss") fields = "kind: network_degraded, share: 0.01" + scratch + "oss: 1";
  if (kind == "port_of_mds") fields = "kind: network_degraded, share: 0.01" + scratch + "mds: 0";
  if (kind == "port_of_server") fields = "kind: network_degraded, share: 0.01" + scratch + server;
  if (kind == "slow_target") fields = "kind: slow_target, share: 0.1" + scratch + target;
  if (kind == "rebuild") fields = "kind: rebuild, taken: 0.9" + scratch + target;
  if (kind == "target_outage") fields = "kind: target_outage" + quick + scratch + target;
  if (kind == "mds_outage") fields = outage + "mds: 0";
  if (kind == "oss_outage") fields = outage + "oss: " + text(draw.number(0, 1)) + failover;
  if (kind == "server_outage") fields = outage + server + (parts.servers > 1 ? failover : "");
  return fields + when(draw, kind.ends_with("outage"));
}

std::string disturbances(Draw& draw, const Parts& parts) {
  std::string all = "faults:\n";
  const std::int64_t count = draw.number(1, 3);
  for (std::int64_t i = 0; i < count; ++i) all += "  fault" + text(i) + ": {" + fault(draw, parts) + "}\n";
  std::vector<std::string> places;
  if (parts.scratch == "lustre") places = {"ost: 0, count: 4", "oss: 0", "mds: 0"};
  if (parts.servers > 0) places = {"server: 0"};
  if (places.empty() || draw.chance(70)) return all;
  return all + "background:\n  others: {kind: " + draw.one_of({"ar1", "on_off", "constant"}) +
         ", file_system: scratch, " + draw.one_of(places) + "}\n";
}

Drawn draw_scenario(std::uint64_t number) {
  Draw draw(number);
  const std::string kind = draw.one_of({"lustre", "lustre", "lustre", "lustre", "filer", "gpfs", "daos",
                                        "object_store", "local", "tiers", "key_value"});
  const std::string one_store = store(draw, kind);
  const bool flows = draw.chance(25);
  const auto what = draw.number(1, 10);
  const std::string job = what <= 5   ? training(draw)
                          : what <= 6 ? checkpoints(draw)
                          : what <= 9 ? probe(draw)
                                      : inference(draw);
  const std::string others =
      draw.chance(30) ? "  others:\n" + probe(draw) +
                            "    nodes: {group: clients, first: 2, count: 2}\n    storage: scratch\n"
                      : "";
  Drawn drawn;
  drawn.without =
      "schema: headrace/1\nname: drawn\nseed: " + text(draw.number(1, 1000)) +
      "\nplatform:\n  nodes: {clients: {count: 4, cores: 8, accelerators: 2, memory: " +
      draw.one_of({"8 MiB", "4 GiB"}) + "}}\n  network: {" +
      draw.one_of({"", "", "topology: fat_tree, nodes_per_switch: 2"}) +
      "}\n  file_systems:\n    scratch: " + one_store + "\njobs:\n  work:\n" + job +
      "    nodes: {group: clients, count: 2}\n    storage: scratch\n" + others +
      "measure: {replications: 1, simulated_time_limit: 1 h, fidelity: " + (flows ? "flow" : "request") +
      "}\n";
  drawn.with = drawn.without + disturbances(draw, parts_of(kind, one_store, flows));
  return drawn;
}

RunResult run_drawn(const std::string& scenario) {
  const ScenarioRead read = read_scenario(scenario, "drawn.yaml");
  if (!read.scenario) {
    ADD_FAILURE() << read.problems.text();
    return {};
  }
  return Experiment(*read.scenario).run();
}

// Counts by what was asked for: everything that an application was given or wrote. Two things are a matter of
// who comes first: what GPFS's writers read of blocks that they write to in part, which is not counted, and
// how many heads of HDF5 files are read beside a cache, so that bytes agree but for whole heads.
std::map<std::string, std::int64_t> bytes_of(const RunResult& result, const std::string& text) {
  const auto says = [&](const char* words) { return text.find(words) != std::string::npos; };
  const bool writers_read = says("gpfs") && (says("operation: write") || says("checkpoint: {enabled: true"));
  constexpr std::int64_t kHead = 707;  // Bytes (models/formats/hdf5_container.cpp).
  const bool heads_vary = says("format: hdf5") && says("cache: ");
  std::map<std::string, std::int64_t> bytes;
  for (const JobResult& job : result.jobs) {
    for (const EpochResult& epoch : job.epochs) {
      std::int64_t& delivered = bytes[job.name + " epoch " + std::to_string(epoch.epoch)];
      delivered = heads_vary ? epoch.delivered.count() % kHead : epoch.delivered.count();
      bytes[job.name + " steps"] += epoch.steps;
      bytes[job.name + " checkpoints"] += static_cast<std::int64_t>(epoch.checkpoints.size());
    }
    for (const SpanResult& span : job.checkpoints)
      bytes[job.name + " " + (span.read ? "loads" : "saves")] += span.bytes.count();
    if (job.find<ProbeResult>() != nullptr)
      bytes[job.name + " probe"] = job.find<ProbeResult>()->bytes.count();
    if (job.find<ProbeResult>() != nullptr)
      bytes[job.name + " operations"] = job.find<ProbeResult>()->operations;
    if (job.find<InferenceResult>() != nullptr)
      bytes[job.name + " model"] = job.find<InferenceResult>()->model_read.count();
    if (job.find<InferenceResult>() != nullptr)
      bytes[job.name + " sweep"] = job.find<InferenceResult>()->bytes_read.count();
  }
  // What a shared cache finds is a matter of who comes first.
  if (result.jobs[0].cache) return bytes;
  for (const MetricRow& row : result.rows)
    if (row.component == "file_systems/scratch/clients" && row.statistic == "total" &&
        ((row.metric == "bytes_read" && !writers_read) || row.metric == "bytes_written"))
      bytes[row.metric] = static_cast<std::int64_t>(row.value);
  return bytes;
}

void check_conservation(std::uint64_t first, std::uint64_t count) {
  std::uint64_t disturbed = 0;
  for (std::uint64_t number = first; number < first + count; ++number) {
    const Drawn drawn = draw_scenario(number);
    const RunResult without = run_drawn(drawn.without);
    const RunResult with = run_drawn(drawn.with);
    ASSERT_FALSE(testing::Test::HasFailure()) << number << "\n" << drawn.with;
    EXPECT_EQ(without.outcome.end, RunEnd::finished);
    EXPECT_EQ(with.outcome.end, RunEnd::finished);
    EXPECT_EQ(without.imbalance, "");
    EXPECT_EQ(with.imbalance, "");
    EXPECT_EQ(bytes_of(with, drawn.with), bytes_of(without, drawn.with));
    EXPECT_FALSE(bytes_of(without, drawn.with).empty());
    disturbed += with.outcome.at != without.outcome.at ? 1 : 0;
    ASSERT_FALSE(testing::Test::HasFailure()) << number << "\n" << drawn.with;
  }
  EXPECT_GT(disturbed, count / 3);
}

TEST(Conservation, HoldsInRandomScenariosWhateverGoesWrong) { check_conservation(1, 200); }
TEST(ConservationLong, HoldsInRandomScenariosWhateverGoesWrong) { check_conservation(1001, 4000); }

}  // namespace
}  // namespace headrace
