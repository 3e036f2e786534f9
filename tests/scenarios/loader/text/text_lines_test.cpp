#include "scenarios/loader/text/text_lines.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

std::vector<std::string> all_of(TextLines lines) {
  std::vector<std::string> all;
  while (lines.next()) all.emplace_back(lines.line());
  return all;
}

TEST(TextLines, EndWithALineFeedOrTheText) {
  EXPECT_EQ(all_of(TextLines::of_text("")), std::vector<std::string>{});
  EXPECT_EQ(all_of(TextLines::of_text("a\n\nb")), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(all_of(TextLines::of_text("a\n")), std::vector<std::string>{"a"});
}

// Lines that pass the border of what is read at once are whole, and are counted with their bytes.
TEST(TextLines, AreWholeWhereverTheyLie) {
  std::string text;
  std::vector<std::string> lines;
  for (int line = 0; line < 3000; ++line) {
    lines.emplace_back(static_cast<std::size_t>(line), static_cast<char>('a' + line % 26));
    text += lines.back() + "\n";
  }
  TextLines read = TextLines::of_text(text);
  for (const std::string& line : lines) {
    ASSERT_TRUE(read.next());
    ASSERT_EQ(read.line(), line);
  }
  EXPECT_FALSE(read.next());
  EXPECT_EQ(read.number(), 3000);
  EXPECT_EQ(read.bytes(), static_cast<std::int64_t>(text.size()));
}

TEST(TextLines, PassOverALineThatIsTooLong) {
  const std::string text = "a\n" + std::string(20 << 20, 'x') + "\nb\n";
  TextLines lines = TextLines::of_text(text);
  EXPECT_EQ(all_of(std::move(lines)), (std::vector<std::string>{"a", "b"}));
}

TEST(TextLines, MayBeCompressedAndSayWhereThatIsCutShort) {
  const ScratchFolder folder;
  const std::string path = folder / "a.gz";
  const gzFile file = gzopen(path.c_str(), "wb");
  std::string text;
  for (int line = 0; line < 20'000; ++line) text += std::to_string(line * line) + "\n";
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  TextLines whole(path);
  while (whole.next()) {
  }
  EXPECT_EQ(whole.number(), 20'000);
  EXPECT_EQ(whole.fault(), "");
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  TextLines cut(path);
  while (cut.next()) {
  }
  EXPECT_LT(cut.number(), 20'000);
  EXPECT_EQ(cut.fault(), "the compressed file is cut short");
}

TEST(TextLines, SayThatThereIsNoFile) {
  TextLines lines("/no/such/file");
  EXPECT_FALSE(lines.next());
  EXPECT_EQ(lines.fault(), "No such file or directory");
}

}  // namespace
}  // namespace headrace
