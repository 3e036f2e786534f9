#include "models/storage/local/local_store.h"

#include <gtest/gtest.h>

#include "sim/task_group.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

Host host(NodeId node) {
  Host host;
  host.node = node;
  return host;
}

class LocalStoreTest : public testing::Test {
 protected:
  static LocalSpec spec() {
    LocalSpec spec;
    spec.capacity = 10'000'000_B;
    spec.open = Distribution(Duration());
    spec.device.flash().write_bandwidth = 1_GBps;
    spec.device.flash().write_latency = Distribution(Duration());
    return spec;
  }
  void write_on(NodeId node, Bytes size) {
    group_.spawn("write", write_whole(store_.client(host(node)), test_file(next_++, size), false));
  }

  Simulation sim_;
  Metrics metrics_;
  LocalStore store_ = LocalStore(Scope(sim_, metrics_).part("nvme"), spec());
  TaskGroup group_ = TaskGroup(sim_);
  std::int64_t next_ = 0;
};

TEST_F(LocalStoreTest, EachNodeHasItsOwnDrives) {
  EXPECT_EQ(&store_.client(host(3)), &store_.client(host(3)));
  EXPECT_NE(&store_.client(host(3)), &store_.client(host(4)));
  write_on(3, 8'000'000_B);
  write_on(4, 4'000'000_B);
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_EQ(sim_.now().since_start(), 8_ms);  // Beside each other.
  const std::vector<ResourceResult> drives = store_.resources("nvme");
  ASSERT_EQ(drives.size(), 1u);
  EXPECT_EQ(drives[0].name, "nvme: drives");
  EXPECT_EQ(drives[0].instances, 2);
  EXPECT_DOUBLE_EQ(drives[0].utilisation_max, 1.0);
  EXPECT_DOUBLE_EQ(drives[0].utilisation_mean, 0.75);
  EXPECT_EQ(store_.imbalance(), "");
}

TEST_F(LocalStoreTest, SaysWhichNodesWereOverfilled) {
  write_on(1, 11'000'000_B);
  write_on(2, 9'000'000_B);
  write_on(3, 12'000'000_B);
  sim_.run();
  EXPECT_EQ(store_.imbalance(),
            "node 1: 11000000 bytes were kept on drives of 10000000; "
            "node 3: 12000000 bytes were kept on drives of 10000000");
}

TEST_F(LocalStoreTest, IsNoResourceWhereNobodyUsesIt) { EXPECT_TRUE(store_.resources("nvme").empty()); }

}  // namespace
}  // namespace headrace
