#include "analysis/output.h"

#include <gtest/gtest.h>

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

TEST(Streams, PaintOnlyTerminalsWithoutNoColor) {
  StringSink sink;
  EXPECT_FALSE((Streams{sink, sink}).out_colour());
  EXPECT_TRUE((Streams{sink, sink, true, true}).out_colour());
  EXPECT_TRUE((Streams{sink, sink, true, true}).err_colour());
  EXPECT_FALSE((Streams{sink, sink, true, true, false}).out_colour());
}

}  // namespace
}  // namespace headrace
