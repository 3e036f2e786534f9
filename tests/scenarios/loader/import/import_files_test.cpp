// The system descriptions that are published: those of v1.0 as they are, those of v3.0 as facts.

#include <cstdlib>
#include <filesystem>
#include <map>

#include "tests/scenarios/loader/import/import_support.h"

namespace headrace {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNoDescriptions = "HEADRACE_DATA is not set: no published system descriptions";

fs::path descriptions_folder() {
  const char* folder = std::getenv("HEADRACE_DATA");
  return folder == nullptr ? "" : folder;
}

TEST(ImportFiles, OfV1AreImported) {
  if (descriptions_folder().empty()) GTEST_SKIP() << kNoDescriptions;
  const fs::path folder = descriptions_folder() / "traces/mlperf-storage";
  const ImportRead exascaler = import_description_file((folder / "ddn_18c_system.json").string(), "");
  ASSERT_TRUE(exascaler.platform) << exascaler.problems.text();
  const std::string& text = exascaler.platform->text;
  EXPECT_EQ(line_with(text, "count").substr(0, 9), "count: 18");
  EXPECT_EQ(line_with(text, "cores").substr(0, 9), "cores: 20");
  EXPECT_EQ(line_with(text, "smt").substr(0, 9), "smt: 1.25");
  EXPECT_EQ(line_with(text, "memory").substr(0, 14), "memory: 92 GiB");
  EXPECT_EQ(line_with(text, "bandwidth").substr(0, 21), "bandwidth: 100 Gbit/s");
  EXPECT_EQ(line_with(text, "max_rpcs_in_flight").substr(0, 22), "max_rpcs_in_flight: 32");
  EXPECT_EQ(line_with(text, "rpc_size").substr(0, 15), "rpc_size: 1 MiB");
  EXPECT_EQ(line_with(text, "count", "oss:").substr(0, 8), "count: 4");
  trained_on(*exascaler.platform);
  const ImportRead clusterstor =
      import_description_file((folder / "hpe_e1000_5hosts_system.json").string(), "");
  ASSERT_TRUE(clusterstor.platform) << clusterstor.problems.text();
  EXPECT_EQ(line_with(clusterstor.platform->text, "count").substr(0, 8), "count: 5");
  EXPECT_EQ(line_with(clusterstor.platform->text, "accelerators").substr(0, 16), "accelerators: 15");
  EXPECT_FALSE(why_left(clusterstor.platform->not_taken, "nodes[6].CPU.boost_frequency").empty());
  trained_on(*clusterstor.platform);
}

// Each is a platform, or is refused as its storage has no kind here; with a kind that is asked for all are
// imported whose servers are described.
TEST(ImportFiles, OfV3AreImportedOrRefusedWithAReason) {
  if (descriptions_folder().empty()) GTEST_SKIP() << kNoDescriptions;
  int files = 0;
  std::map<std::string, int> made, asked;
  for (const auto& entry : fs::directory_iterator(descriptions_folder() / "v3/systems")) {
    if (entry.path().extension() != ".yaml") continue;
    ++files;
    const ImportRead read = import_description_file(entry.path().string(), "");
    if (read.platform) trained_on(*read.platform);
    ++made[read.platform ? read.platform->storage : codes_of(read.problems)];
    const ImportRead other = import_description_file(entry.path().string(), "gpfs");
    if (other.platform) trained_on(*other.platform);
    ++asked[other.platform ? "pfs" : codes_of(other.problems)];
  }
  const std::map<std::string, int> expected = {{"lustre", 21}, {"nas", 5},     {"pfs", 11},  {"drive", 8},
                                               {"daos", 3},    {"bucket", 22}, {"E0704", 22}};
  EXPECT_TRUE(files != 92 || made == expected);
  for (const auto& [kind, count] : made) std::printf("%s: %d of %d\n", kind.c_str(), count, files);
  EXPECT_EQ(asked["pfs"] + asked["E0702"], files);
}

}  // namespace
}  // namespace headrace
