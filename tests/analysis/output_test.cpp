#include "analysis/output.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "analysis/errors.h"

namespace headrace {
namespace {

class FullDevice : public testing::Test {
 protected:
  void SetUp() override {
    file_ = std::fopen("/dev/full", "w");
    if (file_ == nullptr) GTEST_SKIP() << "this system has no /dev/full";
  }
  void TearDown() override {
    if (file_ != nullptr) std::fclose(file_);
  }
  std::FILE* file_ = nullptr;
};

TEST_F(FullDevice, IsAFailureForAnswers) {
  FileSink sink(file_, "standard output", FileSink::OnFailure::fail);
  sink.write("answer");
  try {
    sink.flush();
    FAIL() << "nothing was thrown";
  } catch (const ResourceError& error) {
    EXPECT_STREQ(error.what(), "standard output cannot be written: No space left on device");
  }
}

TEST_F(FullDevice, IsIgnoredForMessages) {
  FileSink sink(file_, "standard error", FileSink::OnFailure::ignore);
  sink.write("message");
  EXPECT_NO_THROW(sink.flush());
}

// `headrace show schema | head`
TEST(FileSinkTest, AReaderThatHasSeenEnoughIsNoFailure) {
  int ends[2] = {};
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  std::FILE* const file = ::fdopen(ends[1], "w");
  FileSink sink(file, "standard output", FileSink::OnFailure::fail);
  EXPECT_NO_THROW(sink.write(std::string(100'000, 'x')));
  EXPECT_NO_THROW(sink.write("more"));
  EXPECT_NO_THROW(sink.flush());
  std::fclose(file);
  std::signal(SIGPIPE, before);
}

TEST(Streams, PaintOnlyTerminalsWithoutNoColor) {
  StringSink sink;
  EXPECT_FALSE((Streams{sink, sink}).out_colour());
  EXPECT_TRUE((Streams{sink, sink, true, true}).out_colour());
  EXPECT_TRUE((Streams{sink, sink, true, true}).err_colour());
  EXPECT_FALSE((Streams{sink, sink, true, true, false}).out_colour());
}

}  // namespace
}  // namespace headrace
