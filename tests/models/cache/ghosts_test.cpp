#include "models/cache/ghosts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "sim/random.h"

namespace headrace {
namespace {

TEST(Ghosts, ForgetTheOldestFirst) {
  Ghosts ghosts(10_B);
  ghosts.remember(1, 4_B);
  ghosts.remember(2, 4_B);
  ghosts.remember(3, 4_B);   // 1 is forgotten for it.
  ghosts.remember(4, 11_B);  // More than fits.
  EXPECT_FALSE(ghosts.forget(1));
  EXPECT_TRUE(ghosts.forget(2));
  EXPECT_FALSE(ghosts.forget(2));
  EXPECT_FALSE(ghosts.forget(4));
  ghosts.remember(5, 6_B);  // Fits, as 2 is gone.
  EXPECT_TRUE(ghosts.forget(3));
  EXPECT_TRUE(ghosts.forget(5));
}

struct Ghost {
  std::uint64_t key = 0;
  Bytes size;
};

// Beside a plain queue: keys of which many share the half that the index looks at, some of them of no size.
TEST(Ghosts, AnswerAsAPlainQueueDoes) {
  RandomStream random(1, "test/ghosts");
  for (std::int64_t capacity = 0; capacity <= 120; capacity += 8) {
    Ghosts ghosts(Bytes::count(capacity));
    std::deque<Ghost> plain;
    Bytes held;
    for (int step = 0; step < 4000; ++step) {
      const std::uint64_t key = random.below(8) << 61 | random.below(8);
      const Bytes size = Bytes::count(static_cast<std::int64_t>(random.below(9)));
      const auto found =
          std::find_if(plain.begin(), plain.end(), [&](const Ghost& ghost) { return ghost.key == key; });
      ASSERT_EQ(ghosts.forget(key), found != plain.end()) << "step " << step << " with " << capacity;
      if (found != plain.end()) {
        held -= found->size;
        plain.erase(found);
        continue;
      }
      ghosts.remember(key, size);
      if (size <= Bytes::count(capacity)) {
        for (; held + size > Bytes::count(capacity); plain.pop_front()) held -= plain.front().size;
        plain.push_back({key, size});
        held += size;
      }
    }
  }
}

}  // namespace
}  // namespace headrace
