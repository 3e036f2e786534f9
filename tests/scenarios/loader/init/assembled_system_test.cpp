#include "scenarios/loader/init/assembled_system.h"

#include "tests/scenarios/loader/import/import_support.h"
#include "tests/scenarios/loader/init/evidence_support.h"

namespace headrace {
namespace {

class AssembledSystemTest : public InitFilesTest {
 protected:
  AssembledSystem assembled(const std::vector<TextOfFile>& files, const MachineChoice& choice = {}) const {
    return assemble_system(evidence_of(files), choice);
  }
};

TEST_F(AssembledSystemTest, IsANodeWithItsDrives) {
  const AssembledSystem made =
      assembled({{"l", kLsblk}, {"c", kLscpu}, {"f", kFree}, {"i", kIbstat}, {"n", kNvidiaList}});
  ASSERT_TRUE(made.system);
  EXPECT_TRUE(made.system->is_local);
  EXPECT_EQ(told_text(made.system->clients.front().cores), "64 (c:7: Core(s) per socket x Socket(s))");
  EXPECT_EQ(made.accelerator.text, "NVIDIA H100 80GB HBM3");
  EXPECT_NE(made.system->fabric.find("InfiniBand"), std::string::npos);
  ASSERT_FALSE(made.gaps.empty());
  EXPECT_EQ(made.gaps.front().field, "platform.file_systems.drive");
}

TEST_F(AssembledSystemTest, OfADumpIsALustre) {
  const AssembledSystem made = assembled({{"lctl.txt", kLctlText}, {"l", kLsblk}});
  ASSERT_TRUE(made.system);
  EXPECT_TRUE(made.asked.empty());
  EXPECT_EQ(made.system->solution.front().text, "a Lustre's parameters");
  ASSERT_FALSE(made.system->targets.empty());
  EXPECT_EQ(made.system->targets.front().text, "2");
  EXPECT_EQ(origin_text(made.system->targets.front().origin), "[read] OSTs that are named");
  EXPECT_EQ(made.system->metadata->count->value, 1);
  ASSERT_EQ(made.layout.size(), 1u);
  EXPECT_EQ(made.layout.front().text, "2");
  ASSERT_EQ(made.system->settings.size(), 1u);
  EXPECT_EQ(made.system->settings.front().place, "lctl.txt:6");
}

// Tools count what is there; a description of 64 cores (2 sockets of 32) agrees, of 4 accelerators does not.
TEST_F(AssembledSystemTest, BelievesToolsBeforeADescription) {
  const AssembledSystem made =
      assembled({{"system.json", std::string(kMillpondJson)}, {"c", kLscpu}, {"n", kNvidiaList}});
  EXPECT_EQ(told_text(made.node.cores), "64 (c:7: Core(s) per socket x Socket(s))");
  EXPECT_EQ(made.node.accelerators->value, 2);
  EXPECT_EQ(made.node.count->value, 2);
  ASSERT_EQ(made.contradictions.size(), 1u);
  EXPECT_EQ(made.contradictions[0].what, "accelerators of a node");
  EXPECT_EQ(assembled({{"system.json", std::string(kMillpondJson)}}, {"", 16, false}).node.count->value, 16);
}

TEST_F(AssembledSystemTest, TellsOfADumpOfAnotherStore) {
  const AssembledSystem made =
      assembled({{"facts.yaml", std::string(kSluiceFacts)}, {"lctl.txt", kLctlText}});
  EXPECT_TRUE(made.system->targets.empty());
  EXPECT_NE(why_left(made.not_taken, "lctl.txt").find("of another kind"), std::string::npos);
}

// fio of 12 GB/s on two drives is 6 GB/s each, and 1.2 million accesses 600,000; the median at depth 1 is a
// drive's own time.
TEST_F(AssembledSystemTest, TakesWhatFioMeasuredOfDrives) {
  const AssembledSystem made = assembled({{"l", kLsblk},
                                          {"read.json", fio_text("read", 12e9, 12000, "1m", 32, 2000)},
                                          {"random.json", fio_text("randread", 4.8e9, 1.2e6, "4k", 64, 100)},
                                          {"alone.json", fio_text("randread", 5e7, 12000, "4k", 1, 80)},
                                          {"write.json", fio_text("write", 8e9, 8000, "1m", 32, 3000)}});
  const DescribedDrives& drives = *made.node.drives;
  EXPECT_DOUBLE_EQ(drives.read_rate->value, 6e9);
  EXPECT_NE(drives.read_rate->origin.words.find("read.json:"), std::string::npos);
  EXPECT_DOUBLE_EQ(drives.write_rate->value, 4e9);
  EXPECT_DOUBLE_EQ(drives.read_iops->value, 6e5);
  EXPECT_DOUBLE_EQ(drives.read_latency->value, 80e-6);
  EXPECT_TRUE(why_left(made.not_taken, "read.json").empty());
}

TEST_F(AssembledSystemTest, LeavesWhatWasMeasuredOfAStorageBehindANetwork) {
  const AssembledSystem made =
      assembled({{"lctl.txt", kLctlText}, {"read.json", fio_text("read", 12e9, 12000, "1m", 32, 2000)}});
  EXPECT_NE(why_left(made.not_taken, "read.json").find("headrace calibrate"), std::string::npos);
}

// A model over 4 x 8 ranks takes four nodes of eight.
TEST_F(AssembledSystemTest, HasTheNodesThatAModelTakes) {
  const char* const kSpread =
      "model: {name: weir, num_layers: 8, parallelism: {tensor: 4, pipeline: 8}}\nframework: pytorch\n"
      "workflow: {train: False, checkpoint: True}\n";
  const AssembledSystem made = assembled({{"weir.yaml", kSpread}});
  EXPECT_EQ(made.node.accelerators->value, 8);
  EXPECT_EQ(made.node.count->value, 4);
  EXPECT_EQ(assembled({{"weir.yaml", kSpread}, {"n", kNvidiaCsv}}).node.count->value, 32);  // Of three each.
}

TEST_F(AssembledSystemTest, HasNoStorageWhereNothingTellsOfOne) {
  EXPECT_FALSE(assembled({{"n", kNvidiaList}}).system);
  EXPECT_FALSE(assembled({{"lctl.txt", kLctlText}}, {"", 0, true}).system);
}

}  // namespace
}  // namespace headrace
