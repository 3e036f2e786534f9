#include "scenarios/loader/benchmarks/output_notes.h"

#include "sim/units.h"
#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {
namespace {

MeasuredOutput output_of(OutputNotes& notes, double gigabytes, double seconds) {
  MeasuredOutput output;
  output.name = "weir";
  output.mark = notes.line(2);
  output.seconds = seconds;
  output.figures.push_back({"probe.gb_per_second", gigabytes, notes.line(2), "bw"});
  return output;
}

TEST(OutputNotes, PlaceALineAtItsFirstWord) {
  OutputNotes notes(output_text("one\n  two three\n", "a.txt"), {});
  const Mark mark = notes.line(2);
  EXPECT_EQ(mark.line, 2);
  EXPECT_EQ(mark.column, 3);
  EXPECT_EQ(mark.length, 3);
}

TEST(OutputNotes, KeepTheFirstFiveRecordsAndCountAll) {
  OutputNotes notes(output_text("a\nb\n", "a.txt"), {});
  for (int i = 0; i < 8; ++i) notes.drop(notes.line(1), "bad " + std::to_string(i));
  notes.leave(notes.line(2), "no probe");
  EXPECT_FALSE(notes.is_stopped());
  const BenchmarkRead read = notes.take();
  EXPECT_EQ(read.dropped.count, 8u);
  ASSERT_EQ(read.dropped.first.size(), OutputPlaces::kKept);
  EXPECT_EQ(read.dropped.first[4].why, "bad 4");
  EXPECT_EQ(read.left.count, 1u);
}

TEST(OutputNotes, StopAtTheFirstRecordWhereAsked) {
  OutputNotes notes(output_text("a\n", "a.txt"), {std::nullopt, true});
  notes.leave(notes.line(1), "no probe");
  EXPECT_FALSE(notes.is_stopped());
  notes.drop(notes.line(1), "bad");
  EXPECT_TRUE(notes.is_stopped());
  EXPECT_EQ(codes_and_lines(notes.take()), "E0722 1");
}

// 30 GB/s of one node are more than 200 Gbit/s, 25 GB/s, carry; 20 GB/s are not.
TEST(OutputNotes, DoubtRatesAboveThePortsAndShortRuns) {
  const Bandwidth link = Bandwidth::bytes_per_second(25e9);
  OutputNotes notes(output_text("a\nb\n", "a.txt"), {link, false});
  notes.add(output_of(notes, 20, 5));
  notes.add(output_of(notes, 30, 5));
  notes.add(output_of(notes, 20, 0.5));
  const BenchmarkRead read = notes.take();
  ASSERT_EQ(read.outputs.size(), 3u);
  EXPECT_TRUE(read.outputs[0].doubts.empty());
  EXPECT_NE(read.outputs[1].doubts.at(0).find("1 x 25 GB/s"), std::string::npos) << read.outputs[1].doubts[0];
  EXPECT_NE(read.outputs[2].doubts.at(0).find("0.5 s"), std::string::npos);
  EXPECT_EQ(codes_and_lines(read), "W0090 2, W0091 2");
}

TEST(OutputNotes, DropWhatNoScenarioCanHave) {
  OutputNotes notes(output_text("a\nb\n", "a.txt"), {});
  MeasuredOutput large = output_of(notes, 20, 5), many = output_of(notes, 20, 5);
  large.probe.transfer_size = 2_TiB;
  many.probe.processes_per_node = 5000;
  notes.add(std::move(large));
  notes.add(std::move(many));
  EXPECT_EQ(notes.take().dropped.count, 2u);
}

}  // namespace
}  // namespace headrace
