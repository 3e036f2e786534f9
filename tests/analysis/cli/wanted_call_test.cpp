#include "analysis/cli/wanted_call.h"

#include <gtest/gtest.h>

#include "analysis/errors.h"
#include "analysis/results/reader.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

TEST(WantedCall, ANumberBehindTheLastColonIsARun) {
  EXPECT_EQ(wanted_call("a.db").file, "a.db");
  EXPECT_FALSE(wanted_call("a.db").run);
  EXPECT_EQ(wanted_call("a.db:12").file, "a.db");
  EXPECT_EQ(wanted_call("a.db:12").run, 12);
  EXPECT_EQ(wanted_call("a:b.db").file, "a:b.db");
  EXPECT_FALSE(wanted_call("a.db:tiny").run);
}

using WantedCallTest = CliTest;

TEST_F(WantedCallTest, FindsTheLastCallOrThatOfARun) {
  ASSERT_EQ(run({"seed=5"}), 0) << err();
  ASSERT_EQ(run({"seed=6"}), 0) << err();
  ResultReader reader(database_);
  Database& database = reader.database();
  const auto first = find_call(database, {database_, 1}), last = find_call(database, {database_, {}});
  ASSERT_TRUE(first && last);
  EXPECT_NE(*first, *last);
  EXPECT_EQ(find_call(database, {database_, 2}), last);
  EXPECT_THROW(find_call(database, {database_, 3}), UsageError);
  EXPECT_EQ(scenario_of_call(read_call(database, *first), database_).seed, 5);
}

TEST_F(WantedCallTest, RefusesWhatThisHeadraceDoesNotUnderstand) {
  StoredCall call;
  call.resolved_text = "schema: headrace/99\n";
  EXPECT_THROW(scenario_of_call(call, "a.db"), InputError);
  call.resolved_text = "no,table\n";
  EXPECT_THROW(table_of_call(call, "a.db"), InputError);
}

}  // namespace
}  // namespace headrace
