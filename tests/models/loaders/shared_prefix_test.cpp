#include "models/loaders/shared_prefix.h"

#include <gtest/gtest.h>

#include "models/loaders/kinds.h"
#include "sim/task_group.h"
#include "tests/models/support/free_host.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

SharedPrefixSpec shared_by(std::int64_t tasks, double share) {
  SharedPrefixSpec spec;
  spec.tasks = tasks;
  spec.share = share;
  return spec;
}

Task<> take(Simulation& sim, SharedPrefix& prefix, std::int64_t moment, Duration work, Time& got) {
  if (prefix.begins(moment)) {
    co_await sim.delay(work);
    prefix.made(moment);
  } else {
    co_await prefix.others(moment);
  }
  got = sim.now();
}

TEST(SharedPrefix, TheFirstTaskMakesASampleAndTheOthersGetIt) {
  Simulation sim;
  SharedPrefix prefix(sim, shared_by(3, 1));
  TaskGroup group(sim);
  Time first, second, third;
  group.spawn("first", take(sim, prefix, 7, 10_ms, first));
  group.spawn("second", take(sim, prefix, 7, 99_ms, second));
  sim.run();
  EXPECT_EQ(first, Time::at(10_ms));
  EXPECT_EQ(second, Time::at(10_ms));
  EXPECT_EQ(prefix.held(), 1) << "the third task has not come";
  group.spawn("third", take(sim, prefix, 7, 99_ms, third));
  sim.run();
  EXPECT_EQ(third, Time::at(10_ms)) << "it finds the sample made";
  EXPECT_EQ(prefix.held(), 0);
}

// Tasks of a node with few cores, each with a loader of its own over the same samples.
class Tasks {
 public:
  static constexpr std::int64_t kCores = 4, kSamples = 240;

  Tasks()
      : storage(sim, Duration(), Duration(), 1000_GBps, Duration()),
        scope(sim, metrics, "test"),
        network(scope.part("network"), NetworkSpec()),
        node(scope.part("node"), node_spec(), network, 0),
        data(data_spec(), 0, LayoutSpec(), scope.random("sizes")) {}

  // Returns how long so many tasks take for an epoch each; with `prefix` they share it.
  double seconds(std::int64_t tasks, SharedPrefix* prefix) {
    const Time begun = sim.now();
    TaskGroup group(sim);
    std::vector<std::unique_ptr<DataLoader>> loaders;
    for (std::int64_t task = 0; task < tasks; ++task) {
      LoaderSpec spec;
      spec.kind = LoaderKind::pytorch;
      spec.batch_size = 4;
      spec.read_threads = kCores;
      spec.preprocess_time = Distribution(10_ms);
      LoaderContext context(scope.part("task", task), node, storage, data, spec);
      context.batch_size = spec.batch_size;
      context.prefix = prefix;
      loaders.push_back(make_loader(context));
      group.spawn("task", loop(*loaders.back()));
    }
    EXPECT_EQ(static_cast<int>(sim.run().end), static_cast<int>(RunEnd::finished));
    return (sim.now() - begun).in_seconds();
  }

  std::int64_t reads() const {
    std::int64_t reads = 0;
    for (const auto& record : storage.records())
      if (record.operation == IoOperation::read) ++reads;
    return reads;
  }

  Simulation sim;
  Metrics metrics;
  RecordingFileSystem storage;

 private:
  static NodeSpec node_spec() {
    NodeSpec spec;
    spec.cores = kCores;
    spec.host_work = free_host();
    return spec;
  }
  static DatasetSpec data_spec() {
    DatasetSpec spec;
    spec.format = Format::npy;
    spec.files = kSamples;
    spec.record_length = 1_B;
    return spec;
  }
  static Task<> loop(DataLoader& loader) {
    loader.begin_epoch(1, 0);
    while (const std::optional<Batch> batch = co_await loader.next()) {
    }
    loader.end_epoch();
  }

  Scope scope;
  Network network;
  Node node;
  Dataset data;
};

// Where cores are short, J tasks are J / (s + J (1 - s)) as fast, and read each sample once.
TEST(SharedPrefix, TasksAreFasterByTheOperatorsThatTheyShare) {
  for (const auto& [tasks, share] :
       {std::pair(2, 1.0), std::pair(3, 0.56), std::pair(3, 1.0), std::pair(4, 0.0)}) {
    Tasks alone, together;
    SharedPrefix prefix(together.sim, shared_by(tasks, share));
    const double own = alone.seconds(tasks, nullptr);
    const double shared = together.seconds(tasks, &prefix);
    const double closed = tasks / (share + tasks * (1 - share));
    EXPECT_NEAR(own / shared, closed, 0.02 * closed) << tasks << " " << share;
    EXPECT_EQ(alone.reads(), tasks * Tasks::kSamples);
    EXPECT_EQ(together.reads(), Tasks::kSamples);
    EXPECT_EQ(prefix.held(), 0);
  }
}

}  // namespace
}  // namespace headrace
