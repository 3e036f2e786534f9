#include "analysis/cli/inferred_scenario.h"

#include <gtest/gtest.h>

#include "tests/analysis/cli/recorded_training.h"

namespace headrace {
namespace {

class InferredScenarioTest : public RecordedTraining {
 protected:
  InferredScenarioTest() {
    record("format: npz, files: 160, record_length: 16 MiB", "batch_size: 4, read_threads: 2",
           "computation_time: 200 ms", "global");
  }
  StringSink told_;
  Streams streams_{told_, told_};
};

TEST_F(InferredScenarioTest, ChoosesPlacesOfThePlatform) {
  const auto made = inferred_scenario({recording_, platform_, made_, {}, {}}, streams_);
  ASSERT_TRUE(made) << told_.text();
  EXPECT_EQ(made->places.group, "clients");
  EXPECT_EQ(made->places.storage, "scratch");
  EXPECT_EQ(made->nodes, 8);
  EXPECT_EQ(made->found.batch_size.value, 4);
  EXPECT_EQ(call({"check", made_}), 0) << err();
}

TEST_F(InferredScenarioTest, TellsAPlatformThatIsNotThere) {
  EXPECT_FALSE(inferred_scenario({recording_, "nowhere.yaml", made_, {}, {}}, streams_));
  EXPECT_NE(told_.text().find("nowhere.yaml"), std::string::npos) << told_.text();
}

}  // namespace
}  // namespace headrace
