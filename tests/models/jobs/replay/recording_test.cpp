#include "models/jobs/replay/recording.h"

#include <gtest/gtest.h>

#include "tests/models/jobs/replay/replay_support.h"

namespace headrace {
namespace {

// From the first begin of all to the last end of all, whichever operation that is of.
TEST(Recording, SpansItsOperations) {
  EXPECT_EQ(Recording().span(), Duration());
  Recording recording =
      recording_of({recorded(IoOperation::read, 2_s, 9_s), recorded(IoOperation::read, 3_s, 4_s)});
  recording.processes.push_back(recording.processes.front());
  recording.processes.back().operations = {recorded(IoOperation::stat, 1_s, 2_s)};
  EXPECT_EQ(recording.span(), 8_s);
  EXPECT_EQ(recording.operations(), 3u);
}

TEST(Recording, NumbersItsHosts) {
  Recording recording;
  for (const char* const host : {"b", "a", "b", "c"}) recording.processes.emplace_back().host = host;
  EXPECT_EQ(recording.host_numbers(), (std::vector<std::size_t>{0, 1, 0, 2}));
}

}  // namespace
}  // namespace headrace
