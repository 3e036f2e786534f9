#include "scenarios/loader/benchmarks/lustre_statistics.h"

#include "tests/scenarios/loader/benchmarks/lustre_support.h"

namespace headrace {
namespace {

TEST(LustreStatistics, AddTheHistogramsOfTargets) {
  LustreStatistics all = statistics_of(kServerDump);
  const LustreHistogram& sizes = all.histograms["disk I/O size"];
  ASSERT_EQ(sizes.size(), 2u);
  EXPECT_EQ(sizes.at(4096).reads, 4);
  EXPECT_EQ(sizes.at(1048576).reads, 1 + 3);
  EXPECT_EQ(sizes.at(1048576).writes, 32);
  EXPECT_EQ(all.histograms["pages per bulk r/w"].at(1024 * 4096).writes, 8);
  EXPECT_EQ(all.histograms.count("discontiguous pages"), 0u);
}

// Servers put tabs between a bin and its counts.
TEST(LustreStatistics, TakeTabsForBlanks) {
  LustreStatistics all = statistics_of(
      "snapshot_time: 1\ndisk I/O size\tios   % cum % |  ios   % cum %\n4K:\t\t4\t80  80 | 0 0 0\n");
  EXPECT_EQ(all.histograms["disk I/O size"].at(4096).reads, 4);
}

TEST(LustreStatistics, KnowTargetsByEveryLineThatNamesThem) {
  LustreStatistics all = statistics_of(std::string(kServerDump) + "mdd.other-MDT0000.changelog_users=\n");
  ASSERT_NE(all.system(), nullptr);
  EXPECT_EQ(all.system()->first, "weir");
  const LustreNames& names = all.system()->second;
  EXPECT_EQ(names.osts, (std::set<std::string>{"0000", "0001", "0002"}));
  EXPECT_EQ(names.mdts, std::set<std::string>{"0000"});
  ASSERT_EQ(names.ost_space.size(), 2u);
  EXPECT_EQ(names.ost_space.at("0001").total_kib, 4194304);
  EXPECT_EQ(names.ost_space.at("0001").free_kib, 3145728);
  EXPECT_EQ(names.ost_space.at("0001").mark.line, 4);
  EXPECT_EQ(all.systems.at("other").mdts.size(), 1u);
  EXPECT_EQ(LustreStatistics().system(), nullptr);
}

// "max:16777216" has no blank, as servers write it; a name may stand in quotes; samples of 0 have no sum.
TEST(LustreStatistics, AddTheBytesOfJobs) {
  LustreStatistics all = statistics_of(kServerDump);
  ASSERT_EQ(all.jobs.size(), 2u);
  EXPECT_EQ(all.jobs["train.17"].reads, 2);
  EXPECT_EQ(all.jobs["train.17"].read_bytes, 16781312);
  EXPECT_EQ(all.jobs["train.17"].writes, 0);
  EXPECT_EQ(all.jobs["\"cp.root\""].write_bytes, 4194304);
}

// What an export did is in its target's stats, too.
TEST(LustreStatistics, AddOperationsOnce) {
  LustreStatistics all = statistics_of(std::string(kServerDump) + kClientDump);
  EXPECT_EQ(all.operations["obdfilter"]["write_bytes"].samples, 8);
  EXPECT_EQ(all.operations["obdfilter"]["write_bytes"].sum, 33554432);
  EXPECT_EQ(all.operations["llite"]["open"].unit, "usecs");
  EXPECT_EQ(all.operations["llite"]["ioctl"].sum, 0);
  EXPECT_EQ(all.histograms["rpcs in flight"].at(8).writes, 7);
  EXPECT_EQ(all.histograms["pages per rpc"].at(1024 * 4096).reads, 5);
}

TEST(LustreStatistics, KeepEachValueOfASetting) {
  LustreStatistics all = statistics_of(kClientDump);
  const LustreSetting& window = all.settings.at("osc.all.max_rpcs_in_flight");
  EXPECT_EQ(window.usual(), "16");
  EXPECT_EQ(window.values.at("8"), 1);
  EXPECT_EQ(window.marks.at("8").line, 3);
  EXPECT_EQ(statistics_of(kServerDump).not_looked_at.at("memused"), 1);
}

TEST(LustreStatistics, DropWhatCannotBeRead) {
  BenchmarkRead read;
  statistics_of(
      "a.b.brw_stats=\ndisk I/O size   ios   % cum % |  ios   % cum %\nx: 1 | 2\n4K: 1\n4K: | 2\n4K: a | 2\n"
      "osd.weir-OST0000.kbytestotal=much\nx.y.job_stats=\n- job_id: a\n  read_bytes: { samples: 3 }\n",
      read);
  EXPECT_EQ(read.dropped.count, 5u);
  statistics_of("a.b.brw_stats=\ndisk I/O size   ios   % cum % |  ios   % cum %\nx: 1 | 2\n", read, true);
  EXPECT_EQ(codes_and_lines(read), "E0722 3");
}

TEST(LustreStatistics, RefuseOutputsOfBenchmarks) {
  BenchmarkRead read;
  statistics_of(kIorText, read);
  EXPECT_EQ(codes_and_lines(read), "E0720 1");
  statistics_of("hello\n", read);
  EXPECT_EQ(codes_and_lines(read), "E0721 1");
}

TEST(LustreStatistics, ReadCutAndMutatedDumps) {
  const std::string text = std::string(kServerDump) + kClientDump;
  for (std::size_t i = 0; i < text.size(); i += 10)
    for (const char letter : {'9', '-', '\n', '{', '|', '\xff'}) {
      BenchmarkRead read;
      std::string mutated = text.substr(0, text.size() - i / 2);
      mutated[i / 2] = letter;
      statistics_of(mutated, read);
      EXPECT_FALSE(read.problems.has_errors());
    }
}

TEST(LustreStatistics, RealSamplesAreRead) {
  if (sample_path("").empty()) GTEST_SKIP() << kNoSamples;
  const auto read = [](const std::string& name) {
    LustreStatistics all;
    const BenchmarkRead found = read_lustre_file(sample_path("lustre-stats/" + name), {}, all);
    EXPECT_FALSE(found.problems.has_errors()) << name << found.problems.text();
    EXPECT_EQ(found.dropped.count, 0u) << name;
    return all;
  };
  LustreStatistics ai400 = read("valid_oss_mds_get_param.txt");
  EXPECT_EQ(ai400.system()->first, "ai400");
  EXPECT_EQ(ai400.system()->second.osts.size(), 8u);
  EXPECT_EQ(ai400.system()->second.mdts.size(), 4u);
  EXPECT_EQ(ai400.histograms["disk I/O size"].at(2097152).writes, 50000);
  EXPECT_EQ(ai400.operations["obdfilter"]["write_bytes"].sum, 104857600000);
  LustreStatistics brw = read("brw_stats_with_data.txt");
  EXPECT_EQ(brw.histograms["disk I/Os in flight"].at(32).writes, 44513);
  EXPECT_EQ(brw.histograms["pages per bulk r/w"].at(256 * 4096).reads, 1);
  LustreStatistics jobs = read("job_stats_ost_v2.12.txt");
  EXPECT_EQ(jobs.jobs["cluster-testjob1"].write_bytes, 26214400);
  EXPECT_EQ(read("llite_client.txt").operations["llite"]["open"].samples, 35955554);
  EXPECT_EQ(read("ddn145_stats.txt").system()->first, "fs");
}

}  // namespace
}  // namespace headrace
