// A disk that is full, by a limit of the system: no file of the program may be longer.

#include "tests/analysis/child.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

class FullDiskTest : public SweepTest {
 protected:
  // Runs the command with so little room, then with more, until it ends well; where it did not, expects the
  // same command on a disk with room to end where it would have.
  void expect_clean_ends(const std::vector<std::string>& words) {
    ASSERT_EQ(Child(words).wait(), 0);
    const std::string expected = hash_of(database_);
    int failures = 0;
    for (rlim_t room = 0; room < (1 << 20); room = room == 0 ? 1024 : room + room / 2) {
      for (const char* end : {"", "-journal", "-wal", "-shm"}) std::filesystem::remove(database_ + end);
      Child child(words, {.largest_file = room});
      const int code = child.wait();
      if (code == 0) break;
      ++failures;
      EXPECT_EQ(code, 74) << room << " bytes: " << child.text();
      EXPECT_NE(child.text().find("headrace: error: " + database_ + ": "), std::string::npos) << child.text();
      Child again(words);
      EXPECT_EQ(again.wait(), 0) << room << " bytes: " << again.text();
      EXPECT_EQ(hash_of(database_), expected) << room << " bytes";
    }
    EXPECT_EQ(hash_of(database_), expected);
    EXPECT_GT(failures, 5);
  }
};

TEST_F(FullDiskTest, EndsASweep) {
  expect_clean_ends({"sweep", scenario_, "--out", database_, "--quiet", "--jobs", "2",
                     "jobs.train.workload.loader.read_threads=1..40:1"});
}

TEST_F(FullDiskTest, EndsAMerge) {
  const std::string part = folder_ / "part.db";
  ASSERT_EQ(call({"sweep", scenario_, "--out", part, "--quiet", kAxis}), 0) << err();
  expect_clean_ends({"merge", database_, part});
}

TEST_F(FullDiskTest, EndsAPlan) {
  add_plan();
  expect_clean_ends({"plan", scenario_, "--out", database_, "--quiet", "--jobs", "2"});
}

TEST_F(FullDiskTest, EndsARun) {
  const std::vector<std::string> words = {"run",     scenario_,          "--out",
                                          database_, "--no-dlio-output", "--quiet"};
  for (const rlim_t room : {0UL, 16'384UL, 65'536UL}) {
    Child child(words, {.largest_file = room});
    EXPECT_EQ(child.wait(), 74) << child.text();
    EXPECT_NE(child.text().find("headrace: error: " + database_ + ": "), std::string::npos) << child.text();
  }
  EXPECT_EQ(run(), 0) << err();
  EXPECT_EQ(text("SELECT count(*) FROM run"), "1");
}

}  // namespace
}  // namespace headrace
