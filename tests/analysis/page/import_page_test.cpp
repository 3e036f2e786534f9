#include "analysis/page/import_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/one_line.h"
#include "tests/scenarios/loader/import/import_support.h"

namespace headrace {
namespace {

const ImportSource kMillpond{"mill\npond.json", "0123456789abcdef", "0.1.0", "abc"};

TEST(ImportPage, OpensTheFileWithItsSource) {
  const std::string text = import_file(kMillpond, import_text(kMillpondJson));
  EXPECT_TRUE(
      text.starts_with("# A platform imported by headrace 0.1.0 (revision abc) from mill pond.json\n"
                       "# (hash 0123456789abcdef), a system description of MLPerf Storage v1.0."))
      << text;
  EXPECT_TRUE(import_kind().is_one(text));
  EXPECT_FALSE(import_kind().is_one("# A platform of mine\n"));
}

TEST(ImportPage, ListsGapsFewOrAll) {
  const ImportRead read = import_text(kSluiceFacts);
  const std::string few = in_one_line(import_report(read, Style(false), false));
  const std::string all = in_one_line(import_report(read, Style(false), true));
  EXPECT_NE(few.find(" more: --verbose lists them, and the file has all"), std::string::npos) << few;
  EXPECT_EQ(all.find("--verbose"), std::string::npos);
  for (const ImportGap& gap : read.platform->gaps)
    EXPECT_NE(all.find(gap.field + ": "), std::string::npos) << gap.field;
  EXPECT_NE(all.find("clients.memory_GiB: the first figure of '503 to 504' was taken"), std::string::npos)
      << all;
}

TEST(ImportPage, TellsProgramsTheSame) {
  const ImportRead read = import_text(kSluiceFacts);
  const auto tree = import_tree(kMillpond, read);
  EXPECT_EQ(tree["gaps"].size(), read.platform->gaps.size());
  EXPECT_EQ(tree["not_taken"].size(), read.platform->not_taken.size());
  EXPECT_EQ(tree["read"], read.platform->counts.read);
  EXPECT_EQ(tree["platform"], import_file(kMillpond, read));
}

}  // namespace
}  // namespace headrace
