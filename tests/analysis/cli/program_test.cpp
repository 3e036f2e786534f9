#include <gtest/gtest.h>

#include <cerrno>
#include <new>
#include <stdexcept>
#include <system_error>

#include "analysis/cli/program.h"
#include "analysis/errors.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using ProgramTest = CliTest;

TEST_F(ProgramTest, AloneExplainsItself) {
  EXPECT_EQ(call({}), 0);
  EXPECT_NE(out().find("headrace VERB --help"), std::string::npos) << out();
  EXPECT_EQ(err(), "");
}

TEST_F(ProgramTest, AWrongCommandLineEndsWithTwo) {
  EXPECT_EQ(call({"rnu"}), 2);
  EXPECT_EQ(out(), "");
  EXPECT_EQ(err(),
            "headrace: error: there is no verb 'rnu'; did you mean 'run'?\n  `headrace help` lists what "
            "there is\n");
}

// An answer that fails in the way it is told to.
class FailingSink final : public Sink {
 public:
  explicit FailingSink(void (*fail)()) : fail_(fail) {}
  void write(std::string_view) override { fail_(); }

 private:
  void (*fail_)();
};

struct FailureCase {
  const char* name;
  void (*fail)();
  int exit_code;
  const char* message;
};

class Failures : public testing::TestWithParam<FailureCase> {};

TEST_P(Failures, EndWithTheirExitCode) {
  FailingSink out(GetParam().fail);
  StringSink err;
  EXPECT_EQ(run_program({"version"}, Streams{out, err}), GetParam().exit_code);
  EXPECT_NE(err.text().find(GetParam().message), std::string::npos) << err.text();
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Failures,
    testing::Values(
        FailureCase{"input", [] { throw InputError("bad file"); }, 3, "headrace: error: bad file\n"},
        FailureCase{"resource", [] { throw ResourceError("no disk"); }, 74, "headrace: error: no disk\n"},
        FailureCase{"internal", [] { throw InternalError("oops"); }, 70, "headrace: internal error: oops\n"},
        FailureCase{"unknown", [] { throw std::runtime_error("what"); }, 70,
                    "headrace: internal error: what"},
        FailureCase{"memory", [] { throw std::bad_alloc(); }, 74, "headrace: error: out of memory; fewer"},
        FailureCase{"system", [] { throw std::system_error(EAGAIN, std::generic_category()); }, 74,
                    "headrace: error: the system refuses what the program asks for: Resource temporarily"}),
    [](const auto& failure) { return std::string(failure.param.name); });

}  // namespace
}  // namespace headrace
