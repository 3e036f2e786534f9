#include "analysis/cli/options/trace_options.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analysis/errors.h"
#include "tests/analysis/cli/options/read_verb.h"

namespace headrace {
namespace {

struct Tracing : IdleVerb {
  void declare(Options& options) override { trace.declare(options); }
  void finish() override { trace.finish(); }
  TraceOptions trace;
};

TraceOptions read(const std::vector<std::string>& words) { return read_verb<Tracing>(words)->trace; }

TEST(TraceOptions, ChooseWhatATimelineHolds) {
  EXPECT_FALSE(read({}).wanted());
  const TraceOptions trace =
      read({"--trace", "a.json", "--window", "20s..30s", "--ranks", "0-3,8", "--max-events", "5000"});
  EXPECT_TRUE(trace.wanted());
  EXPECT_EQ(trace.form, TimelineForm::perfetto);
  EXPECT_FALSE(trace.choice.calls);
  EXPECT_EQ(trace.choice.from, Time() + 20_s);
  EXPECT_EQ(trace.choice.until, Time() + 30_s);
  EXPECT_EQ(trace.choice.most, 5000u);
  EXPECT_EQ(trace.choice.ranks, (std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 3}, {8, 8}}));
  EXPECT_TRUE(read({"--trace", "a.pfw"}).choice.calls);
  EXPECT_EQ(read({"--trace", "a.txt", "--window", "20s.."}).choice.until, Time::never());
  EXPECT_EQ(read({"--trace", "a.txt", "--window", "..2s"}).choice.until, Time() + 2_s);
}

TEST(TraceOptions, RefuseWhatMeansNothing) {
  for (const auto& [option, value] :
       std::vector<std::pair<std::string, std::string>>{{"--window", "20s"},
                                                        {"--window", ".."},
                                                        {"--window", "30s..20s"},
                                                        {"--window", "20..30s"},
                                                        {"--ranks", "a"},
                                                        {"--ranks", "3-1"},
                                                        {"--ranks", "1,"},
                                                        {"--ranks", "-1"},
                                                        {"--max-events", "0"}}) {
    EXPECT_THROW(read({"--trace", "a.json", option + "=" + value}), UsageError) << option << value;
    EXPECT_THROW(read({option + "=" + value}), UsageError) << option << value;
  }
  EXPECT_THROW(read({"--trace", "a.yaml"}), UsageError);
}

}  // namespace
}  // namespace headrace
