#include "scenarios/loader/import/imported_stores.h"

#include "tests/scenarios/loader/import/import_support.h"

namespace headrace {
namespace {

// The same servers as each kind of store: each is a platform that a job may train on.
TEST(ImportedStores, AreOfEveryKind) {
  for (const std::string_view kind : imported_store_names()) {
    for (const std::string_view text : {kMillpondJson, kSluiceFacts}) {
      const ImportRead read = import_text(text, kind);
      ASSERT_TRUE(read.platform) << kind << read.problems.text();
      trained_on(*read.platform);
      EXPECT_NE(read.platform->text.find("    " + std::string(kind) + ": "), std::string::npos) << kind;
    }
  }
}

TEST(ImportedStores, OfLustreHaveItsServersAndClient) {
  const std::string text = import_text(kMillpondJson).platform->text;
  EXPECT_EQ(line_with(text, "count", "oss:").substr(0, 8), "count: 2");
  EXPECT_EQ(line_with(text, "count", "mds:").substr(0, 8), "count: 1");
  EXPECT_EQ(line_with(text, "threads", "mds:").substr(0, 11), "threads: 24");
  EXPECT_EQ(in_one_line_of(text, "read_bandwidth"),
            "read_bandwidth: 28 GB/s # [derived] 4 drives of 7 GB/s [read] "
            "nodes[1].drives[0].performance.read_bandwidth.peak_bandwidth");
  EXPECT_EQ(line_with(text, "write_bandwidth").substr(0, 23), "write_bandwidth: 20 GB/");
  EXPECT_EQ(line_with(text, "read_iops").substr(0, 18), "read_iops: 4000000");
  EXPECT_EQ(line_with(text, "write_iops"), "");
  EXPECT_EQ(in_one_line_of(text, "rpc_size"),
            "rpc_size: 2 MiB # [read] nodes[0].config_options[0]: osc.*.max_pages_per_rpc=2M");
}

TEST(ImportedStores, OfGpfssKindReadAheadAsTheyAreTuned) {
  const std::string text = import_text(kSluiceFacts).platform->text;
  EXPECT_EQ(in_one_line_of(text, "read_ahead"), "read_ahead: 4 MiB # [read] tuning: rasize=4194304");
  EXPECT_EQ(line_with(text, "read_bandwidth").substr(0, 24), "read_bandwidth: 232 GB/s");
  EXPECT_EQ(line_with(text, "token_managers").substr(0, 17), "token_managers: 3");
}

TEST(ImportedStores, OfAManagedServiceHaveItsRate) {
  const ImportRead read = import_text(
      "storage_software: Managed Lustre\ndeployment: cloud\nclients: {count: 3, cores: 96, memory_GiB: 756}\n"
      "servers: {role: provisioned 125 MB/s a TiB x 80 TiB = 10000 MB/s}\n");
  ASSERT_TRUE(read.platform) << read.problems.text();
  const std::string& text = read.platform->text;
  EXPECT_EQ(line_with(text, "count", "ost:").substr(0, 8), "count: 5");
  EXPECT_EQ(in_one_line_of(text, "read_bandwidth"),
            "read_bandwidth: 2 GB/s # [derived] 10 GB/s [read] servers.role by 5");
  EXPECT_EQ(line_with(text, "latency").substr(0, 14), "latency: 30 us");
  trained_on(*read.platform);
}

TEST(ImportedStores, OfObjectsCarryWhatTheirServersDo) {
  const ImportRead read = import_text(
      "storage_software: S3\nclients: {count: 2}\nservers: {count: 40, data_nic: 2 x 100 Gbit/s Ethernet}\n");
  ASSERT_TRUE(read.platform) << read.problems.text();
  EXPECT_EQ(line_with(read.platform->text, "ports", "service:").substr(0, 9), "ports: 64");
  EXPECT_EQ(line_with(read.platform->text, "bandwidth", "service:").substr(0, 21), "bandwidth: 125 Gbit/s");
  trained_on(*read.platform);
}

TEST(ImportedStores, OfNodesOwnDrivesHoldWhatTheseDo) {
  const ImportRead read = import_text(
      "storage_software: XFS\nstorage_location: local\n"
      "clients: {count: 2, drives: '2 x 3.84 TB NVMe (PCIe 4)'}\nservers: {count: 0}\n");
  ASSERT_TRUE(read.platform) << read.problems.text();
  EXPECT_NE(read.platform->text.find("[derived] 2 x the size [read] clients.drives"), std::string::npos);
  EXPECT_EQ(line_with(read.platform->text, "read_bandwidth").substr(0, 23), "read_bandwidth: 14 GB/s");
  EXPECT_EQ(line_with(read.platform->text, "capacity").substr(0, 18), "capacity: 7152 GiB");
  trained_on(*read.platform);
}

// A bound that a field has is told where a value is held to it.
TEST(ImportedStores, AreHeldToTheBoundsOfFields) {
  const ImportRead large = import_text(
      "storage_software: XFS\nstorage_location: local\nclients: {count: 1, drives: 24 x 122.88 TB NVMe}\n");
  ASSERT_TRUE(large.platform) << large.problems.text();
  EXPECT_EQ(in_one_line_of(large.platform->text, "capacity"),
            "capacity: 1 PiB # [derived] 24 x the size [read] clients.drives, held to 1 PiB");
  const ImportRead many = import_text(
      "storage_software: DAOS\nclients: {count: 1}\nservers: {count: 100000, drives: 9000 x 1 TB NVMe}\n");
  ASSERT_TRUE(many.platform) << many.problems.text();
  EXPECT_EQ(in_one_line_of(many.platform->text, "devices"),
            "devices: 1024 # [derived] servers.drives, held to 1024");
  trained_on(*many.platform);
}

TEST(ImportedStores, SayByWhichWordTheyAreChosen) {
  EXPECT_NE(import_text(kMillpondJson).platform->text.find("# storage_system.solution_type: 'Lustre'\n"),
            std::string::npos);
  const ImportRead asked = import_text(kMillpondJson, "daos");
  EXPECT_NE(asked.platform->text.find("# asked for with --store\n"), std::string::npos);
  EXPECT_EQ(asked.platform->gaps.back().lacking, "the kind of the store was asked for with --store");
}

// Servers whose number is not said are no derivation.
TEST(ImportedStores, NameAGapWhereServersAreNotCounted) {
  const ImportRead read = import_text(
      "storage_software: S3\nclients: {count: 2}\nservers: {count: null, data_nic: 1 x 100 Gbit/s "
      "Ethernet}\n");
  ASSERT_TRUE(read.platform) << read.problems.text();
  EXPECT_NE(read.platform->text.find(": how many servers there are is not said; 4 of them\n"),
            std::string::npos);
}

// Six targets of 76.8 TB have ten drives of 7.68 TB each, of 6 GB/s; a server is thought to have one target.
TEST(ImportedStores, OfLustreHaveTheTargetsThatItNames) {
  DescriptionRead read;
  read.system.emplace();
  read.system->clients.emplace_back();
  read.system->targets = {{"count", "6", {OriginTag::read, "dump.txt:1"}},
                          {"capacity", "76.8 TB", {OriginTag::read, "dump.txt:2"}}};
  const ImportRead import = import_description(std::move(read), "lustre");
  ASSERT_TRUE(import.platform) << import.problems.text();
  const std::string& text = import.platform->text;
  EXPECT_EQ(in_one_line_of(text, "count", "ost:"), "count: 6 # [read] dump.txt:1");
  EXPECT_EQ(line_with(text, "count", "oss:").substr(0, 8), "count: 6");
  EXPECT_EQ(line_with(text, "read_bandwidth").substr(0, 23), "read_bandwidth: 60 GB/s");
  trained_on(*import.platform);
}

}  // namespace
}  // namespace headrace
