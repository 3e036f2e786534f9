#include "analysis/cli/replay_run.h"

#include <gtest/gtest.h>

#include "scenarios/loader/database/sqlite.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using ReplayRunTest = CliTest;

TEST_F(ReplayRunTest, TellsARunThatIsAnotherOneNow) {
  ASSERT_EQ(run(), 0) << err();
  Database(database_, Database::Access::write).execute("UPDATE run SET fingerprint = '0123456789abcdef'");
  StringSink out, err;
  EXPECT_EQ(replay_stored_run({database_, 1}, AnswerForm(), Streams{out, err}), ExitCode::missed);
  EXPECT_NE(out.text().find("another run than is stored: 0123456789abcdef"), std::string::npos) << out.text();
}

TEST_F(ReplayRunTest, HoldsACutRunAgainstNothing) {
  ASSERT_EQ(run(), 0) << err();
  Database(database_, Database::Access::write).execute("UPDATE run SET outcome = 'stopped'");
  StringSink out, err;
  EXPECT_THROW(replay_stored_run({database_, 1}, AnswerForm(), Streams{out, err}), InputError);
}

}  // namespace
}  // namespace headrace
