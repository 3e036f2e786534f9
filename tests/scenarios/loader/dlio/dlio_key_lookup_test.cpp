#include "scenarios/loader/dlio/dlio_keys.h"

#include <gmock/gmock.h>

#include "tests/scenarios/loader/dlio/dlio_support.h"

namespace headrace {
namespace {

using testing::Contains;
using testing::ElementsAre;

TEST(DlioKeyLookup, DataReaderIsTheOldNameOfReader) {
  EXPECT_EQ(find_dlio_key("data_reader.batch_size"), find_dlio_key("reader.batch_size"));
  EXPECT_TRUE(is_dlio_section("data_reader"));
  EXPECT_EQ(find_dlio_key("data_readers.batch_size"), nullptr);
}

TEST(DlioKeyLookup, NamesStandForSuggestionsLevelByLevel) {
  EXPECT_THAT(dlio_names_in("model.parallelism"), ElementsAre("tensor", "pipeline", "data", "zero_stage"));
  EXPECT_THAT(dlio_names_in("data_reader"), Contains("read_threads"));
  EXPECT_THAT(dlio_names_in(""),
              testing::AllOf(Contains("reader"), Contains("data_reader"), Contains("framework")));
  EXPECT_TRUE(dlio_names_in("nothing").empty());
}

TEST(DlioKeyLookup, AnOldNameKnowsItsNewOne) {
  EXPECT_EQ(canonical_path(*find_dlio_key("dataset.record_length")), "dataset.record_length_bytes");
  EXPECT_EQ(canonical_path(*find_dlio_key("dataset.record_length_bytes")), "dataset.record_length_bytes");
}

TEST(DlioKeyLookup, EveryUseThatMayBeUnmetSaysSo) {
  DlioDraft nothing;
  nothing.spec.training.enabled = false;
  for (const DlioKey& key : dlio_keys()) {
    if (key.use == DlioUse::always) continue;
    EXPECT_FALSE(holds(key.use, nothing)) << key.path;
    EXPECT_FALSE(unmet(key.use).empty()) << key.path;
  }
}

}  // namespace
}  // namespace headrace
