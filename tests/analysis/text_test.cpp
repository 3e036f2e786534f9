#include "analysis/text.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(Table, AlignsTheFirstColumnLeftAndTheOthersRight) {
  Table table({"name", "count", "s"});
  EXPECT_TRUE(table.empty());
  table.add({"a", "1", "10.5"});
  table.add({"longer", "1000"});
  EXPECT_FALSE(table.empty());
  EXPECT_EQ(table.text(),
            "  name    count     s\n"
            "  a           1  10.5\n"
            "  longer   1000\n");
}

TEST(Table, CutsLongNamesToKeepTheWidth) {
  Table table({"name", "count"});
  table.add({std::string(300, 'x'), "1"});
  const std::string text = table.text();
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    EXPECT_LE(end - start, kWidth);
    start = end + 1;
  }
  EXPECT_NE(text.find("x...      1"), std::string::npos) << text;
}

TEST(Wrap, BreaksAtSpacesAndHangs) {
  EXPECT_EQ(wrap("short"), "short\n");
  EXPECT_EQ(wrap(""), "\n");
  const std::string words = std::string(60, 'a') + " " + std::string(39, 'b') + " " + std::string(10, 'c');
  EXPECT_EQ(wrap(words, {}, 4),
            std::string(60, 'a') + " " + std::string(39, 'b') + "\n    " + std::string(10, 'c') + "\n");
  EXPECT_EQ(wrap("a b", "- "), "- a b\n");
  const std::string full = std::string(48, 'a') + " " + std::string(49, 'b');
  EXPECT_EQ(wrap(full, "- "), "- " + full + "\n");  // 100 columns with the lead.
  EXPECT_EQ(wrap(full + "b", "- ", 2), "- " + std::string(48, 'a') + "\n  " + std::string(50, 'b') + "\n");
  // A word without a break stays whole.
  EXPECT_EQ(wrap(std::string(150, 'z')), std::string(150, 'z') + "\n");
}

TEST(Numbers, CarryThreeDigitsAndAUnit) {
  EXPECT_EQ(span_text(Duration()), "0 s");
  EXPECT_EQ(span_text(512_ns), "512 ns");
  EXPECT_EQ(span_text(1234_us), "1.23 ms");
  EXPECT_EQ(span_text(99960_us), "100 ms");
  EXPECT_EQ(span_text(3200_ms), "3.20 s");
  EXPECT_EQ(span_text(204_s), "204 s");
  EXPECT_EQ(gibibytes_text(104.7045 * 1073741824.0), "104.7 GiB");
  EXPECT_EQ(gibibytes_text(1536), "1.5 KiB");
  EXPECT_EQ(gibibytes_text(1048576), "1.0 MiB");
  EXPECT_EQ(gibibytes_text(17), "17 B");
  EXPECT_EQ(fixed(97.44, 1), "97.4");
  EXPECT_EQ(count_noun(1, "node"), "1 node");
  EXPECT_EQ(count_noun(5, "node"), "5 nodes");
  EXPECT_EQ(count_noun(2, "box"), "2 boxes");
  EXPECT_EQ(count_noun(3, "batch"), "3 batches");
  EXPECT_EQ(count_noun(3, "epoch"), "3 epochs");
}

TEST(Style, PaintsOnlyWhereColourIsWanted) {
  EXPECT_EQ(Style(false).bad("miss"), "miss");
  EXPECT_EQ(Style(true).bad("miss"), "\x1b[31mmiss\x1b[0m");
  EXPECT_EQ(Style(true).good("pass"), "\x1b[32mpass\x1b[0m");
  EXPECT_EQ(Style(true).bold("a"), "\x1b[1ma\x1b[0m");
}

TEST(Text, GroupsThousands) {
  EXPECT_EQ(grouped(0.5), "0.50");
  EXPECT_EQ(grouped(99.9), "99.9");
  EXPECT_EQ(grouped(99.96), "100");
  EXPECT_EQ(grouped(1234.5), "1,234");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(-1234), "-1,234");
}

}  // namespace
}  // namespace headrace
