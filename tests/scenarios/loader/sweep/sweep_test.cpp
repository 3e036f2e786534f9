#include "scenarios/loader/sweep/sweep.h"

#include <gtest/gtest.h>

#include <thread>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

SweepRead read_axes(const std::vector<std::string>& words, const std::string& more = {}) {
  return read_sweep(small_scenario() + more, "small.yaml", words);
}

std::string text_of(const SweepPoint& point) {
  std::string text = std::to_string(point.index) + ":";
  for (const SweepParameter& parameter : point.parameters)
    text += " " + parameter.path + "=" + parameter.value;
  return text;
}

TEST(Sweep, OfAxesOfTheCommandLineIsAGrid) {
  const SweepRead sweep = read_axes(
      {"jobs.train.layout.stripe_count=1,2", "seed=7", "jobs.train.layout.stripe_size=1 MiB, 4 MiB,16 MiB"});
  ASSERT_TRUE(sweep.sweep) << sweep.problems.text();
  ASSERT_EQ(sweep.sweep->size(), 6);
  EXPECT_EQ(text_of(sweep.sweep->point(0)),
            "0: jobs.train.layout.stripe_count=1 jobs.train.layout.stripe_size=1 MiB");
  EXPECT_EQ(text_of(sweep.sweep->point(4)),
            "4: jobs.train.layout.stripe_count=2 jobs.train.layout.stripe_size=4 MiB");
  EXPECT_EQ(sweep.sweep->base().seed, 7);
}

// Each point is what a run with its parameters would be.
TEST(Sweep, PointsAreTheScenarioWithOverrides) {
  const SweepRead sweep =
      read_axes({"jobs.train.layout.stripe_count=1,2", "jobs.train.layout.stripe_size=1 MiB,4 MiB"});
  ASSERT_TRUE(sweep.sweep) << sweep.problems.text();
  for (std::int64_t i = 0; i < sweep.sweep->size(); ++i) {
    const SweepPoint point = sweep.sweep->point(i);
    std::vector<std::string> overrides;
    for (const SweepParameter& parameter : point.parameters)
      overrides.push_back(parameter.path + "=" + parameter.value);
    const ScenarioRead alone = read_scenario(small_scenario(), "small.yaml", overrides);
    const ScenarioRead at = sweep.sweep->scenario(point);
    ASSERT_TRUE(at.scenario) << at.problems.text();
    EXPECT_EQ(write_scenario(*at.scenario), write_scenario(*alone.scenario));
  }
}

TEST(Sweep, AxesOfTheCommandLineReplaceThoseOfTheText) {
  const SweepRead sweep = read_axes({"jobs.train.layout.stripe_count=1,2"},
                                    "sweep:\n  axes:\n    - jobs.train.layout.stripe_count=3\n"
                                    "    - jobs.train.layout.stripe_size=1 MiB\n");
  ASSERT_TRUE(sweep.sweep) << sweep.problems.text();
  ASSERT_EQ(sweep.sweep->size(), 2);
  EXPECT_EQ(text_of(sweep.sweep->point(1)),
            "1: jobs.train.layout.stripe_count=2 jobs.train.layout.stripe_size=1 MiB");
}

TEST(Sweep, OneValueOfTheCommandLineFixesAnAxisOfTheText) {
  const SweepRead sweep = read_axes({"jobs.train.layout.stripe_count=2"},
                                    "sweep:\n  axes:\n    - jobs.train.layout.stripe_count=1,3\n"
                                    "    - jobs.train.layout.stripe_size=1 MiB,2 MiB\n");
  ASSERT_TRUE(sweep.sweep) << sweep.problems.text();
  ASSERT_EQ(sweep.sweep->size(), 2);
  EXPECT_EQ(sweep.sweep->point(1).parameters[0].value, "2");
}

