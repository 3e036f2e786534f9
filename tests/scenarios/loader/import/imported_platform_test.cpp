#include "scenarios/loader/import/imported_platform.h"

#include "scenarios/loader/priors.h"
#include "tests/scenarios/loader/import/import_support.h"

namespace headrace {
namespace {

TEST(ImportedPlatform, HasEachValueWithItsOrigin) {
  const ImportRead read = import_text(kMillpondJson);
  ASSERT_TRUE(read.platform) << read.problems.text();
  const std::string& text = read.platform->text;
  EXPECT_EQ(text.find("name: \"Millpond Weir 2\"\nnodes:\n  clients:\n    count: 2 "), 0U) << text;
  EXPECT_EQ(in_one_line_of(text, "cores"),
            "cores: 64 # [derived] nodes[0].CPU.socket_count x cores_per_socket");
  EXPECT_EQ(line_with(text, "smt").substr(0, 9), "smt: 1.25");
  EXPECT_EQ(in_one_line_of(text, "memory"), "memory: 256 GiB # [read] nodes[0].DRAM.capacity_MiB");
  EXPECT_EQ(
      in_one_line_of(text, "memory_bandwidth"),
      "memory_bandwidth: 299 GB/s # [assumed] within a factor of 1.5: 0.73 of 410 GB/s: 2 x 8 channels of "
      "3200 MT/s (EPYC 7xx2 or 7xx3)");
  EXPECT_EQ(in_one_line_of(text, "bandwidth"),
            "bandwidth: 200 Gbit/s # [read] nodes[0].nic_ports[0].bitrate");
  EXPECT_EQ(line_with(text, "accelerators").substr(0, 15), "accelerators: 4");
  EXPECT_EQ(line_with(text, "latency").substr(0, 13), "latency: 2 us");
  EXPECT_EQ(read.platform->storage, "lustre");
}

// Every value without a source in the description is named at the end of the file.
TEST(ImportedPlatform, NamesEveryGap) {
  const ImportedPlatform platform = *import_text(kMillpondJson).platform;
  EXPECT_EQ(static_cast<std::size_t>(platform.counts.assumed), platform.gaps.size());
  EXPECT_GE(platform.counts.read, 9);
  for (const ImportGap& gap : platform.gaps)
    EXPECT_NE(platform.text.find("# - " + gap.field + ": " + gap.lacking + "; " + gap.stands + "\n"),
              std::string::npos)
        << gap.field;
  EXPECT_NE(platform.text.find("# - nodes[1].DRAM.frequency: 1 cannot be meant"), std::string::npos);
  std::size_t assumed = 0;
  for (std::size_t at = platform.text.find("# [assumed]"); at != std::string::npos;
       at = platform.text.find("# [assumed]", at + 1))
    ++assumed;
  EXPECT_EQ(assumed, platform.gaps.size());
}

// The ranges in the comments are those that doubts are found with.
TEST(ImportedPlatform, HasRangesThatAScenarioKnows) {
  const ScenarioRead read = trained_on(*import_text(kMillpondJson).platform);
  ASSERT_TRUE(read.scenario);
  double memory = 0, latency = 0;
  for (const Prior& prior : priors_of(*read.scenario, read.places)) {
    if (prior.path == "platform.nodes.clients.memory_bandwidth") memory = prior.factor;
    if (prior.path == "platform.network.latency") latency = prior.factor;
    EXPECT_NE(prior.path, "platform.nodes.clients.nic.bandwidth");
  }
  EXPECT_EQ(memory, 1.5);
  EXPECT_EQ(latency, 2);
}

TEST(ImportedPlatform, HasAGroupForEachKindOfClient) {
  const ImportRead read = import_text(
      R"({"nodes": [{"node_type_name": "GPU client 1"}, {"node_type_name": "9 client"},
                    {"node_type_name": "gpu-client 1"}, {"node_type_name": "data"}],
          "benchmark_hosts": [{"node_type_name": "GPU client 1"}, {"node_type_name": "9 client"},
                              {"node_type_name": "gpu-client 1"}],
          "storage_system": {"solution_type": "Lustre"}})");
  ASSERT_TRUE(read.platform) << read.problems.text();
  for (const char* name : {"  gpu_client_1:\n", "  clients_9_client:\n", "  gpu_client_1_2:\n"})
    EXPECT_NE(read.platform->text.find(name), std::string::npos) << name << read.platform->text;
  trained_on(*read.platform);
}

// Words of a description stand in comments and a name: none of them ends its line.
TEST(ImportedPlatform, IsNotBrokenByWords) {
  const ImportRead read = import_text(
      "{\"storage_software\": \"Lustre \\n nodes: 7 \\\" # \\u00fc\", \"system_id\": \"a\\\"\\\\\\nb: c\",\n"
      " \"clients\": {\"count\": 2, \"cores\": \"8\\nx: y\"}, \"servers\": {\"count\": 2, \"role\": \"a "
      "b\\nc: d e\"}}");
  ASSERT_TRUE(read.platform) << read.problems.text();
  trained_on(*read.platform);
}

TEST(ImportedPlatform, RefusesWhatItCannotTell) {
  const ImportRead unknown = import_text(
      "organisation: Mill\nstorage_software: Penstock\nclients: {count: 2}\nservers: {count: 3}\n");
  EXPECT_FALSE(unknown.platform);
  EXPECT_NE(unknown.problems.text().find(
                "system.json:2:19: error[E0704]: the words of the storage do not tell its kind: 'Penstock'"),
            std::string::npos);
  EXPECT_NE(
      unknown.problems.text().find("--store KIND, one of lustre, local, object_store, filer, gpfs, daos"),
      std::string::npos);
  const ImportRead bare = import_text("storage_software: Lustre\nclients: {count: 2}\n");
  EXPECT_NE(bare.problems.text().find("error[E0702]: the description says nothing of the servers"),
            std::string::npos);
  const ImportRead managed = import_text(
      "storage_software: Lustre\nclients: {count: 2}\nservers: {role: 'provisioned, = 20000 MB/s'}\n",
      "gpfs");
  EXPECT_EQ(codes_of(managed.problems), "E0702");
  const ImportRead disks = import_text(
      "storage_software: Lustre\nclients: {count: 2}\nservers: {count: 3, drives: 12 x 18 TB HDD}\n");
  EXPECT_NE(disks.problems.text().find("error[E0704]: the drives are disks"), std::string::npos);
}

}  // namespace
}  // namespace headrace
