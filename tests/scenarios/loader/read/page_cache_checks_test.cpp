#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// Another storage for a job that reads 64 files of 1 MiB, twice, on two nodes.
std::string codes(const std::string& storage) {
  std::string text = small_scenario();
  const std::size_t at = text.find("  file_systems:\n") + std::string("  file_systems:\n").size();
  text.insert(at, "    other: " + storage + "\n");
  return codes_of(read_scenario(text, "small.yaml",
                                {"jobs.train.storage=other", "jobs.train.workload.dataset.files=64",
                                 "jobs.train.workload.dataset.record_length=1MiB",
                                 "jobs.train.workload.training.epochs=2"})
                      .problems);
}

TEST(PageCacheChecks, NoStoreLooksAhead) {
  for (const std::string kind : {"local", "filer", "gpfs"}) {
    EXPECT_EQ(codes("{" + kind + ": {page_cache: {policy: belady, memory_share: 0}}}"), "E0326") << kind;
    EXPECT_EQ(codes("{" + kind + ": {page_cache: {policy: sieve, memory_share: 0}}}"), "") << kind;
  }
  EXPECT_EQ(codes("{lustre: {client: {max_cached_share: 0, page_cache: {policy: belady}}, oss: {count: 1, "
                  "nic: {bandwidth: 10 GB/s}}, ost: {count: 1}}}"),
            "E0326");
}

TEST(PageCacheChecks, AWholeDataSetInMemoryIsSaid) {
  for (const std::string kind : {"local", "filer", "gpfs"}) {
    EXPECT_EQ(codes("{" + kind + ": {}}"), "") << kind;
    EXPECT_EQ(codes("{" + kind + ": {page_cache: {}}}"), "W0002") << kind;
    EXPECT_EQ(codes("{" + kind + ": {page_cache: {capacity: 30 MiB}}}"), "") << kind;
  }
}

}  // namespace
}  // namespace headrace
