#include "sim/transfer_end.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace headrace {
namespace {

using Words = std::vector<std::uint64_t>;

Action note(Words& words, std::uint64_t word) {
  return {[](void* all, std::uint64_t w) { static_cast<Words*>(all)->push_back(w); }, &words, word};
}

TEST(TransferEnd, RunsAtOnceOrAsAnEventOfThisInstant) {
  Simulation sim;
  Words words;
  TransferEnd at_once;
  TransferEnd later;
  at_once.set(note(words, 1));
  later.set(note(words, 2));
  later.make_due(sim);
  EXPECT_TRUE(later.due());
  at_once.run();
  EXPECT_EQ(words, Words{1});
  const RunOutcome outcome = sim.run();
  EXPECT_EQ(words, (Words{1, 2}));
  EXPECT_FALSE(later.due());
  EXPECT_EQ(outcome.at, Time());
  EXPECT_EQ(outcome.events, 1u);
}

TEST(TransferEnd, IsTakenBackUntilItHasRun) {
  Simulation sim;
  Words words;
  TransferEnd taken_back;
  taken_back.set(note(words, 1));
  taken_back.make_due(sim);
  taken_back.take_back();
  EXPECT_FALSE(taken_back.due());
  auto destroyed = std::make_unique<TransferEnd>();
  destroyed->set(note(words, 2));
  destroyed->make_due(sim);
  destroyed.reset();
  EXPECT_EQ(sim.run().events, 0u);
  EXPECT_TRUE(words.empty());
}

struct Owner {
  std::unique_ptr<TransferEnd> end = std::make_unique<TransferEnd>();
  bool ran = false;
};

TEST(TransferEnd, ItsActionMayDestroyIt) {
  Simulation sim;
  Owner owner;
  owner.end->set({[](void* object, std::uint64_t) {
                    auto& self = *static_cast<Owner*>(object);
                    self.end.reset();
                    self.ran = true;
                  },
                  &owner, 0});
  owner.end->make_due(sim);
  sim.run();
  EXPECT_TRUE(owner.ran);
}

TEST(TransferEndDeathTest, OneThatIsDueTakesNoOtherAction) {
  Simulation sim;
  TransferEnd end;
  end.set({});
  end.make_due(sim);
  EXPECT_EXIT(end.set({}), testing::ExitedWithCode(70), "due");
}

}  // namespace
}  // namespace headrace
