#include "analysis/report/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

namespace headrace {
namespace {

class PageTest : public testing::Test {
 protected:
  void SetUp() override {
    if (page_shell().empty()) GTEST_SKIP() << "built without Node.js: there are no pages";
  }

  static Report report() {
    Report report{{}, "1", "r1"};
    ReportPart part;
    part.title = "a </title> of \"tests\"";
    part.answers = {{"train", "</script><script>alert(1)</script>", {"a note"}}};
    part.plots = {{"use",
                   "Use",
                   "Says.",
                   PlotKind::heat,
                   {{"r", ""}, {"t", "s"}, {"busy", "%"}},
                   {{"<!-- OSTs", 1.0, 0.123456789}, {"<!-- OSTs", 2.0, {}}}}};
    part.details = {
        {"", {{"bytes", "Bytes", "Says.", PlotKind::bars, {{"a", ""}, {"b", ""}, {"c", ""}}, {}}}, {}}};
    part.provenance = {{"seed", "1"}};
    report.parts = {part};
    return report;
  }
  static std::size_t count(const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
  }
};

// Three scripts of which one is data, each with its end; no text of a result is markup.
TEST_F(PageTest, IsWholeAndEscaped) {
  const std::string page = report_page(report());
  EXPECT_TRUE(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
  EXPECT_EQ(count(page, "</script"), 2U);
  EXPECT_EQ(count(page.substr(0, page.find("<script")), "</style"), 1U);
  EXPECT_NE(page.find("<title>headrace: a &lt;/title&gt; of &quot;tests&quot;</title>"), std::string::npos);
  EXPECT_EQ(count(page, "<script>alert"), 0U);
  EXPECT_LT(page.size(), 5'000'000U);
  EXPECT_NE(page.find("<html lang=\"en\">"), std::string::npos);
}

TEST_F(PageTest, AllowsNothingButItsOwnScriptAndStyle) {
  const std::string page = report_page(report());
  static const std::regex kPolicy(
      "Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-[A-Za-z0-9+/]{43}='; "
      "style-src "
      "'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'\"");
  EXPECT_TRUE(std::regex_search(page.substr(0, 2000), kPolicy));
  static const std::regex kLoads(R"((src|href)\s*=\s*["']?\s*(https?:)?//)");
  EXPECT_FALSE(std::regex_search(page.substr(0, page.find("<script>")), kLoads));
  EXPECT_EQ(count(page, "<link"), 0U);
  EXPECT_EQ(count(page, "<script src"), 0U);
}

// A column of words has each word once; numbers have six digits; nothing is null.
TEST_F(PageTest, HasItsData) {
  const std::string page = report_page(report());
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(open) + open.size();
  const auto data = nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
  const auto& part = data["parts"][0];
  EXPECT_EQ(part["answers"][0]["sentence"], "</script><script>alert(1)</script>");
  const auto& columns = part["plots"][0]["columns"];
  EXPECT_EQ(columns[0]["words"], nlohmann::json({"<!-- OSTs"}));
  EXPECT_EQ(columns[0]["values"], nlohmann::json({0, 0}));
  EXPECT_EQ(columns[2]["values"][0], 0.123457);
  EXPECT_TRUE(columns[2]["values"][1].is_null());
  EXPECT_EQ(part["details"][0]["plots"][0]["id"], "bytes");
}

TEST_F(PageTest, KnowsItsOwnFiles) {
  const std::string page = report_page(report());
  EXPECT_TRUE(page_kind().is_one(page.substr(0, page_kind().look)));
  EXPECT_FALSE(page_kind().is_one("<!doctype html>\n<html>my notes"));
}

}  // namespace
}  // namespace headrace
