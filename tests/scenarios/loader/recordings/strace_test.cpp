#include "scenarios/loader/recordings/strace.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scenarios/loader/recordings/recordings_support.h"

namespace headrace {
namespace {

bool is_told(const TraceBench& bench, const std::string& text) {
  const auto& told = bench.report.told;
  return std::find(told.begin(), told.end(), text) != told.end();
}

// Reads go on where the one before ended, pread64 leaves the place, lseek moves it.
TEST(Strace, FollowsThePlaceOfADescriptor) {
  const TraceBench bench(R"(12 10.000000 openat(AT_FDCWD, "/a", O_RDONLY|O_CLOEXEC) = 3 <0.001>
12 10.100000 read(3, "x"..., 4096) = 4096 <0.002>
12 10.200000 pread64(3, "x"..., 10, 500) = 10 <0.001>
12 10.300000 read(3, "x"..., 4096) = 100 <0.001>
12 10.400000 lseek(3, -100, SEEK_END) = 9900 <0.001>
12 10.500000 dup(3) = 4 <0.001>
12 10.600000 read(4, "x"..., 4096) = 100 <0.001>
12 10.700000 close(3) = 0 <0.001>
12 10.800000 fstat(4, {st_mode=S_IFREG|0644, st_size=10000, ...}) = 0 <0.001>
)",
                         read_strace);
  const auto& operations = bench.operations();
  ASSERT_EQ(operations.size(), 7u);
  EXPECT_EQ(bench.made.recording.processes[0].name, "pid 12");
  EXPECT_EQ(operations[0].operation, IoOperation::open);
  EXPECT_EQ(operations[1].begin, 100_ms);
  EXPECT_EQ(operations[1].end, 102_ms);
  EXPECT_EQ(operations[2].offset, Bytes::count(500));
  EXPECT_EQ(operations[3].offset, Bytes::count(4096));
  EXPECT_EQ(operations[3].length, Bytes::count(100));
  EXPECT_EQ(operations[4].offset, Bytes::count(9900));
  EXPECT_EQ(operations[5].operation, IoOperation::close);
  EXPECT_EQ(operations[6].operation, IoOperation::stat);
  EXPECT_EQ(bench.made.recording.files.size(), 1u);
  EXPECT_EQ(bench.dropped(), 0);
  EXPECT_EQ(bench.made.recording.resolution, 1_us);
}

// Without its opening, a descriptor is known by the path that -y adds.
TEST(Strace, TakesPathsFromDescriptors) {
  const TraceBench bench(R"(12 1.0 read(3</a b>, "x"..., 10) = 10 <0.1>
12 2.0 read(3</a b>, "x"..., 10) = 10 <0.1>
12 3.0 read(3</c>, "x"..., 10) = 10 <0.1>
12 4.0 newfstatat(AT_FDCWD</home>, "d", {...}, 0) = 0 <0.1>
12 5.0 newfstatat(3</c>, "", {...}, AT_EMPTY_PATH) = 0 <0.1>
12 6.0 unlink("d") = 0 <0.1>
12 7.0 read(5, "x"..., 10) = 10 <0.1>
)",
                         read_strace);
  const auto& files = bench.made.recording.files;
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[2].path, "/home/d");
  EXPECT_EQ(bench.operations()[1].offset, Bytes::count(10));
  EXPECT_EQ(bench.operations()[2].offset, Bytes());
  EXPECT_EQ(bench.operations()[4].file, 1u);
  EXPECT_EQ(bench.operations()[5].file, 2u);
  EXPECT_TRUE(
      is_told(bench, "calls on descriptors whose file no line names (strace -y does), passed over: 1"));
}

