#include "scenarios/loader/benchmarks/fio_output.h"

#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {
namespace {

BenchmarkRead fio(const std::string& jobs, const std::string& global = "", bool strict = false) {
  return read_output("fio", fio_text(jobs, global), strict);
}

bool has_sentence(const std::vector<std::string>& sentences, std::string_view words) {
  return std::any_of(sentences.begin(), sentences.end(),
                     [&](const std::string& text) { return text.find(words) != std::string::npos; });
}

TEST(FioOutput, SaysWhatWasRunAndMeasured) {
  const BenchmarkRead read = fio(fio_job({}), R"("directory": "/mnt")");
  ASSERT_EQ(read.outputs.size(), 1u) << read.problems.text();
  EXPECT_EQ(codes_and_lines(read), "");
  const MeasuredOutput& output = read.outputs[0];
  EXPECT_EQ(output.program, "fio-3.33");
  EXPECT_EQ(output.name, "weir");
  EXPECT_EQ(output.probe.operation, ProbeOperation::read);
  EXPECT_EQ(output.probe.order, ProbeOrder::random);
  EXPECT_EQ(output.probe.queue_depth, 8);
  EXPECT_EQ(output.probe.transfer_size, 4_KiB);
  EXPECT_EQ(output.probe.file_size, 1_GiB);
  EXPECT_TRUE(output.probe.direct);
  EXPECT_FALSE(output.probe.direct_writes);
  EXPECT_DOUBLE_EQ(output.seconds, 5);
  EXPECT_DOUBLE_EQ(figure_named(output, "probe.operations_per_second"), 10000);
  EXPECT_DOUBLE_EQ(figure_named(output, "probe.latency_ms.p50"), 0.8);
  EXPECT_DOUBLE_EQ(figure_named(output, "probe.latency_ms.p99"), 2);
  EXPECT_TRUE(output.figures[1].may_be_fitted);
  EXPECT_FALSE(output.figures[2].may_be_fitted);
  EXPECT_EQ(output.figures[0].mark.line, 12);
  // 20,000 operations at 10,000 a second, of the 5 s.
  EXPECT_EQ(output.probe.duration, 2_s);
}

TEST(FioOutput, TellsBulkInBytes) {
  FioJob job;
  job.options = R"("rw": "write", "bs": "1m", "size": "8g", "direct": "1", "nrfiles": "2")";
  job.side = "write";
  job.rate = 2e9;
  job.iops = 2e9 / 1048576;
  const BenchmarkRead read = fio(fio_job(job));
  ASSERT_EQ(read.outputs.size(), 1u) << read.problems.text();
  EXPECT_DOUBLE_EQ(figure_named(read.outputs[0], "probe.gb_per_second"), 2);
  EXPECT_TRUE(read.outputs[0].probe.direct_writes);
  EXPECT_EQ(read.outputs[0].probe.files_per_process, 2);
  EXPECT_EQ(read.outputs[0].probe.file_size, 4_GiB);
}

// Four clones in four entries, or in one by group_reporting; two hosts with two each.
TEST(FioOutput, AddsClonesAndHosts) {
  const std::string four = fio_job({}) + ",\n" + fio_job({}) + ",\n" + fio_job({}) + ",\n" + fio_job({});
  const BenchmarkRead apart = fio(four, R"("numjobs": "4")");
  ASSERT_EQ(apart.outputs.size(), 1u);
  EXPECT_EQ(apart.outputs[0].probe.processes_per_node, 4);
  EXPECT_DOUBLE_EQ(figure_named(apart.outputs[0], "probe.operations_per_second"), 40000);
  EXPECT_DOUBLE_EQ(figure_named(apart.outputs[0], "probe.latency_ms.p50"), 0);
  EXPECT_TRUE(has_sentence(apart.outputs[0].guesses, "cannot be joined without json+"));
  const BenchmarkRead together = fio(fio_job({}), R"("numjobs": "4", "group_reporting": "")");
  EXPECT_EQ(together.outputs.at(0).probe.processes_per_node, 4);
  EXPECT_DOUBLE_EQ(figure_named(together.outputs[0], "probe.operations_per_second"), 10000);
  const std::string three = fio_job({}) + ",\n" + fio_job({}) + ",\n" + fio_job({});
  EXPECT_EQ(fio(three, R"("numjobs": "4")").dropped.first.at(0).why, "'weir' has 3 of 4 jobs");
  EXPECT_EQ(fio(fio_job({}), R"("numjobs": "4")").dropped.first.at(0).why, "'weir' has 1 of 4 jobs");
  FioJob on_a, on_b;
  on_a.more = "\"hostname\": \"a\",\n";
  on_b.more = "\"hostname\": \"b\",\n";
  std::string hosts = fio_text(fio_job(on_a) + ",\n" + fio_job(on_b) + ",\n{\"jobname\": \"All clients\"}",
                               R"("numjobs": "2", "group_reporting": "1")");
  hosts.replace(hosts.find("\"jobs\""), 6, "\"client_stats\"");
  const BenchmarkRead two = read_output("fio", hosts);
  ASSERT_EQ(two.outputs.size(), 1u) << two.problems.text();
  EXPECT_EQ(two.outputs.at(0).nodes, 2);
  EXPECT_EQ(two.outputs.at(0).probe.processes_per_node, 2);
}

TEST(FioOutput, TakesOneUnderWayOfEnginesThatKeepOne) {
  FioJob job;
  job.options =
      R"("rw": "read", "bs": "4k", "size": "1g", "iodepth": "32", "ioengine": "psync", "direct": "1")";
  const BenchmarkRead read = fio(fio_job(job));
  EXPECT_EQ(read.outputs.at(0).probe.queue_depth, 1);
  EXPECT_TRUE(has_sentence(read.outputs[0].guesses, "iodepth=32 was asked for"));
  FioJob buffered;
  buffered.more = "\"iodepth_level\": {\"1\": 100.0},\n";
  EXPECT_EQ(fio(fio_job(buffered)).outputs.at(0).probe.queue_depth, 1);
}

TEST(FioOutput, GuessesWhatIsNotSaid) {
  FioJob job;
  job.options = R"("filename": "/dev/nvme0n1", "direct": "1")";
  const BenchmarkRead read = fio(fio_job(job));
  ASSERT_EQ(read.outputs.size(), 1u);
  EXPECT_EQ(read.outputs[0].probe.transfer_size, 4_KiB);  // 204,800,000 bytes in 50,000 operations.
  EXPECT_EQ(read.outputs[0].probe.file_size, Bytes::count(204'800'000));
  for (const char* words : {"rw is not said", "bs is not said", "size of a file is not said"})
    EXPECT_TRUE(has_sentence(read.outputs[0].guesses, words)) << words;
}

TEST(FioOutput, LeavesWhatNoProbeDoes) {
  FioJob held, several, synced, other;
  held.options = R"("rw": "read", "rate_iops": "100")";
  held.group = 1;
  several.options = R"("rw": "read", "bssplit": "4k/50:64k/50")";
  several.group = 2;
  synced.options = R"("rw": "write", "fsync": "1")";
  synced.side = "write";
  synced.group = 3;
  other.name = "beside";
  const BenchmarkRead read = fio(fio_job({}) + ",\n" + fio_job(other) + ",\n" + fio_job(held) + ",\n" +
                                 fio_job(several) + ",\n" + fio_job(synced));
  EXPECT_TRUE(read.outputs.empty());
  EXPECT_EQ(read.left.count, 5u);
  EXPECT_EQ(codes_and_lines(read), "E0723 1");
  FioJob mixed;
  mixed.more = R"("write": {"total_ios": 5, "io_bytes": 5},)";
  EXPECT_NE(fio(fio_job(mixed)).left.first.at(0).why.find("reads and writes at once"), std::string::npos);
  FioJob trims;
  trims.more = R"("trim": {"total_ios": 5},)";
  EXPECT_NE(fio(fio_job(trims)).left.first.at(0).why.find("trims"), std::string::npos);
}

TEST(FioOutput, DoubtsReadsOfTheCacheAndErrors) {
  FioJob again;
  again.options = R"("rw": "randread", "bs": "4k", "size": "16m")";
  const BenchmarkRead cached = fio(fio_job(again));
  EXPECT_EQ(codes_and_lines(cached), "W0090 5");
  EXPECT_EQ(cached.outputs.at(0).doubts.size(), 1u);
  FioJob fast;
  fast.options = R"("rw": "randread", "bs": "4k", "size": "16g")";
  fast.latencies = R"("percentile": {"50.000000": 1500})";
  EXPECT_EQ(codes_and_lines(fio(fio_job(fast))), "W0090 5");
  std::string failed = fio_text(fio_job({}));
  failed.replace(failed.find("\"error\": 0"), 10, "\"error\": 5");
  EXPECT_EQ(codes_and_lines(read_output("fio", failed)), "W0092 5");
}

TEST(FioOutput, DropsWhatIsNotWhole) {
  std::string text = fio_text(fio_job({}) + ",\n" + fio_job({"second"}));
  const BenchmarkRead cut = read_output("fio", text.substr(0, text.find("second") + 60));
  EXPECT_EQ(cut.outputs.size(), 1u);
  EXPECT_EQ(cut.dropped.count, 1u);
  EXPECT_EQ(codes_and_lines(read_output("fio", text.substr(0, text.find("second") + 60), true)).substr(0, 5),
            "E0722");
  FioJob old;
  old.rate = -1;
  EXPECT_EQ(fio(fio_job(old)).dropped.count, 1u);
  EXPECT_EQ(fio("7, {\"x\": 1}").dropped.count, 2u);
}

TEST(FioOutput, RealSampleIsDoubted) {
  const std::string path = sample_path("fio-json/local_randread_4k.json");
  if (path.empty()) GTEST_SKIP() << kNoSamples;
  const BenchmarkRead read = read_benchmark_file("fio", path, {});
  ASSERT_EQ(read.outputs.size(), 1u) << read.problems.text();
  EXPECT_EQ(codes_and_lines(read), "W0090 7");
  EXPECT_DOUBLE_EQ(figure_named(read.outputs[0], "probe.operations_per_second"), 15253.873063);
  EXPECT_DOUBLE_EQ(figure_named(read.outputs[0], "probe.latency_ms.p99"), 0.333824);
}

}  // namespace
}  // namespace headrace
