#include "analysis/page/job_log_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/one_line.h"

namespace headrace {
namespace {

constexpr const char* kRestOfLine = " -1 -1 -1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n";

JobLog log_of(const std::string& text) {
  TextLines in = TextLines::of_text(text);
  return read_job_log(in, JobLogForm::swf, {});
}

// 6 of 8 processors from 0:00 to 1:00, 2 from 1:00 to 2:00.
JobLog two_hours() {
  return log_of("; MaxProcs: 8\n1 0 0 3600 6" + std::string(kRestOfLine) + "2 0 3600 3600 2" + kRestOfLine +
                "3 4\n");
}

JobLogSource source_at(double peak) { return {"jobs.swf", "swf", "1.0", "abc", peak}; }

TEST(JobLogPage, TellsHoursDropsAndGuesses) {
  const std::string report = job_log_report(source_at(0), two_hours(), Style(false));
  EXPECT_TRUE(report.starts_with("2 jobs of jobs.swf\n")) << report;
  const std::string line = in_one_line(report);
  EXPECT_NE(line.find("over 2.0 hours; 4.00 of 8 processors busy and 1.00 jobs running in the mean"),
            std::string::npos)
      << report;
  EXPECT_NE(line.find("4 lines read: 0 of steps or parts of jobs, 1 dropped"), std::string::npos) << report;
  EXPECT_NE(line.find("00:00 1.00 6.00 75.0 01:00 1.00 2.00 25.0 02:00 - - -"), std::string::npos) << report;
  EXPECT_NE(line.find("jobs.swf:4: it has 2 of 18 fields"), std::string::npos) << report;
  EXPECT_NE(line.find("22 of the 24 hours are not in the log"), std::string::npos) << report;
}

TEST(JobLogPage, HasDatesWhereTheLogHas) {
  const JobLog log = log_of("; UnixStartTime: 1700158546\n1 0 0 3600 6" + std::string(kRestOfLine));
  EXPECT_NE(job_log_report(source_at(0), log, Style(false))
                .find("\nfrom 2023-11-16 18:15:46 to 2023-11-16 19:15:46\n"),
            std::string::npos);
  EXPECT_EQ(job_log_tree(source_at(0), log)["end"], "2023-11-16 19:15:46");
}

TEST(JobLogPage, HasATableOfTheWeekWhereTheLogIsLong) {
  const std::string report =
      job_log_report(source_at(0), log_of("1 0 0 1209600 3" + std::string(kRestOfLine)), Style(false));
  EXPECT_NE(report.find("Mon"), std::string::npos) << report;
  EXPECT_NE(report.find("busy processors"), std::string::npos);
  EXPECT_EQ(report.find(" - "), std::string::npos) << report;
}

// 75, 25 and 50 % of 40 %; 100 % of 100 % leaves something.
TEST(JobLogPage, MakesALoad) {
  const std::string text = job_log_file(source_at(40), two_hours());
  EXPECT_TRUE(job_log_kind().is_one(text));
  EXPECT_NE(text.find("\nkind: by_hour\npercent_taken:\n  [30, 10, 20, 20,"), std::string::npos) << text;
  EXPECT_NE(text.find("[assumed by --peak]"), std::string::npos);
  EXPECT_NE(text.find("# guessed: the log counts processors"), std::string::npos);
  const std::string full = job_log_file(source_at(100), log_of("1 0 0 1209600 3" + std::string(kRestOfLine)));
  EXPECT_NE(full.find("  [99, 99,"), std::string::npos) << full;
  EXPECT_EQ(std::count(full.begin(), full.end(), '['), 3) << "[derived], [assumed by --peak] and the list";
}

TEST(JobLogPage, IsATree) {
  const nlohmann::ordered_json tree = job_log_tree(source_at(0), two_hours());
  EXPECT_EQ(tree["jobs"], 2);
  EXPECT_EQ(tree["unit"], "processors");
  EXPECT_EQ(tree["busy_percent"][0], 75);
  EXPECT_EQ(tree["first_dropped"][0]["line"], 4);
  EXPECT_FALSE(tree.contains("load"));
  EXPECT_TRUE(job_log_tree(source_at(10), two_hours()).contains("load"));
}

}  // namespace
}  // namespace headrace
