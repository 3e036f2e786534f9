#include "analysis/cli/options/output_database.h"

#include <gtest/gtest.h>

#include "tests/analysis/cli/options/read_verb.h"

namespace headrace {
namespace {

struct Storing : IdleVerb {
  void declare(Options& options) override { database.declare(options, "--out", "the result database"); }
  void finish() override { database.finish(); }
  OutputDatabase database;
};

TEST(OutputDatabase, IsNamedAfterTheScenario) {
  EXPECT_EQ(read_verb<Storing>({"--out", "r.db"})->database.of("some/x.yaml"), "r.db");
  EXPECT_EQ(read_verb<Storing>({})->database.path, "");
  EXPECT_EQ(read_verb<Storing>({})->database.of("some/x.yaml"), "results/x.db");
}

TEST(OutputDatabase, IsAFile) {
  EXPECT_EQ(refusal_of<Storing>({"--out", ":memory:"}), "':memory:' keeps nothing; name a file");
  EXPECT_THROW(expect_a_file(":memory:"), UsageError);
  EXPECT_NO_THROW(expect_a_file("memory"));
}

}  // namespace
}  // namespace headrace
