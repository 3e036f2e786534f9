#include <gtest/gtest.h>

#include "models/background/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

TEST(ConstantLoad, IsForEver) {
  const auto load = chosen<BackgroundLoad>("constant", {{"taken", 0.4}}).make({RandomStream(1, "load")});
  const BackgroundLoad::Step step = load->next();
  EXPECT_EQ(step.taken, 0.4);
  EXPECT_EQ(step.lasting, Duration::max());
}

}  // namespace
}  // namespace headrace
