#include "scenarios/loader/init/accelerator_list.h"

#include "tests/scenarios/loader/init/init_support.h"

namespace headrace {
namespace {

TEST(AcceleratorList, ReadsEachFormOfTheTool) {
  struct Case {
    const char *text, *told, *name;
  };
  constexpr Case kCases[] = {
      {kNvidiaList, "2 (t.txt:1: those that are listed)", "NVIDIA H100 80GB HBM3"},
      {kNvidiaTable, "2 (t.txt:8: those that are listed)", "NVIDIA A100-SXM4-80GB"},
      {kNvidiaCsv, "3 (t.txt:2: those that are listed)", "NVIDIA L40S"},
      {"name\nTesla V100-SXM2-16GB\n", "1 (t.txt:2: those that are listed)", "Tesla V100-SXM2-16GB"},
      {"index, name, memory.total [MiB]\n0, NVIDIA B200, 183359 MiB\n", "1 (t.txt:2: those that are listed)",
       "NVIDIA B200"},
  };
  for (const Case& one : kCases) {
    ASSERT_TRUE(is_accelerator_list(one.text)) << one.text;
    const NodeEvidence found = read_accelerator_list(source_of(one.text));
    EXPECT_EQ(told_text(found.host.accelerators), one.told) << one.text;
    EXPECT_EQ(found.accelerator.text, one.name);
  }
}

TEST(AcceleratorList, TellsOfSecondKindsAndOfNone) {
  const NodeEvidence mixed =
      read_accelerator_list(source_of("GPU 0: NVIDIA A100 (UUID: GPU-1)\nGPU 1: NVIDIA T4 (UUID: GPU-2)\n"));
  EXPECT_EQ(mixed.host.accelerators->value, 2);
  ASSERT_EQ(mixed.not_taken.size(), 1u);
  EXPECT_NE(mixed.not_taken[0].why.find("NVIDIA T4"), std::string::npos);
  const char* const kNone = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n";
  ASSERT_TRUE(is_accelerator_list(kNone));
  EXPECT_FALSE(read_accelerator_list(source_of(kNone)).host.accelerators);
  for (const char* const text : {"", kLsblk, kLscpu, kFree, "name: a scenario\n", "name,value\na,1\n"})
    EXPECT_FALSE(is_accelerator_list(text)) << text;
}

TEST(AcceleratorList, FindsTheKnownNameOrTheNearest) {
  struct Case {
    const char *words, *name;
    bool is_known;
  };
  constexpr Case kCases[] = {
      {"NVIDIA H100 80GB HBM3", "H100", true}, {"NVIDIA A100-SXM4-80GB", "A100", true},
      {"Tesla V100-SXM2-16GB", "V100", true},  {"unet3d_b200.yaml", "B200", true},
      {"AMD Instinct MI300X", "MI300X", true}, {"NVIDIA H101 96GB", "H100", false},
      {"Mill Wheel", "Mill Wheel", false},
  };
  for (const Case& one : kCases) {
    EXPECT_EQ(accelerator_name_in(one.words).name, one.name) << one.words;
    EXPECT_EQ(accelerator_name_in(one.words).is_known, one.is_known) << one.words;
  }
}

}  // namespace
}  // namespace headrace
