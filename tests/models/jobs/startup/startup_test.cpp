#include "models/jobs/startup/startup.h"

#include <gtest/gtest.h>

#include "models/cluster.h"
#include "models/jobs/figures.h"
#include "models/jobs/inference/inference_result.h"
#include "models/jobs/inference/inference_spec.h"
#include "models/storage/filer/filer_spec.h"
#include "tests/models/support/budget.h"
#include "tests/models/support/job_bench.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

// A step of a second that reads nothing, after imports of 10 files of 2 MB with three names before each.
JobSpec importing() {
  JobSpec job;
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.format = Format::synthetic;
  work.dataset.files = 96;  // Those of a rank are as many for each number of ranks here.
  work.loader.kind = LoaderKind::pytorch;
  work.loader.read_threads = 0;
  work.training.total_training_steps = 1;
  work.training.computation_time = Distribution(1_s);
  StartupSpec& startup = job.startup.emplace();
  startup.files = 10;
  startup.file_size = 2'000'000_B;
  startup.lookups = 3;
  startup.module_time = 500_us;
  return job;
}

// On the bench a name and an open take 1 ms, a close nothing, and 2 MB 2 ms.
constexpr Duration kName = 1_ms, kRead = 2_ms, kModule = 500_us;

// span = files x ((lookups + 1) x name + read + module), whatever the number of nodes.
TEST(Startup, TakesItsFilesOneAfterAnother) {
  for (const std::int64_t nodes : {1, 3}) {
    JobBench bench(importing(), nodes, 2);
    const JobResult result = bench.run();
    EXPECT_EQ(result.startup->span, 10 * (4 * kName + kRead + kModule));
    EXPECT_EQ(result.startup->processes, 2 * nodes);
    EXPECT_EQ(result.startup->opens, 10 * kName * result.startup->processes);
    EXPECT_EQ(result.startup->lookups, 30 * kName * result.startup->processes);
    EXPECT_EQ(result.startup->reads, 10 * kRead * result.startup->processes);
    EXPECT_EQ(result.startup->modules, 10 * kModule * result.startup->processes);
    EXPECT_EQ(bench.storage().count(IoOperation::stat), 30 * nodes) << "names are known to a node once";
    EXPECT_EQ(bench.storage().count(IoOperation::open), 20 * nodes);
    EXPECT_EQ(bench.storage().open_handles(), 0);
    for (std::int64_t rank = 0; rank < 2 * nodes; ++rank)
      EXPECT_EQ(spent(result, rank, Cause::startup), result.startup->span);
    EXPECT_EQ(value_of(*find_figure_row("startup.lookup_seconds"), result).number, 0.03);
  }
}

// Manifests of m bytes take each process files x (open + m / rate + work), whatever the number of ranks.
TEST(Startup, ReadsTheManifestsOfTheDataSet) {
  for (const bool once_a_node : {false, true}) {
    JobSpec job = importing();
    job.startup->files = 0;
    if (once_a_node) job.startup->importers = Importers::node;
    ManifestSpec& manifests = job.startup->manifests.emplace();
    manifests.files = 3;
    manifests.size = 5'000'000_B;
    manifests.work = 2_ms;
    JobBench bench(job, 2, 2);
    const JobResult result = bench.run();
    const Duration each = 3 * (kName + 5_ms + 2_ms);
    EXPECT_EQ(result.startup->span, each);
    EXPECT_EQ(result.startup->manifests, each * result.startup->processes);
    EXPECT_EQ(value_of(*find_figure_row("startup.manifest_seconds"), result).number, each.in_seconds());
    EXPECT_EQ(bench.storage().count(IoOperation::open), 3 * result.startup->processes);
    EXPECT_EQ(bench.storage().open_handles(), 0);
  }
}

// Of a mixture each set has its own, where it is.
TEST(Startup, ReadsTheManifestsOfEachSet) {
  JobSpec job = importing();
  job.startup->files = 0;
  job.startup->manifests.emplace().size = 1'000'000_B;
  MixtureSpec& mixture = job.workload()->mixture.emplace();
  for (const char* const name : {"text", "images"})
    mixture.sets.emplace_back(name, MixedSetSpec{1, job.workload()->dataset});
  JobBench bench(job, 1, 2);
  EXPECT_EQ(bench.run().startup->span, 2 * (kName + 1_ms));
}

// With no files nothing happens, and without a startup there is nothing to tell.
TEST(Startup, OfNoFilesIsNothing) {
  JobSpec job = importing();
  job.startup->files = 0;
  const JobResult none = JobBench(job, 2, 2).run();
  EXPECT_EQ(none.startup->span, Duration());
  EXPECT_EQ(spent(none, 0, Cause::startup), Duration());
  job.startup.reset();
  const JobResult without = JobBench(job, 2, 2).run();
  EXPECT_EQ(without.end, none.end);
  EXPECT_FALSE(without.startup);
  EXPECT_FALSE(value_of(*find_figure_row("startup.seconds"), without).there);
}

// Each asks for itself: as many names as processes have.
TEST(Startup, AsksForNamesByEachProcessWhereNobodyKeepsThem) {
  JobSpec job = importing();
  job.startup->names_shared = false;
  job.startup->processes = 2;
  JobBench bench(job, 2, 2);
  EXPECT_EQ(bench.run().startup->span, 10 * (4 * kName + kRead + kModule));
  EXPECT_EQ(bench.storage().count(IoOperation::stat), 30 * 8);
  EXPECT_EQ(bench.storage().count(IoOperation::open), 10 * 8);
}

