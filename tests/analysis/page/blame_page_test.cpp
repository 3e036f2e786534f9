#include "analysis/page/blame_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/one_line.h"

namespace headrace {
namespace {

using namespace headrace::literals;

Blame made_blame() {
  Blame blame;
  blame.length = 100_s;
  blame.parts = {{"train: compute", 70_s, {}}, {"scratch: mds", 30_s, {}}};
  blame.kinds = {{"compute", 70_s, {}}, {"metadata", 30_s, {}}};
  for (std::size_t i = 0; i < 3; ++i) blame.parts[1].by_window[i] = 10_s;
  for (std::size_t i = 3; i < CriticalPath::kWindows; ++i) blame.parts[0].by_window[i] = 10_s;
  return blame;
}

TEST(BlamePage, SaysWhatBoundWhen) {
  const std::string line = in_one_line(blame_text(made_blame()));
  EXPECT_NE(line.find("by kind of work: compute 70.0 %, metadata 30.0 %"), std::string::npos) << line;
  EXPECT_NE(line.find("1 to 3 scratch: mds 100"), std::string::npos) << line;
  EXPECT_NE(line.find("4 to 10 train: compute 100"), std::string::npos) << line;
}

TEST(BlamePage, IsReadByPrograms) {
  const auto tree = blame_tree(made_blame());
  EXPECT_EQ(tree["length_ns"], 100'000'000'000);
  EXPECT_EQ(tree["parts"][1]["name"], "scratch: mds");
  EXPECT_EQ(tree["parts"][1]["ns_by_tenth"][2], 10'000'000'000);
}

}  // namespace
}  // namespace headrace
