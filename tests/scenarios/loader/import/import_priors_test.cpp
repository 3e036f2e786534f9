#include "scenarios/loader/import/import_priors.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <vector>

#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// Returns the names of the rows of the table, as they stand in its source.
std::vector<std::string> names_of_priors() {
  const std::string source = contents_of(HEADRACE_SOURCE_DIR "/scenarios/loader/import/import_priors.cpp");
  const std::size_t table = source.find("kPriors[] = {"), end = source.find("};", table);
  const std::string rows = source.substr(table, end - table);
  const std::regex row("\\{\"([a-z_.]+)\",");
  std::vector<std::string> names;
  for (std::sregex_iterator at(rows.begin(), rows.end(), row), none; at != none; ++at)
    names.push_back((*at)[1]);
  return names;
}

TEST(ImportPriors, HaveANameAValueARangeAndASource) {
  std::set<std::string> names;
  for (const std::string& name : names_of_priors()) {
    EXPECT_TRUE(names.insert(name).second) << name;
    const ImportPrior& prior = import_prior(name);
    EXPECT_FALSE(prior.value.empty()) << name;
    EXPECT_GE(prior.factor, 1) << name;
    EXPECT_LE(prior.factor, 5) << name;
    EXPECT_GE(prior.source.size(), 10U) << name;
    EXPECT_EQ(prior.source.find('\n'), std::string_view::npos) << name;
  }
  EXPECT_GE(names.size(), 50U);
  EXPECT_EQ(import_prior("network.infiniband").value, "2 us");
}

// A row that nothing takes would be a number that nobody sees.
TEST(ImportPriors, AreAllTaken) {
  std::string sources;
  const std::filesystem::path folder = HEADRACE_SOURCE_DIR "/scenarios/loader/import";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().filename() != "import_priors.cpp") sources += contents_of(entry.path());
  for (const std::string& name : names_of_priors()) {
    // Rows of ports are named by their group.
    const std::size_t ports = name.find(".nic.");
    const std::string of_group = "\"" + (ports == std::string::npos ? name : name.substr(ports)) + "\"";
    const bool taken =
        sources.find(of_group) != std::string::npos || sources.find("\"" + name + "\"") != std::string::npos;
    EXPECT_TRUE(taken) << name;
  }
}

TEST(DriveClass, IsToldByWords) {
  EXPECT_EQ(drive_class_of("NVMe Solidigm D7-PS1010 (TLC)").read, "13 GB/s");
  EXPECT_EQ(drive_class_of("NVMe D1 (TLC, PCIe 5 x4)").read, "13 GB/s");
  EXPECT_EQ(drive_class_of("NVMe Solidigm D5-P5336 (QLC)").write, "3.3 GB/s");
  EXPECT_EQ(drive_class_of("SSD SATA").read, "550 MB/s");
  EXPECT_EQ(drive_class_of("SSD NVMe").factor, 2.2);
  EXPECT_EQ(drive_class_of("").factor, 2.2);
}

TEST(MemoryClass, IsToldByTheProcessor) {
  const auto told = [](std::string_view cpu) {
    const MemoryClass memory = memory_class_of(cpu, "");
    return std::to_string(memory.channels) + " x " + std::to_string(memory.transfers);
  };
  EXPECT_EQ(told("Intel(R) Xeon(R) Gold 6138 CPU"), "6 x 2666");
  EXPECT_EQ(told("Intel Xeon Platinum 8375C CPU @ 2.90GHz"), "8 x 3200");
  EXPECT_EQ(told("2 x Intel Xeon Gold 5520+"), "8 x 4800");
  EXPECT_EQ(told("1 x Intel Xeon 6781P"), "8 x 6400");
  EXPECT_EQ(told("2 x Intel Xeon 6966P-C"), "12 x 6400");
  EXPECT_EQ(told("AMD EPYC 7502P 32-Core Processor"), "8 x 3200");
  EXPECT_EQ(told("AMD EPYC 74F3"), "8 x 3200");
  EXPECT_EQ(told("2 x AMD EPYC 9J14 96-Core"), "12 x 4800");
  EXPECT_EQ(told("1 x AMD EPYC 9355P"), "12 x 6000");
  EXPECT_EQ(told("AWS Graviton4"), "12 x 5600");
  EXPECT_EQ(told("Zhaoxin KH-50000"), "0 x 0");
  EXPECT_EQ(told("1 x AMD EPYC Genoa"), "0 x 0");
  EXPECT_EQ(memory_class_of("", "DDR4").transfers, 3200);
  EXPECT_EQ(memory_class_of("unknown", "DDR5").channels, 8);
}

TEST(Words, AreWholeAndOfAnyCase) {
  EXPECT_TRUE(has_word("Proprietary - EXAScaler (parallel)", "exascaler"));
  EXPECT_TRUE(has_any_word("S3 over HTTP", "NFS|S3"));
  EXPECT_FALSE(has_word("MayaNAS", "NAS"));
  EXPECT_FALSE(has_any_word("S3FS", "NFS|S3"));
  EXPECT_FALSE(has_any_word("", "NFS"));
}

}  // namespace
}  // namespace headrace