// One process of a node imports, and all of its ranks wait for it.
TEST(Startup, MayBeThatOfANode) {
  JobSpec job = importing();
  job.startup->importers = Importers::node;
  JobBench bench(job, 2, 4);
  const JobResult result = bench.run();
  EXPECT_EQ(bench.storage().count(IoOperation::open), 20);
  EXPECT_EQ(result.startup->processes, 2);
  for (std::int64_t rank = 0; rank < 8; ++rank)
    EXPECT_EQ(spent(result, rank, Cause::startup), result.startup->span);
}

// An image is opened once a node, which reads one part of it at a time; its names cost the node alone. The
// bench keeps no pages, so that two processes wait for each other's reads, which take longer than the rest:
//   span = names + open + 2 x files x read + module
TEST(Startup, OfAnImageAsksTheStorageForNoNames) {
  JobSpec job = importing();
  job.startup->image.emplace().lookup = 100_us;
  JobBench bench(job, 1, 2);
  EXPECT_EQ(bench.run().startup->span, 4 * 100_us + kName + 20 * kRead + kModule);
  EXPECT_EQ(bench.storage().count(IoOperation::stat), 0);
  EXPECT_EQ(bench.storage().count(IoOperation::open), 1);
  EXPECT_EQ(bench.storage().count(IoOperation::read), 20);
}

// Each process lists the directories of the data set after its imports: here three of it.
TEST(Startup, ListsTheDataSet) {
  JobSpec job = importing();
  job.startup->files = 0;
  job.startup->lists_dataset = true;
  job.workload()->dataset.subfolders = 3;
  JobBench bench(job, 1, 2);
  const JobResult result = bench.run();
  EXPECT_EQ(bench.storage().count(IoOperation::list), 6);
  EXPECT_EQ(result.startup->span, 3 * kName);
  EXPECT_EQ(result.startup->listing, 6 * kName);
}

// A server answers once it is ready, and loads its model after its imports.
TEST(Startup, OfInferenceComesBeforeTheModel) {
  JobSpec job = importing();
  job.work = {};
  InferenceSpec& serve = job.work.give(InferenceSpec());
  serve.arrivals.emplace("regular");
  serve.requests = 1;
  serve.service_time = Distribution(10_ms);
  const JobResult bare = JobBench(job, 1, 2).run();
  EXPECT_EQ(spent(bare, 0, Cause::startup), 10 * (4 * kName + kRead + kModule));
  serve.model_size = 1'000'000'000_B;
  for (const ModelReaders readers : {ModelReaders::server, ModelReaders::node}) {
    job.work.find<InferenceSpec>()->model_load = readers;
    job.work.find<InferenceSpec>()->model_size = 1'000'000'000_B;
    const JobResult result = JobBench(job, 1, 2).run();
    EXPECT_EQ(spent(result, 1, Cause::startup), 10 * (4 * kName + kRead + kModule));
    EXPECT_GT(result.find<InferenceResult>()->model_load, 1_s);
    EXPECT_EQ(spent(result, 1), result.end - result.start);
  }
}

ClusterSpec machine_of(std::int64_t nodes, std::int64_t mds_threads) {
  ClusterSpec spec;
  spec.network.latency = kLatency;
  NodeSpec node;
  node.count = nodes;
  node.nic = exact_port();
  node.memory = 1_GiB;
  spec.nodes = {{"gpu", node}};
  LustreSpec lustre = exact_spec();
  lustre.mds.threads = mds_threads;
  spec.file_systems.emplace_back("scratch", FileSystemSpec(lustre));
  return spec;
}

JobResult run_on(const ClusterSpec& machine, JobSpec job, std::int64_t ranks) {
  job.nodes.group = "gpu";
  job.accelerators_per_node = ranks;
  job.storage = "scratch";
  Simulation sim(1);
  Metrics metrics;
  Cluster cluster(Scope(sim, metrics), machine);
  const auto made = job.work.make(
      {JobSetting(Scope(sim, metrics).part("jobs/one"), "one", 0, cluster.seats(job), cluster.file_sets()),
       job});
  made->begin();
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  return made->result();
}

// One thread of the metadata server serves all: the last node is ready after
//   nodes x files x (lookups x getattr + open + close),
// which many nodes reach, as their round trips and reads hide behind it.
TEST(Startup, OfManyNodesIsAsLongAsTheMetadataServerNeeds) {
  JobSpec job = importing();
  job.startup->files = 40;
  job.startup->file_size = 4'096_B;
  job.startup->module_time = Duration();
  const Duration service = 40 * (3 * 90_us + 200_us + 70_us);
  for (const std::int64_t nodes : {16, 32}) {
    const double seconds = run_on(machine_of(nodes, 1), job, 1).startup->span.in_seconds();
    const double least = (nodes * service).in_seconds();
    EXPECT_GE(seconds, least);
    EXPECT_LE(seconds, 1.03 * least) << nodes;
  }
}

// The processes of a node share its pages: it fetches each file once, however many there are.
TEST(Startup, FetchesEachFileOnceANode) {
  JobSpec job = importing();
  job.startup->file_size = 64_KiB;
  ClusterSpec cached = machine_of(3, 16);
  FilerSpec filer;
  filer.page_cache.emplace();
  cached.file_systems = {{"scratch", FileSystemSpec(filer)}};
  for (const bool image : {false, true}) {
    if (image) job.startup->image.emplace();
    for (const std::int64_t ranks : {1, 4, 8}) {
      const JobResult result = run_on(cached, job, ranks);
      EXPECT_EQ(result.startup->from_storage, 30 * 64_KiB) << ranks << (image ? " in an image" : "");
      EXPECT_EQ(result.startup->processes, 3 * ranks);
      const Bytes fetched = run_on(machine_of(3, 16), job, ranks).startup->from_storage;
      EXPECT_EQ(fetched, 30 * 64_KiB) << ranks;
    }
  }
}

}  // namespace
}  // namespace headrace
