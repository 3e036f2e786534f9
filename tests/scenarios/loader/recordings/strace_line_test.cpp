#include "scenarios/loader/recordings/strace_line.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(StraceLine, HasTaskTimeAndText) {
  const auto line = strace_line("12    1700000000.000005 close(3) = 0 <0.000010>");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->kind, StraceLine::Kind::call);
  EXPECT_EQ(line->task, 12);
  EXPECT_EQ(line->time.ns(), 1'700'000'000'000'005'000);
  EXPECT_EQ(line->text, "close(3) = 0 <0.000010>");
  EXPECT_EQ(strace_line("[pid   12] 1.5 close(3) = 0")->task, 12);
  EXPECT_FALSE(strace_line("1.5 close(3) = 0")->task);
}

TEST(StraceLine, MayBeAPart) {
  const auto begun = strace_line("12 1.5 read(3, <unfinished ...>");
  EXPECT_EQ(begun->kind, StraceLine::Kind::unfinished);
  EXPECT_EQ(begun->text, "read(3,");
  const auto rest = strace_line("12 1.6 <... read resumed>\"x\", 1) = 1");
  EXPECT_EQ(rest->kind, StraceLine::Kind::resumed);
  EXPECT_EQ(rest->text, "\"x\", 1) = 1");
  EXPECT_EQ(strace_line("12 1.6 +++ exited with 0 +++")->kind, StraceLine::Kind::exited);
  EXPECT_EQ(strace_line("12 1.6 --- SIGCHLD {} ---")->kind, StraceLine::Kind::other);
}

TEST(StraceLine, NeedsATime) {
  for (const char* const text : {"", "12", "12 close(3) = 0", "12:00:01 close(3) = 0",
                                 "12 12:00:01.5 close(3) = 0", "[pid x] 1.5 close(3) = 0", "close(3) = 0"})
    EXPECT_FALSE(strace_line(text)) << text;
}

// What stands in quotes, in brackets and in the paths of descriptors divides no arguments.
TEST(StraceCall, HasArguments) {
  const auto call =
      strace_call(R"(pwrite64(3</d/a b(1), =x\76>, "a\"b) = 3\n"..., 9, 7) = 9</d/x> <0.000012>)");
  ASSERT_TRUE(call);
  EXPECT_EQ(call->name, "pwrite64");
  ASSERT_EQ(call->arguments.size(), 4u);
  EXPECT_EQ(call->arguments[3], "7");
  EXPECT_EQ(call->returned(), 9);
  EXPECT_EQ(call->result, "9</d/x>");
  EXPECT_EQ(call->took, Duration::nanoseconds(12'000));
  EXPECT_EQ(strace_descriptor(call->arguments[0]).path, "/d/a b(1), =x>");
  EXPECT_EQ(strace_string(call->arguments[1]), "a\"b) = 3\n");
  EXPECT_EQ(strace_call("sendto(4<TCP:[1.2.3.4:5->6.7.8.9:10]>, {a=[1, 2]}) = 5")->arguments.size(), 2u);
}

TEST(StraceCall, MayReturnNoNumber) {
  EXPECT_EQ(strace_call("stat(\"/a\", 0x7f) = -1 ENOENT (No such file)")->returned(), -1);
  EXPECT_FALSE(strace_call("exit_group(0)   = ?")->returned());
  for (const char* const text :
       {"", "close", "close(3", "close(3)", "(3) = 4", "a b(3) = 4", "close(\"3) = 4"})
    EXPECT_FALSE(strace_call(text)) << text;
}

TEST(StraceDescriptor, IsANumberOrTheWorkingFolder) {
  EXPECT_EQ(strace_descriptor("3").number, 3);
  const StraceDescriptor folder = strace_descriptor("AT_FDCWD</home>");
  EXPECT_FALSE(folder.number);
  EXPECT_EQ(folder.path, "/home");
}

TEST(StraceString, HasNoEscapes) {
  EXPECT_EQ(strace_string(R"("a\tb\\\"\x41\101\0")"), std::string("a\tb\\\"AA\0", 8));
  EXPECT_EQ(strace_string("NULL"), "");
}

}  // namespace
}  // namespace headrace