// A thread and a child of fork read from descriptors that their parent has opened; the child's is a process.
TEST(Strace, FollowsThreadsAndChildren) {
  const TraceBench bench(R"(1 1.0 openat(AT_FDCWD, "/a", O_RDONLY) = 3 <0.1>
1 2.0 clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD, stack=0x7f}, 88) = 2 <0.1>
1 3.0 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD <unfinished ...>
2 3.1 read(3, "x"..., 10) = 10 <0.1>
7 3.2 read(3,  <unfinished ...>
1 3.3 <... clone resumed>, child_tidptr=0x7f) = 7 <0.3>
7 3.7 <... read resumed>"x"..., 10) = 10 <0.5>
7 4.0 +++ exited with 0 +++
1 5.0 read(3, "", 10) = 0 <0.1>
)",
                         read_strace);
  const auto& processes = bench.made.recording.processes;
  ASSERT_EQ(processes.size(), 2u);
  EXPECT_EQ(processes[0].operations.size(), 3u);
  EXPECT_EQ(processes[0].operations[1].thread, 2);
  EXPECT_EQ(processes[1].name, "pid 7");
  ASSERT_EQ(processes[1].operations.size(), 1u);
  EXPECT_EQ(processes[1].operations[0].offset, Bytes::count(10));  // Places are shared.
  EXPECT_EQ(processes[1].operations[0].begin, 2200_ms);
  EXPECT_EQ(processes[1].operations[0].end, 2700_ms);
  EXPECT_EQ(processes[0].operations[2].offset, Bytes::count(20));
}

TEST(Strace, AppendsAtTheEnd) {
  const TraceBench bench(R"(1 1.0 openat(AT_FDCWD, "/a", O_WRONLY|O_CREAT|O_APPEND, 0666) = 3 <0.1>
1 2.0 write(3, "x", 10) = 10 <0.1>
1 3.0 openat(AT_FDCWD, "/a", O_WRONLY|O_APPEND) = 4 <0.1>
1 4.0 write(4, "x", 5) = 5 <0.1>
1 5.0 fsync(4) = 0 <0.1>
)",
                         read_strace);
  EXPECT_EQ(bench.operations()[0].operation, IoOperation::create);
  EXPECT_EQ(bench.operations()[3].offset, Bytes::count(10));
  EXPECT_EQ(bench.operations()[4].operation, IoOperation::sync);
  EXPECT_TRUE(bench.made.recording.files[0].created);
}

TEST(Strace, PassesOverWhatIsNoFile) {
  const TraceBench bench(R"(1 1.0 read(0, "x", 10) = 10 <0.1>
1 2.0 read(5<pipe:[77]>, "x", 10) = 10 <0.1>
1 3.0 openat(AT_FDCWD, "/proc/self/maps", O_RDONLY) = 3 <0.1>
1 4.0 read(3, "x", 10) = 10 <0.1>
1 5.0 openat(AT_FDCWD, "/none", O_RDONLY) = -1 ENOENT (No such file or directory) <0.1>
1 6.0 openat(AT_FDCWD, "/device", O_RDONLY) = 4 <0.1>
1 7.0 mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 4, 0) = 0x7f0000000000 <0.1>
1 8.0 sendfile(1, 4, NULL, 100) = 100 <0.1>
1 9.0 exit_group(0) = ?
)",
                         read_strace);
  EXPECT_EQ(bench.report.operations, 1);
  EXPECT_TRUE(is_told(bench, "calls that failed, passed over: 1"));
  EXPECT_TRUE(
      is_told(bench, "calls on pipes, sockets, standard streams, /proc, /sys and /dev, passed over: 4"));
  EXPECT_TRUE(is_told(bench, "files that were mapped, whose reads are no calls: 1"));
  EXPECT_TRUE(is_told(bench, "calls that are not repeated, of sendfile: 1"));
}

TEST(Strace, SaysWhatItCannotRead) {
  const TraceBench bench(R"(strace: Process 5 attached
close(3) = 0
1 1.0 <... read resumed>"x", 1) = 1 <0.1>
1 2.0 nonsense
1 3.0 pread64(3</a>, "x", 10) = 10 <0.1>
1 4.0 openat("/a") = 3 <0.1>
1 5.0 read(3</a>, "x", 10) = 10
)",
                         read_strace);
  EXPECT_EQ(bench.report.operations, 1);
  EXPECT_EQ(bench.dropped(), 5);
  EXPECT_EQ(
      bench.report.dropped.at("a line without its time in seconds, as strace -ttt writes it").places.front(),
      "trace.txt:2");
  EXPECT_EQ(bench.report.guessed.at("that a call took no time, since strace -T says it"), 1);
}

TEST(Strace, KnowsItsText) {
  EXPECT_TRUE(is_strace("12 1.5 close(3) = 0 <0.1>\n"));
  EXPECT_FALSE(is_strace("fio version 3 iolog\n"));
  EXPECT_FALSE(is_strace(kDxtText));
}

}  // namespace
}  // namespace headrace
