#include "models/jobs/accelerators.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(Accelerators, AreFoundInTheirNames) {
  for (const char* name : {"H100", "h100", "NVIDIA h100 80GB", "NVIDIA_A100-SXM4", "MI300X", "gaudi2"})
    EXPECT_TRUE(names_accelerator(name)) << name;
}

TEST(Accelerators, AreWholeWords) {
  for (const char* name : {"", " ", "H1000", "NVIDIA", "XH100", "A", "10"})
    EXPECT_FALSE(names_accelerator(name)) << name;
}

TEST(Accelerators, AreAllNamed) {
  for (const std::string_view name : known_accelerators()) EXPECT_TRUE(names_accelerator(name)) << name;
}

}  // namespace
}  // namespace headrace
