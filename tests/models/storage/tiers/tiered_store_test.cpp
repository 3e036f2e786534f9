#include "models/storage/tiers/tiered_store.h"

#include <gtest/gtest.h>

#include "models/storage/filer/filer_spec.h"
#include "models/storage/gpfs/gpfs_spec.h"
#include "models/storage/local/local_spec.h"
#include "tests/models/support/store_machine.h"

namespace headrace {
namespace {

std::unique_ptr<StoreMachine> machine_of(const GivenGroup<Store>& fast, const TiersSpec& spec) {
  StoreMachine::Parts parts;
  parts.emplace_back("fast", fast);
  parts.emplace_back("slow", GivenGroup<Store>(FilerSpec()));
  TiersSpec named = spec;
  named.above = "fast";
  named.below = "slow";
  return std::make_unique<StoreMachine>(*recipe<Store, TieredStore>(named), 2, 1, FidelitySpec(), parts);
}

Bytes read_by(StoreMachine& machine, std::size_t node) {
  const auto before = machine.total("store/slow/heads", "bytes_read");
  machine.run(read_whole(machine.client(node), test_file(1, 10'000'000_B), IoMode::direct));
  return Bytes::count(machine.total("store/slow/heads", "bytes_read") - before);
}

// On the nodes' own drives each node brings up its own copy; in a store for all, one does for all.
TEST(TieredStore, IsOfANodeWhereItsUpperStoreIs) {
  const auto local = machine_of(GivenGroup<Store>(LocalSpec()), TiersSpec());
  EXPECT_EQ(read_by(*local, 0), 10'000'000_B);
  EXPECT_EQ(read_by(*local, 1), 10'000'000_B);
  EXPECT_EQ(read_by(*local, 1), 0_B);
  const auto shared = machine_of(GivenGroup<Store>(GpfsSpec()), TiersSpec());
  EXPECT_EQ(read_by(*shared, 0), 10'000'000_B);
  EXPECT_EQ(read_by(*shared, 1), 0_B);
  EXPECT_FALSE(shared->store().is_node_local());
}

// What is drained from a tier for all does not pass the nodes' ports again.
TEST(TieredStore, MoversCopyForAllNodes) {
  const auto shared = machine_of(GivenGroup<Store>(GpfsSpec()), TiersSpec());
  shared->run(write_whole(shared->client(), test_file(1, 10'000'000_B), true));
  EXPECT_EQ(shared->total("store/slow/heads", "bytes_written"), 10'000'000);
  EXPECT_EQ(shared->total("store/tier", "bytes_drained"), 10'000'000);
  EXPECT_LT(shared->total("network/client/0/", "bytes"), 10'100'000);
  EXPECT_GT(shared->total("network/store/movers", "bytes"), 20'000'000);
  EXPECT_GT(shared->resource("drains of the upper tier").utilisation_max, 0);
}

// A tier is as busy as its own drains: where one node of two drains, the mean of both is half of the busiest.
TEST(TieredStore, CountsTheDrainsOfEachNode) {
  TiersSpec spec;
  spec.drain.streams = 1;
  const auto local = machine_of(GivenGroup<Store>(LocalSpec()), spec);
  local->run(write_whole(local->client(1), test_file(1, 10'000'000_B), true));
  const ResourceResult drains = local->resource("drains of the upper tier");
  EXPECT_EQ(drains.instances, 2);
  EXPECT_GT(drains.utilisation_max, 0);
  EXPECT_LE(drains.utilisation_max, 1);
  EXPECT_DOUBLE_EQ(drains.utilisation_mean, drains.utilisation_max / 2);
}

// Three tiers: one over another.
TEST(TieredStore, StandsOnAnother) {
  StoreMachine::Parts parts;
  TiersSpec upper, lower;
  upper.above = "drives";
  upper.below = "buffered";
  lower.above = "flash";
  lower.below = "disks";
  parts.emplace_back("buffered", GivenGroup<Store>(lower));
  parts.emplace_back("drives", GivenGroup<Store>(LocalSpec()));
  parts.emplace_back("flash", GivenGroup<Store>(GpfsSpec()));
  parts.emplace_back("disks", GivenGroup<Store>(FilerSpec()));
  StoreMachine machine(*recipe<Store, TieredStore>(upper), 1, 1, FidelitySpec(), parts);
  machine.run(write_whole(machine.client(), test_file(1, 10'000'000_B), true));
  EXPECT_EQ(machine.total("store/drives", "bytes_written"), 10'000'000);
  EXPECT_EQ(machine.total("store/flash/servers", "bytes_written"), 10'000'000);
  EXPECT_EQ(machine.total("store/disks/heads", "bytes_written"), 10'000'000);
}

}  // namespace
}  // namespace headrace