// A whole file may be a value: its words stand below those of the text.
TEST(Sweep, AnAxisMayIncludeFiles) {
  const TestFolder folder("sweep");
  folder.write("wide.yaml", "stripe_size: 8 MiB\n");
  folder.write("narrow.yaml", "stripe_size: 2 MiB\n");
  const std::string path = folder.write("top.yaml", changed(small_scenario(), ", stripe_size: 1 MiB", ""));
  const SweepRead sweep = read_sweep_file(
      path, {"jobs.train.layout.include=" + folder.path("narrow.yaml") + "," + folder.path("wide.yaml"),
             "jobs.train.layout.stripe_count=1,2"});
  ASSERT_TRUE(sweep.sweep) << sweep.problems.text();
  const ScenarioRead last = sweep.sweep->scenario(sweep.sweep->point(3));
  ASSERT_TRUE(last.scenario) << last.problems.text();
  EXPECT_EQ(last.scenario->jobs[0].second.layout.stripe_size, 8_MiB);
  EXPECT_EQ(last.scenario->jobs[0].second.layout.stripe_count, 2);
}

// Each value is right by itself; two ranks of one node do not find 4 nodes of 2.
TEST(Sweep, AWrongCombinationIsAPointThatSaysWhy) {
  const SweepRead sweep = read_axes({"platform.nodes.clients.count=2,4", "jobs.train.nodes.count=1,2"}, "");
  ASSERT_TRUE(sweep.sweep) << sweep.problems.text();
  const SweepRead wrong = read_axes({"platform.nodes.clients.count=4,8", "jobs.train.nodes.count=1,4"}, "");
  EXPECT_FALSE(wrong.sweep);  // Four nodes of the scenario's two.
  const SweepRead some = read_axes({"platform.nodes.clients.count=1,4", "jobs.train.nodes.count=1,2"}, "");
  ASSERT_TRUE(some.sweep) << some.problems.text();
  const ScenarioRead failed = some.sweep->scenario(some.sweep->point(1));
  EXPECT_FALSE(failed.scenario);
  EXPECT_EQ(codes_of(failed.problems), "E0303") << failed.problems.text();
}

TEST(Sweep, PointsMeetTheConstraints) {
  const SweepRead sweep =
      read_axes({"jobs.train.layout.stripe_count=1,2", "platform.nodes.clients.count=2,3"},
                "sweep: {constraints: [stripe_count < clients.count - 1]}\n");
  ASSERT_TRUE(sweep.sweep) << sweep.problems.text();
  ASSERT_EQ(sweep.sweep->size(), 1);
  EXPECT_EQ(text_of(sweep.sweep->point(0)),
            "0: jobs.train.layout.stripe_count=1 platform.nodes.clients.count=3");
}

// Those that miss it are replaced, so that as many are run as were asked for.
TEST(Sweep, SampledPointsMeetTheConstraintsInFullNumber) {
  const SweepRead sweep =
      read_axes({"jobs.train.layout.stripe_size=1 MiB..64 MiB", "sweep.design=random", "sweep.points=20"},
                "sweep: {constraints: [stripe_size > 48 MiB]}\n");
  ASSERT_TRUE(sweep.sweep) << sweep.problems.text();
  ASSERT_EQ(sweep.sweep->size(), 20);
  for (std::int64_t i = 0; i < 20; ++i) {
    const SweepPoint point = sweep.sweep->point(i);
    EXPECT_GT(parse_amount(point.parameters[0].value)->count, 48 << 20);
    EXPECT_GT(sweep.sweep->coordinates(point)[0], 47.0 / 63);
    EXPECT_TRUE(sweep.sweep->scenario(point).scenario);
  }
}

TEST(Sweep, OneAtATimeBeginsAtTheScenario) {
  const SweepRead sweep =
      read_axes({"jobs.train.layout.stripe_count=1,2", "jobs.train.layout.stripe_size=1MiB,4 MiB",
                 "sweep.design=one_at_a_time"});
  ASSERT_TRUE(sweep.sweep) << sweep.problems.text();
  // The scenario has 1 and 1 MiB itself.
  ASSERT_EQ(sweep.sweep->size(), 3);
  std::string values;
  for (std::int64_t i = 0; i < 3; ++i)
    for (const SweepParameter& parameter : sweep.sweep->point(i).parameters) values += parameter.value + ";";
  EXPECT_EQ(values, "1;1 MiB;2;1 MiB;1;4 MiB;");
}

