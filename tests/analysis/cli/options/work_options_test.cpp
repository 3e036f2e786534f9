#include "analysis/cli/options/work_options.h"

#include <gtest/gtest.h>

#include "tests/analysis/cli/options/read_verb.h"

namespace headrace {
namespace {

struct Working : IdleVerb {
  void declare(Options& options) override {
    work.declare(options);
    form.declare(options);
  }
  void finish() override { work.finish(form); }
  WorkOptions work;
  AnswerForm form;
};

WorkOptions work_of(const std::vector<std::string>& words) { return read_verb<Working>(words)->work; }

TEST(WorkOptions, QuietHasNoProgress) {
  EXPECT_EQ(work_of({"--quiet"}).progress, ProgressMode::off);
  EXPECT_EQ(work_of({}).progress, ProgressMode::text);
  EXPECT_EQ(work_of({"--progress", "off"}).progress, ProgressMode::off);
  EXPECT_EQ(work_of({"--progress=json"}).progress, ProgressMode::json);
  EXPECT_EQ(refusal_of<Working>({"--progress", "jsn"}),
            "'jsn' is no form of progress; did you mean 'json'? (text, json, off)");
}

TEST(WorkOptions, LimitsHaveUnits) {
  const WorkOptions work = work_of({"--wall-limit", "10min", "--memory-limit=8 GiB"});
  EXPECT_EQ(work.wall_limit, 600_s);
  EXPECT_EQ(work.memory_limit, 8_GiB);
  EXPECT_EQ(work_of({}).wall_limit, kNoWallLimit);
  EXPECT_EQ(work_of({}).memory_limit, kNoMemoryLimit);
  EXPECT_EQ(refusal_of<Working>({"--wall-limit", "8GiB"}),
            "'8GiB' is no value of --wall-limit: 'GiB' is not a duration");
  EXPECT_EQ(refusal_of<Working>({"--memory-limit", "0 B"}), "--memory-limit must be above zero, not '0 B'");
}

TEST(WorkOptions, ThreadsAreCounted) {
  EXPECT_EQ(work_of({}).threads, 0);
  EXPECT_EQ(work_of({"--jobs", "4096"}).threads, 4096);
  EXPECT_EQ(refusal_of<Working>({"--jobs", "4097"}), "--jobs is 4096 at most");
  EXPECT_EQ(refusal_of<Working>({"--jobs", "0"}),
            "'0' is no value of --jobs, which is a whole number from 1 on");
}

}  // namespace
}  // namespace headrace
