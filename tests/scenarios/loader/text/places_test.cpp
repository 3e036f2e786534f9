#include "scenarios/loader/text/places.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(Places, AreRefusedWithWhatStandsBelowThem) {
  Problems problems;
  problems.add(Mark(), "E0107", "too much").at("platform.nodes.gpu.count");
  problems.warn(Mark(), "W0001", "odd").at("jobs.train");
  EXPECT_TRUE(is_refused("platform.nodes.gpu.count", problems));
  EXPECT_TRUE(is_refused("platform.nodes.gpu", problems));
  EXPECT_FALSE(is_refused("platform.nodes.gp", problems));
  EXPECT_FALSE(is_refused("platform.nodes.gpu.count.x", problems));
  EXPECT_FALSE(is_refused("jobs.train", problems));
}

}  // namespace
}  // namespace headrace
