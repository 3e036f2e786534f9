#include "models/storage/tiers/tiers_spec.h"

#include <gtest/gtest.h>

#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

StoreFacts on_nodes(Bytes capacity) {
  StoreFacts facts;
  facts.on_nodes = capacity;
  return facts;
}

StoreFacts standing_on(const std::string& above, const std::string& below) {
  StoreFacts facts;
  facts.above = above;
  facts.below = below;
  return facts;
}

TiersSpec tiers(const std::string& above, const std::string& below) {
  TiersSpec spec;
  spec.above = above;
  spec.below = below;
  spec.capacity = 1_GiB;
  return spec;
}

const Named<StoreFacts> kStores = {{"nvme", on_nodes(1_GiB)}, {"scratch", StoreFacts()}};

TEST(TiersSpec, StandsOnTwoOthers) {
  EXPECT_EQ(found_by(tiers("nvme", "scratch"), kStores), "");
  EXPECT_EQ(found_by(tiers("scratch", "scratch"), kStores), "E0381 below");
  EXPECT_EQ(found_by(tiers("nvme", "nowhere"), kStores), "E0380 below");
  EXPECT_EQ(found_by(tiers("", ""), kStores, {"above", "below"}), "");  // Told by the reader.
}

TEST(TiersSpec, NeverStandsOnItself) {
  Named<StoreFacts> stores = kStores;
  stores.emplace_back("own", standing_on("nvme", "other"));
  stores.emplace_back("other", standing_on("scratch", "own"));
  EXPECT_EQ(found_by(tiers("nvme", "own"), stores), "E0381 below");
  EXPECT_EQ(found_by(tiers("nvme", "other"), stores), "E0381 below");
  EXPECT_EQ(found_by(tiers("other", "scratch"), stores), "E0381 above");
}

// Others that stand on each other are told by themselves.
TEST(TiersSpec, EndsInARoundOfOthers) {
  Named<StoreFacts> stores = kStores;
  stores.emplace_back("one", standing_on("nvme", "two"));
  stores.emplace_back("two", standing_on("nvme", "one"));
  EXPECT_EQ(found_by(tiers("nvme", "one"), stores), "");
}

TEST(TiersSpec, HasNoDrivesOfNodesBelowWhatAllShare) {
  EXPECT_EQ(found_by(tiers("scratch", "nvme"), kStores), "E0382 below");
  Named<StoreFacts> stores = kStores;
  stores.emplace_back("deep", standing_on("scratch", "nvme"));
  EXPECT_EQ(found_by(tiers("scratch", "deep"), stores), "E0382 below");
}

TEST(TiersSpec, FitsOnTheDrivesAboveIt) {
  TiersSpec spec = tiers("nvme", "scratch");
  spec.capacity = 1_GiB + 1_B;
  EXPECT_EQ(found_by(spec, kStores), "E0322 capacity");
  EXPECT_EQ(found_by(spec, kStores, {"capacity"}), "E0322 above");
}

TEST(TiersSpec, TellsWhatItStandsOn) {
  const StoreFacts facts = tiers("nvme", "scratch").facts();
  EXPECT_EQ(facts.above + " " + facts.below, "nvme scratch");
}

TEST(TiersSpec, EvictsWithoutForesight) {
  TiersSpec spec = tiers("nvme", "scratch");
  spec.policy = Chosen<CachePolicy>("belady");
  EXPECT_EQ(found_by(spec, kStores), "E0326 eviction.policy");
}

}  // namespace
}  // namespace headrace
