#include "scenarios/loader/init/node_sizes.h"

#include "tests/scenarios/loader/init/init_support.h"

namespace headrace {
namespace {

// 2 sockets of 32 cores are 64.
TEST(NodeSizes, CountsCores) {
  ASSERT_TRUE(is_processor_list(kLscpu));
  const NodeEvidence found = read_processor_list(source_of(kLscpu));
  EXPECT_EQ(told_text(found.host.cores), "64 (t.txt:7: Core(s) per socket x Socket(s))");
  EXPECT_EQ(told_text(found.host.sockets), "2 (t.txt:8: Socket(s))");
  EXPECT_EQ(told_text(found.host.threads_per_core), "2 (t.txt:6: Thread(s) per core)");
  EXPECT_EQ(found.host.cpu, "AMD EPYC 9334 32-Core Processor");
  const NodeEvidence none =
      read_processor_list(source_of("Core(s) per socket: -\nSocket(s): 99999\nThread(s) per core: 0\n"));
  EXPECT_FALSE(none.host.cores || none.host.sockets || none.host.threads_per_core);
}

// 256 GiB in each unit of the tools.
TEST(NodeSizes, ReadsMemoryInEveryUnit) {
  const std::string head = "   total   used   free\nMem:   ";
  for (const char* const text :
       {"268435456 1 1", "256Gi 1Gi 1Gi", "256G 1G 1G", "262144 1 1", "274877906944 1 1"}) {
    ASSERT_TRUE(is_memory_sizes(head + text)) << text;
    EXPECT_EQ(told_text(read_memory_sizes(source_of(head + text)).host.memory),
              "274877906944 (t.txt:2: total)")
        << text;
  }
  EXPECT_EQ(
      told_text(read_memory_sizes(source_of("MemTotal:       268435456 kB\nMemFree: 1 kB\n")).host.memory),
      "274877906944 (t.txt:1: MemTotal)");
}

TEST(NodeSizes, LeavesWhatNoNodeHas) {
  const NodeEvidence found = read_memory_sizes(source_of("MemTotal:       1024 kB\n"));
  EXPECT_FALSE(found.host.memory);
  ASSERT_EQ(found.not_taken.size(), 1u);
  EXPECT_EQ(found.not_taken[0].why, "a node has 2 GiB to 64 TiB of memory");
  for (const char* const text : {"", "Mem: 1 2 3\n", kLsblk, kLscpu})
    EXPECT_FALSE(is_memory_sizes(text)) << text;
}

}  // namespace
}  // namespace headrace
