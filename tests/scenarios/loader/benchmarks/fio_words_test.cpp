#include "scenarios/loader/benchmarks/fio_words.h"

#include "scenarios/loader/benchmarks/output_json.h"
#include "tests/scenarios/loader/benchmarks/benchmark_support.h"

namespace headrace {
namespace {

std::int64_t bytes_of(const std::string& word, const std::string& more = "", std::size_t place = 0) {
  const auto texts = json_texts(output_text("{\"bs\": \"" + word + "\"" + more + "}", "a.json"));
  return FioOptions(&texts.at(0).tree, nullptr).bytes("bs", {}, place).value_or(-1);
}

// fio has k for 1024 and ki for 1000, unless kb_base is 1000.
TEST(FioWords, ReadSizes) {
  EXPECT_EQ(bytes_of("512"), 512);
  EXPECT_EQ(bytes_of("4k"), 4096);
  EXPECT_EQ(bytes_of("4KB"), 4096);
  EXPECT_EQ(bytes_of("4ki"), 4000);
  EXPECT_EQ(bytes_of("1.5m"), 1572864);
  EXPECT_EQ(bytes_of("2g"), 2147483648);
  EXPECT_EQ(bytes_of("4k", ", \"kb_base\": \"1000\""), 4000);
  EXPECT_EQ(bytes_of("4ki", ", \"kb_base\": \"1000\""), 4096);
  for (const char* word : {"", "k", "4x", "100%", "4kk", "-4k", "1e300p"})
    EXPECT_EQ(bytes_of(word), -1) << word;
}

TEST(FioWords, TakeTheSizeOfADirection) {
  EXPECT_EQ(bytes_of("4k,8k", "", 0), 4096);
  EXPECT_EQ(bytes_of("4k,8k", "", 1), 8192);
  EXPECT_EQ(bytes_of("4k", "", 1), 4096);
  EXPECT_EQ(bytes_of("4k,", "", 1), 4096);
}

TEST(FioWords, PutAJobsOptionsAboveTheGlobalOnes) {
  const auto own = json_texts(output_text("{\"iodepth\": \"8\", \"group_reporting\": \"\"}", "a.json"));
  const auto global =
      json_texts(output_text("{\"iodepth\": \"2\", \"direct\": \"1\", \"fsync\": \"0\"}", "b.json"));
  const FioOptions options(&own.at(0).tree, &global.at(0).tree);
  EXPECT_EQ(options.count("iodepth"), 8);
  EXPECT_TRUE(options.is_on("direct"));
  EXPECT_TRUE(options.is_on("group_reporting"));
  EXPECT_FALSE(options.is_on("fsync"));
  EXPECT_FALSE(options.is_on("time_based"));
  EXPECT_EQ(options.text("rw", "readwrite"), std::nullopt);
  EXPECT_EQ(FioOptions(nullptr, nullptr).count("iodepth"), std::nullopt);
}

}  // namespace
}  // namespace headrace
