#include "models/storage/lustre/lustre_spec.h"

#include <gtest/gtest.h>

#include "models/storage/layout.h"
#include "models/storage/store.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

TEST(LustreSpec, TellsItsServers) {
  LustreSpec spec;
  spec.ost.count = 7;
  spec.oss.count = 3;
  spec.mds.count = 2;
  const StoreFacts facts = GivenGroup<Store>(spec).facts();
  EXPECT_EQ(facts.count(Part::ost), 7);
  EXPECT_EQ(facts.count(Part::oss), 3);
  EXPECT_EQ(facts.count(Part::mds), 2);
  EXPECT_EQ(facts.count(Part::node), 0);
  EXPECT_TRUE(facts.has_servers());
  EXPECT_EQ(facts.drives, "flash");
  EXPECT_FALSE(facts.on_nodes);
}

TEST(LustreSpec, KeepsPagesInAShareOfTheMemory) {
  LustreSpec spec;
  spec.client.max_cached_share = 0.25;
  EXPECT_EQ(spec.facts().memory_for_pages(8_GiB), 2_GiB);
}

TEST(LustreSpec, TellsWhatARequestCarries) {
  LustreSpec spec;
  spec.client.rpc_size = 8_MiB;
  EXPECT_EQ(spec.facts().request, 8_MiB);
}

TEST(LustreSpec, TellsWhatOrdersItsRequests) {
  LustreSpec spec;
  EXPECT_EQ(spec.facts().order, "");
  spec.oss.scheduler = Chosen<RequestScheduler>("crr");
  EXPECT_EQ(spec.facts().order, "OSS scheduler");
  spec.job_scheduler.emplace();
  EXPECT_EQ(spec.facts().order, "scheduler between jobs");
}

TEST(LustreSpec, WarnsOfServersWithoutTargets) {
  LustreSpec spec;
  spec.oss.count = spec.ost.count = 4;
  EXPECT_EQ(found_by(spec), "");
  spec.oss.count = 5;
  EXPECT_EQ(found_by(spec), "W0003 oss.count");
}

TEST(LustreSpec, RefusesCachesThatLookAhead) {
  LustreSpec spec;
  spec.client.page_cache = Chosen<CachePolicy>("belady");
  spec.oss.read_cache.emplace().policy = Chosen<CachePolicy>("belady");
  EXPECT_EQ(found_by(spec), "E0326 client.page_cache.policy, E0326 oss.read_cache.policy");
}

TEST(LustreSpec, RpcsAreThoseOfServers) {
  LustreSpec spec;
  for (const Bytes good : {64_KiB, 1_MiB, 16_MiB}) {
    spec.client.rpc_size = good;
    EXPECT_EQ(found_by(spec), "");
  }
  for (const Bytes odd : {3_MiB, 32_MiB}) {
    spec.client.rpc_size = odd;
    EXPECT_EQ(found_by(spec), "W0055 client.rpc_size");
  }
}

TEST(LustreSpec, RefusesOddStripes) {
  const auto found = [](Bytes stripe) {
    LayoutSpec layout;
    layout.stripe_size = stripe;
    RecordingCheck check;
    LustreSpec().facts().check_layout(layout, check);
    return check.findings.empty() ? std::string() : check.codes + ": " + check.findings[0].meant;
  };
  EXPECT_EQ(found(64_KiB), "");
  EXPECT_EQ(found(192_KiB), "");
  EXPECT_EQ(found(65'537_B), "W0061 layout.stripe_size: 64 KiB");
  EXPECT_EQ(found(96_KiB), "W0061 layout.stripe_size: 128 KiB");
  EXPECT_EQ(found(1_B), "W0061 layout.stripe_size: 64 KiB");
}

}  // namespace
}  // namespace headrace
