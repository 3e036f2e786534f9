#include "scenarios/loader/recordings/dftracer.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/recordings/recordings_support.h"

namespace headrace {
namespace {

// Returns the line of a call of process 7 on a file that is named by its hash.
std::string call(const std::string& name, int thread, int at, int took, const std::string& args) {
  return R"({"id":3,"name":")" + name + R"(","cat":"POSIX","pid":7,"tid":)" + std::to_string(thread) +
         R"(,"ts":)" + std::to_string(at) + R"(,"dur":)" + std::to_string(took) +
         R"(,"ph":"X","args":{"hhash":5,"fhash":9)" + args + "}}\n";
}

// Returns the line of a name of a file (FH) or a host (HH).
std::string named(const std::string& kind, const std::string& name, int value) {
  return R"({"id":1,"name":")" + kind + R"(","cat":"dftracer","pid":7,"tid":7,"ph":"M","args":{"name":")" +
         name + R"(","value":)" + std::to_string(value) + "}}\n";
}

// Returns the line of a call of the old dialect, whose numbers are in quotes.
std::string old_call(const std::string& name, const std::string& category, int at, const std::string& args) {
  return R"({"id":"0","name":")" + name + R"(","cat":")" + category + R"(","pid":"1","tid":"2","ts":")" +
         std::to_string(at) + R"(","dur":"9","ph":"X","args":{"hostname":"n1")" + args + "}}\n";
}

const std::string kNew =
    "[\n" + named("HH", "node7", 5) + named("FH", "/data/a.npz", 9) +
    call("open64", 7, 1000, 10, R"(,"flags":0)") + call("read", 7, 1010, 20, R"(,"count":8,"ret":6)") +
    call("lseek64", 7, 1030, 1, R"(,"offset":100,"whence":0)") +
    call("read", 8, 1040, 20, R"(,"count":8,"ret":8)") +
    call("pread", 7, 1060, 20, R"(,"count":8,"ret":8,"offset":50)") +
    call("read", 7, 1080, 20, R"(,"count":8,"ret":-1)") + call("mmap", 7, 1100, 20, "") +
    R"({"id":10,"name":"compute","cat":"dlio","pid":7,"tid":7,"ts":1120,"dur":20,"ph":"X","args":{}})" +
    "\n" + call("close", 7, 1140, 2, "");

const std::string kOld =
    "[\n " + old_call("open", "POSIX", 500, R"(,"ret":18,"flags":66,"fname":"/p/out.bat")") +
    old_call("write", "POSIX", 600, R"(,"ret":"4096","count":"4096","fname":"/p/out.bat","fd":18)") +
    old_call("write", "POSIX", 700, R"(,"ret":"4096","count":"4096","fname":"/p/out.bat","fd":18)") +
    old_call("fread", "STDIO", 800, R"(,"ret":"10","size":"4","fname":"/p/in.txt")") + "]";

TEST(Dftracer, ReadsNamesByHash) {
  const TraceBench bench(kNew, read_dftracer);
  ASSERT_EQ(bench.made.recording.processes.size(), 1u);
  EXPECT_EQ(bench.made.recording.processes[0].name, "pid 7");
  EXPECT_EQ(bench.made.recording.processes[0].host, "node7");
  EXPECT_EQ(bench.made.recording.files[0].path, "/data/a.npz");
  ASSERT_EQ(bench.operations().size(), 5u);
  EXPECT_EQ(bench.operations()[0].operation, IoOperation::open);
  EXPECT_EQ(bench.operations()[0].end, 10_us);
  EXPECT_EQ(bench.operations()[4].operation, IoOperation::close);
}

// What a call returned counts; an offset follows from the calls before it, and pread leaves the place.
TEST(Dftracer, FollowsThePlaceInAFile) {
  const TraceBench bench(kNew, read_dftracer);
  EXPECT_EQ(bench.operations()[1].offset, Bytes());
  EXPECT_EQ(bench.operations()[1].length, Bytes::count(6));
  EXPECT_EQ(bench.operations()[2].offset, Bytes::count(100));
  EXPECT_EQ(bench.operations()[2].thread, 2);
  EXPECT_EQ(bench.operations()[3].offset, Bytes::count(50));
  EXPECT_EQ(bench.made.recording.files[0].size, Bytes::count(108));
  EXPECT_EQ(bench.report.guessed.begin()->second, 2);
}

TEST(Dftracer, SaysWhatItLeftOut) {
  const TraceBench bench(kNew, read_dftracer);
  EXPECT_EQ(bench.report.dropped.at("calls that failed").places, std::vector<std::string>{"trace.txt:9"});
  EXPECT_EQ(bench.report.dropped.at("calls that are not repeated, such as mmap").count, 1);
  EXPECT_EQ(bench.report.told,
            (std::vector<std::string>{"seeks, which say where the next call begins: 1",
                                      "events of the application, of the category 'dlio', not taken: 1"}));
}

TEST(Dftracer, ReadsNumbersInQuotes) {
  const TraceBench bench(kOld, read_dftracer);
  ASSERT_EQ(bench.operations().size(), 4u);
  EXPECT_EQ(bench.operations()[0].operation, IoOperation::create);
  EXPECT_EQ(bench.operations()[2].offset, Bytes::count(4096));
  EXPECT_TRUE(bench.made.recording.files[0].created);
  EXPECT_FALSE(bench.made.recording.files[1].created);
  EXPECT_EQ(bench.operations()[3].layer, RecordedLayer::stdio);
  EXPECT_EQ(bench.operations()[3].length, Bytes::count(40));
}

TEST(Dftracer, GoesOnBehindALineThatIsNone) {
  const TraceBench bench("[\n{\"name\":\n{}\n[1,2]\n" + kOld.substr(2), read_dftracer);
  EXPECT_EQ(bench.operations().size(), 4u);
  EXPECT_GE(bench.dropped(), 2);
}

TEST(Dftracer, KnowsItsText) {
  EXPECT_TRUE(is_dftracer(kNew));
  EXPECT_TRUE(is_dftracer(kOld));
  EXPECT_FALSE(is_dftracer(kDxtText));
}

}  // namespace
}  // namespace headrace
