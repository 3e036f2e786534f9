#include "models/io.h"

#include <gtest/gtest.h>

#include <set>

namespace headrace {
namespace {

// Sets are 2^51 apart and stripes 2^40: no object of up to 2,000 stripes has the number of another one's.
TEST(ObjectNumber, IsOfOneObjectAlone) {
  std::set<std::uint64_t> numbers;
  std::size_t objects = 0;
  for (const std::int32_t set : {0, 1, 2, 100})
    for (const std::int64_t index : {std::int64_t{0}, std::int64_t{7}, (std::int64_t{1} << 40) - 1})
      for (std::int32_t stripe = 0; stripe < 2000; ++stripe, ++objects)
        numbers.insert(object_number(FileId{set, index}, stripe));
  EXPECT_EQ(numbers.size(), objects);
}

}  // namespace
}  // namespace headrace
