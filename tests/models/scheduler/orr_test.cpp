// Objects, or targets, in turn: a quantum of each, in the order of offsets.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/models/support/given_fields.h"
#include "tests/models/support/scheduler_bench.h"

namespace headrace {
namespace {

// Requests as "a3 b1": object (and target) a at offset 3 MiB. All come before the first starts.
std::string play(std::string_view policy, double batch, const std::vector<std::string>& requests) {
  const auto scheduler = chosen<RequestScheduler>(policy, {{"batch", batch}}).make({});
  std::vector<ScheduledRequest> waiting(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    waiting[i].object = static_cast<unsigned char>(requests[i][0]);
    waiting[i].target = static_cast<unsigned char>(requests[i][0]);
    waiting[i].offset_in_object = 1_MiB * (requests[i][1] - '0');
    waiting[i].client = static_cast<NodeId>(i);
    scheduler->add(waiting[i], Time());
  }
  std::string order;
  for (std::size_t i = 0; i < requests.size(); ++i)
    order += requests[static_cast<std::size_t>(scheduler->take(Time())->client)] + " ";
  return order;
}

TEST(Orr, ServesAnObjectInTheOrderOfItsOffsets) {
  EXPECT_EQ(play("orr", 256, {"a3", "b1", "a1", "a2", "b0"}), "a1 a2 a3 b0 b1 ");
}

// Of each object the first two that came, by offset; then what came later.
TEST(Orr, GivesEachObjectNoMoreThanAQuantumInItsTurn) {
  EXPECT_EQ(play("orr", 2, {"a9", "a5", "a1", "b7", "b3", "b0", "a0"}), "a5 a9 b3 b7 a0 a1 b0 ");
}

TEST(Orr, EqualOffsetsKeepTheOrderOfArrival) {
  const auto scheduler = chosen<RequestScheduler>("orr", {}).make({});
  ScheduledRequest first, second;
  scheduler->add(first, Time());
  scheduler->add(second, Time());
  EXPECT_EQ(scheduler->take(Time()), &first);
  EXPECT_EQ(scheduler->take(Time()), &second);
}

// Likewise by target, whatever their objects.
TEST(Trr, TakesTargetsInTurn) {
  const auto scheduler = chosen<RequestScheduler>("trr", {{"batch", 1}}).make({});
  std::vector<ScheduledRequest> requests(4);
  const std::int32_t targets[] = {5, 5, 8, 8};
  for (std::size_t i = 0; i < 4; ++i) {
    requests[i].object = i;
    requests[i].target = targets[i];
    scheduler->add(requests[i], Time());
  }
  std::vector<std::int32_t> order;
  for (int i = 0; i < 4; ++i) order.push_back(scheduler->take(Time())->target);
  EXPECT_EQ(order, (std::vector<std::int32_t>{5, 8, 5, 8}));
}

}  // namespace
}  // namespace headrace
