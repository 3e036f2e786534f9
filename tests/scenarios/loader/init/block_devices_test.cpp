#include "scenarios/loader/init/block_devices.h"

#include "tests/scenarios/loader/init/init_support.h"

namespace headrace {
namespace {

// Two drives of 3.5 TiB have more room than one of 447 GiB; disks are left.
TEST(BlockDevices, TakesTheDrivesWithMostRoom) {
  ASSERT_TRUE(is_block_devices(kLsblk));
  const NodeEvidence found = read_block_devices(source_of(kLsblk));
  ASSERT_TRUE(found.host.drives);
  EXPECT_EQ(found.host.drives->count.value, 2);
  EXPECT_EQ(found.host.drives->count.origin.words, "t.txt:5: drives of this model and size");
  EXPECT_EQ(found.host.drives->capacity->value, 3.5 * 1024 * 1024 * 1024 * 1024);
  EXPECT_EQ(found.host.drives->model, "NVMe MILL P1 Gen4 3.84TB");
  ASSERT_EQ(found.not_taken.size(), 2u);
  EXPECT_EQ(found.not_taken[0].place, "t.txt:7, sdb");
  EXPECT_EQ(found.not_taken[0].why, "is a disk, and only flash is imported");
  EXPECT_EQ(found.not_taken[1].place, "t.txt:2");
}

TEST(BlockDevices, ReadsJsonOfBothDialects) {
  for (const char* const rota : {"false", "\"0\"", "0"}) {
    const std::string json = std::string(
                                 "{\n \"blockdevices\": [\n  {\"name\":\"nvme0n1\", \"size\":\"1.5T\", "
                                 "\"rota\":") +
                             rota + R"(, "type":"disk", "model":"MILL Gen5", "tran":"nvme",
   "children":[{"name":"nvme0n1p1", "size":"1T", "type":"part"}]},
  {"name":"sdc", "size":1099511627776, "rota":true, "type":"disk", "model":null, "tran":"sas"}
 ]
}
)";
    ASSERT_TRUE(is_block_devices(json));
    const NodeEvidence found = read_block_devices(source_of(json));
    ASSERT_TRUE(found.host.drives) << json;
    EXPECT_EQ(found.host.drives->count.value, 1);
    EXPECT_EQ(found.host.drives->model, "NVMe MILL Gen5");
    EXPECT_EQ(found.not_taken.size(), 1u);
  }
}

// Without ROTA nothing tells flash from disks but the name of an NVMe drive.
TEST(BlockDevices, AsksForTheColumnThatTells) {
  const std::string text =
      "NAME    MAJ:MIN RM  SIZE RO TYPE MOUNTPOINTS\n"
      "sda       8:0    0  1.8T  0 disk \nnvme0n1 259:0    0  1.8T  0 disk /scratch\n";
  const NodeEvidence found = read_block_devices(source_of(text));
  ASSERT_TRUE(found.host.drives);
  EXPECT_EQ(found.host.drives->count.value, 1);
  ASSERT_EQ(found.not_taken.size(), 1u);
  EXPECT_NE(found.not_taken[0].why.find("ROTA would tell"), std::string::npos);
}

TEST(BlockDevices, KnowsItsOwnOutputAlone) {
  for (const char* const text : {"", "NAME SIZE\n", kLscpu, kFree, kNvidiaTable, "{\"a\": 1}"})
    EXPECT_FALSE(is_block_devices(text)) << text;
  EXPECT_FALSE(read_block_devices(source_of("NAME SIZE TYPE\nsda ? disk\nx\n")).host.drives);
}

}  // namespace
}  // namespace headrace
