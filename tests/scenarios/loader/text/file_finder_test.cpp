#include "scenarios/loader/text/file_finder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

struct Found {
  std::string name, text, problem;
};

class FileFinderTest : public testing::Test {
 protected:
  void TearDown() override { unsetenv("HEADRACE_PATH"); }

  Found find(const std::string& path) {
    FileFinder finder(FileFinder::Disk::yes);
    const auto source = std::make_shared<const SourceText>(SourceText{"home/scenario.yaml", path});
    finder.place(source, {"home/scenario.yaml", folder_.path("home/scenario.yaml"), ""});
    Problems problems;
    const auto file = finder.find(path, {source, 1, 1}, problems);
    Found found;
    if (file) found = {file->name, file->text, ""};
    if (problems.has_errors()) found.problem = problems.all()[0].code + " " + problems.all()[0].sentence;
    return found;
  }

  TestFolder folder_{"file_finder"};
};

TEST_F(FileFinderTest, LooksBesideTheFileThatNamesIt) {
  folder_.write("home/parts/a.yaml", "beside");
  const Found found = find("parts/a.yaml");
  EXPECT_EQ(found.text, "beside");
  EXPECT_EQ(found.name, "home/parts/a.yaml");
  EXPECT_EQ(find("../home/parts/a.yaml").name, "home/parts/a.yaml");
}

// Files are read in pieces, the first of 65,536 bytes and each later one as large as all before.
TEST_F(FileFinderTest, ReadsAllOfAFileWhateverItsLength) {
  for (const std::size_t length : {0u, 1u, 65'535u, 65'536u, 65'537u, 131'072u, 300'001u}) {
    std::string text(length, 'a');
    for (std::size_t i = 0; i < length; i += 1009) text[i] = static_cast<char>('b' + i % 23);
    folder_.write("home/long.yaml", text);
    EXPECT_EQ(find("long.yaml").text, text) << length;
  }
}

TEST_F(FileFinderTest, LooksInThePathOfTheEnvironmentNext) {
  folder_.write("one/a.yaml", "one");
  folder_.write("two/a.yaml", "two");
  folder_.write("two/b.yaml", "two");
  setenv("HEADRACE_PATH", (folder_.path("one") + "::" + folder_.path("two")).c_str(), 1);
  EXPECT_EQ(find("a.yaml").text, "one");
  EXPECT_EQ(find("b.yaml").text, "two");
  folder_.write("home/b.yaml", "beside");
  EXPECT_EQ(find("b.yaml").text, "beside");
}

TEST_F(FileFinderTest, LooksInTheCatalogueLastWithoutNamingIt) {
  const Found found = find("workloads/unet3d_h100.yaml");
  EXPECT_EQ(found.name, "workloads/unet3d_h100.yaml");
  EXPECT_FALSE(found.text.empty());
  EXPECT_EQ(find("scenarios/workloads/unet3d_h100.yaml").text, found.text);
}

// A file that no text names is looked up there, too: with the folder's name, as it stands in the tree, or
// without.
TEST_F(FileFinderTest, FindsShippedFilesByTheirNamesFromAnyFolder) {
  for (const std::string path : {"scenarios/probes/amlfs.yaml", "probes/amlfs.yaml"}) {
    Problems problems;
    const auto file = FileFinder::read(path, problems);
    ASSERT_TRUE(file) << problems.text();
    EXPECT_TRUE(file->path.ends_with("scenarios/probes/amlfs.yaml")) << file->path;
    EXPECT_TRUE(std::filesystem::path(file->path).is_absolute() || path == file->path) << file->path;
  }
  Problems problems;
  EXPECT_FALSE(FileFinder::read("/probes/amlfs.yaml", problems));
  EXPECT_FALSE(FileFinder::read("scenarios/nowhere.yaml", problems));
  EXPECT_EQ(problems.all().back().sentence, "there is no file 'scenarios/nowhere.yaml'");
}

TEST_F(FileFinderTest, TakesAbsolutePathsAsTheyAre) {
  const std::string path = folder_.write("elsewhere/a.yaml", "absolute");
  EXPECT_EQ(find(path).text, "absolute");
}

TEST_F(FileFinderTest, SaysWhatIsWrong) {
  folder_.write("home/folder/a.yaml", "");
  EXPECT_EQ(find("nowhere.yaml").problem, "E0024 there is no file 'nowhere.yaml'");
  EXPECT_EQ(find("folder").problem, "E0001 '" + folder_.path("home/folder") + "' is a directory, not a file");
}

TEST_F(FileFinderTest, NeverWaitsForAPipe) {
  ASSERT_EQ(mkfifo(folder_.path("pipe.yaml").c_str(), 0600), 0);
  EXPECT_EQ(find(folder_.path("pipe.yaml")).problem,
            "E0001 '" + folder_.path("pipe.yaml") + "' is no regular file, and reading it may never end");
  EXPECT_EQ(find("/dev/null").problem, "E0001 '/dev/null' is no regular file, and reading it may never end");
}

TEST_F(FileFinderTest, SuggestsTheNameThatWasMeant) {
  FileFinder finder(FileFinder::Disk::yes);
  Problems problems;
  EXPECT_FALSE(finder.find("platforms/ai400x3.yaml", Mark(), problems));
  ASSERT_EQ(problems.all().size(), 1u);
  EXPECT_EQ(problems.all()[0].nearest, "did you mean 'platforms/ai400x2.yaml'?");
}

TEST_F(FileFinderTest, WithoutDiskFindsNothing) {
  FileFinder finder(FileFinder::Disk::no);
  Problems problems;
  EXPECT_FALSE(finder.find("/etc/hostname", Mark(), problems));
  EXPECT_EQ(codes_of(problems), "E0024");
}

}  // namespace
}  // namespace headrace
