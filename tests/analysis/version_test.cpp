#include "analysis/version.h"

#include <gtest/gtest.h>

#include <string>

namespace headrace {
namespace {

TEST(Version, NamesProgramRevisionAndCompiler) {
  EXPECT_EQ(std::string(program_version()).find_first_not_of("0123456789."), std::string::npos);
  EXPECT_FALSE(std::string(program_revision()).empty());
  const std::string compiler = compiler_version();
  EXPECT_TRUE(compiler.starts_with("g++ ") || compiler.starts_with("clang ")) << compiler;
}

}  // namespace
}  // namespace headrace