TEST(Sweep, HashIsOfTheScenarioAndTheDesign) {
  const auto hash = [](const std::vector<std::string>& words) { return read_axes(words).sweep->hash(); };
  const std::string first = hash({"jobs.train.layout.stripe_count=1,2"});
  EXPECT_EQ(first.size(), 16u);
  EXPECT_EQ(hash({"jobs.train.layout.stripe_count=1,2"}), first);
  EXPECT_NE(hash({"jobs.train.layout.stripe_count=2,1"}), first);
  EXPECT_NE(hash({"jobs.train.layout.stripe_count=1,2", "seed=2"}), first);
}

TEST(Sweep, OneRunIsOfTheScenarioAsItStands) {
  const ScenarioRead run = read_scenario(
      small_scenario() + "sweep: {axes: ['jobs.train.layout.stripe_count=1,2']}\n", "small.yaml");
  ASSERT_TRUE(run.scenario);
  EXPECT_EQ(codes_of(run.problems), "W0014");
  EXPECT_NE(run.problems.text().find("`headrace sweep` runs the 2 points"), std::string::npos);
  EXPECT_EQ(run.scenario->jobs[0].second.layout.stripe_count, 1);
}

// A DLIO file is read once for all points; from two threads as from one.
TEST(Sweep, PointsOfADlioFileAreWhatRunsWouldBe) {
  const std::string file = HEADRACE_SOURCE_DIR "/scenarios/unet3d_perlmutter.yaml";
  const std::string job = read_scenario_file(file).scenario->jobs[0].first;
  const std::string path = "jobs." + job + ".overrides";
  const SweepRead read =
      read_sweep_file(file, {path + "=[workload.reader.read_threads=2],[workload.reader.read_threads=6]",
                             "measure.event_limit=1..8:1"});
  ASSERT_TRUE(read.sweep) << read.problems.text();
  std::vector<std::string> hashes(16);
  const auto hash_half = [&](std::int64_t first) {
    for (std::int64_t i = first; i < 16; i += 2)
      hashes[static_cast<std::size_t>(i)] =
          scenario_hash(*read.sweep->scenario(read.sweep->point(i)).scenario);
  };
  std::thread other(hash_half, 1);
  hash_half(0);
  other.join();
  for (std::int64_t i = 0; i < 16; ++i) {
    std::vector<std::string> overrides;
    for (const SweepParameter& parameter : read.sweep->point(i).parameters)
      overrides.push_back(parameter.path + "=" + parameter.value);
    EXPECT_EQ(hashes[static_cast<std::size_t>(i)],
              scenario_hash(*read_scenario_file(file, overrides).scenario));
  }
}

TEST(Sweep, ShippedStudiesAreRight) {
  std::size_t studies = 0;
  for (const auto& entry : std::filesystem::directory_iterator(HEADRACE_SOURCE_DIR "/scenarios/sweeps")) {
    const SweepRead study = read_sweep_file(entry.path().string(), {});
    ASSERT_TRUE(study.sweep) << study.problems.text();
    EXPECT_TRUE(study.problems.all().empty()) << study.problems.text();
    for (std::int64_t i = 0; i < study.sweep->size(); ++i)
      EXPECT_TRUE(study.sweep->scenario(study.sweep->point(i)).scenario) << entry.path() << " point " << i;
    ++studies;
  }
  EXPECT_GE(studies, 4u);
}

TEST(Sweep, NeedsAnAxis) { EXPECT_EQ(codes_of(read_axes({"seed=2"}).problems), "E0401"); }

}  // namespace
}  // namespace headrace
