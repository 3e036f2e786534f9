#include "models/storage/stores.h"

#include <gtest/gtest.h>

#include "models/storage/filer/filer_spec.h"
#include "models/storage/local/local_spec.h"

namespace headrace {
namespace {

TEST(Stores, AreMadeOnceAndFoundByName) {
  Simulation sim;
  Metrics metrics;
  const Scope scope(sim, metrics);
  Network network(scope.part("network"), NetworkSpec(), FidelitySpec());
  FileSets sets;
  Named<GivenGroup<Store>> specs;
  specs.emplace_back("scratch", GivenGroup<Store>(FilerSpec()));
  specs.emplace_back("nvme", GivenGroup<Store>(LocalSpec()));
  Stores stores(scope.part("file_systems"), specs, network, sets);
  EXPECT_TRUE(stores.all().empty());
  stores.find("nvme");
  EXPECT_EQ(stores.all().size(), 1u);
  EXPECT_EQ(&stores.find("nvme"), stores.all().at("nvme"));
  EXPECT_NE(&stores.find("nvme"), &stores.find("scratch"));
  EXPECT_TRUE(stores.find("nvme").is_node_local());
  EXPECT_FALSE(stores.find("scratch").is_node_local());
}

}  // namespace
}  // namespace headrace
