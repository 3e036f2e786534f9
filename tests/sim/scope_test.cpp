#include "sim/scope.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(Scope, NamesItsParts) {
  Simulation sim;
  Metrics metrics;
  const Scope root(sim, metrics);
  EXPECT_EQ(root.path(), "");
  EXPECT_EQ(root.part("cluster").path(), "cluster");
  EXPECT_EQ(root.part("cluster").part("ost", 3).path(), "cluster/ost/3");
  EXPECT_EQ(&root.part("cluster").sim(), &sim);
}

TEST(Scope, GivesMetricsAndRandomnessOfItsPath) {
  Simulation sim(9);
  Metrics metrics;
  const Scope ost = Scope(sim, metrics).part("ost", 3);
  EXPECT_EQ(&ost.counter("reads", Unit::count), &metrics.counter("ost/3", "reads", Unit::count));
  EXPECT_EQ(&ost.gauge("queue", Unit::count), &metrics.gauge("ost/3", "queue", Unit::count));
  EXPECT_EQ(&ost.histogram("wait", Unit::nanoseconds),
            &metrics.histogram("ost/3", "wait", Unit::nanoseconds));
  EXPECT_EQ(ost.random("service").bits(), RandomStream(9, "ost/3/service").bits());
}

// A component that is built again at its place draws new numbers into the metrics that it had.
TEST(Scope, HasNewStreamsForWhatIsBuiltAgain) {
  Simulation sim(9);
  Metrics metrics;
  const Scope rank(sim, metrics, "rank");
  RandomStream first = rank.part("loader").random("draws");
  RandomStream again = rank.built_again(1).part("loader").random("draws");
  EXPECT_NE(first.key(), again.key());
  EXPECT_EQ(again.key(), RandomStream(9, "rank/loader/draws/again/1").key());
  EXPECT_NE(again.key(), rank.built_again(2).part("loader").random("draws").key());
  EXPECT_EQ(&rank.counter("reads", Unit::count), &rank.built_again(1).counter("reads", Unit::count));
}

}  // namespace
}  // namespace headrace
