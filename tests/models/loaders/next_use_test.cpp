#include "models/loaders/next_use.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "models/cache/policy.h"
#include "models/loaders/dlio_order.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// position(turn(p)) = p, the turns of an epoch are 0, 1, 2, …, and what fills no batch has none: for every
// small epoch.
TEST(BatchPlan, TurnsUndoPositions) {
  for (std::int64_t samples = 0; samples <= 40; ++samples)
    for (std::int64_t batch = 1; batch <= 4; ++batch)
      for (std::int64_t threads = 0; threads <= 5; ++threads) {
        const BatchPlan plan(samples, batch, threads);
        ASSERT_EQ(plan.batches(), samples / batch);
        std::set<std::int64_t> turns;
        for (std::int64_t p = 0; p < samples; ++p) {
          const auto turn = plan.turn(p);
          ASSERT_EQ(turn.has_value(), p < plan.batches() * batch);
          if (!turn) continue;
          ASSERT_TRUE(turns.insert(*turn).second);
          ASSERT_EQ(plan.position(*turn / batch, *turn % batch), p);
        }
        ASSERT_TRUE(turns.empty() || *turns.rbegin() + 1 == static_cast<std::int64_t>(turns.size()));
      }
}

// Compares what is read when, by walking all orders, with what the future says at each of these moments.
void expect_what_comes(const ShufflePolicy& orders, const FutureSpec& spec, std::int64_t samples,
                       std::int64_t of_object) {
  std::vector<std::vector<std::int64_t>> moments(static_cast<std::size_t>(samples / of_object));
  for (std::int64_t epoch = 1; epoch <= spec.epochs; ++epoch)
    for (RankId rank = spec.first; rank <= spec.last; ++rank) {
      const auto order = orders.order(epoch, rank);
      const BatchPlan plan(order->size(), spec.batch_size, spec.threads);
      for (std::int64_t turn = 0; turn < plan.batches() * spec.batch_size; ++turn) {
        const SampleId sample = order->at(plan.position(turn / spec.batch_size, turn % spec.batch_size));
        moments[static_cast<std::size_t>(sample / of_object)].push_back(moment_of(epoch, turn));
      }
    }
  NextUse future(orders, spec);
  for (std::size_t object = 0; object < moments.size(); ++object) {
    std::vector<std::int64_t>& own = moments[object];
    std::sort(own.begin(), own.end());
    for (const std::int64_t now : own) {
      const auto next = std::upper_bound(own.begin(), own.end(), now);
      const std::int64_t expected = next == own.end() ? kNeverAgain : *next;
      EXPECT_EQ(future.of(static_cast<SampleId>(object) * of_object, of_object, now), expected) << object;
    }
  }
}

TEST(NextUse, IsWhatThePolicysOrdersSay) {
  for (const auto& row : ShufflePolicy::table()) {
    ShufflePolicy::Context context;
    context.samples = 103;
    context.ranks = 5;
    const auto policy = chosen<ShufflePolicy>(row.name).make(context);
    if (!policy->known_ahead()) continue;
    FutureSpec spec;
    spec.epochs = 4;
    spec.batch_size = 3;
    for (const auto& [first, last] : {std::pair{0, 0}, std::pair{4, 4}, std::pair{1, 3}, std::pair{0, 4}}) {
      spec.first = first;
      spec.last = last;
      expect_what_comes(*policy, spec, 103, 1);
    }
  }
}

// Objects are files of four samples, of which a rank reads some now and others later in the epoch.
TEST(NextUse, OfAFileIsThatOfTheFirstOfItsSamples) {
  ShufflePolicy::Context context;
  context.samples = 120;
  context.ranks = 3;
  const auto policy = chosen<ShufflePolicy>("global").make(context);
  FutureSpec spec;
  spec.epochs = 3;
  spec.batch_size = 2;
  for (const RankId last : {0, 2}) {
    spec.last = last;
    expect_what_comes(*policy, spec, 120, 4);
  }
}

TEST(NextUse, KnowsDliosOrders) {
  for (const bool shuffles_all : {false, true})
    for (const bool in_block : {false, true}) {
      DlioOrderSpec dlio;
      dlio.samples = 101;
      dlio.ranks = 4;
      dlio.shuffles_all = shuffles_all;
      dlio.shuffle_in_block = in_block;
      dlio.shuffle = Shuffle::seed;
      FutureSpec spec;
      spec.epochs = 3;
      spec.first = 1;
      spec.last = 3;
      spec.batch_size = 2;
      spec.threads = in_block ? 3 : 0;
      expect_what_comes(DlioOrders(dlio), spec, 101, 1);
    }
}

}  // namespace
}  // namespace headrace
