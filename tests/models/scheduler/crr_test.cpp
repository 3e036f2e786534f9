// Clients in turn: whoever always has requests gets as many as the next one, to within one quantum.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/models/support/given_fields.h"
#include "tests/models/support/scheduler_bench.h"

namespace headrace {
namespace {

// Returns the clients of requests as they start; they come as in "aabbc", all before the first starts.
std::string play(double quantum, std::string_view requests) {
  const auto crr = chosen<RequestScheduler>("crr", {{"quantum", quantum}}).make({});
  std::vector<ScheduledRequest> waiting(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    waiting[i].client = static_cast<unsigned char>(requests[i]);
    crr->add(waiting[i], Time());
  }
  std::string order;
  for (std::size_t i = 0; i < requests.size(); ++i) order += static_cast<char>(crr->take(Time())->client);
  return order;
}

TEST(Crr, ServesAQuantumOfEachClientInTurn) {
  EXPECT_EQ(play(1, "aaaabbbbcc"), "abcabcabab");
  EXPECT_EQ(play(2, "aaaabbbbcc"), "aabbccaabb");
  EXPECT_EQ(play(8, "aaaabbbbcc"), "aaaabbbbcc");
}

// At every instant, of two clients that always have requests: |served a - served b| <= quantum, whatever they
// keep waiting and whenever the second one comes.
TEST(Crr, IsFairWithinOneQuantum) {
  for (const std::int64_t quantum : {1, 2, 8, 64}) {
    for (const std::int64_t places : {1, 3, 16}) {
      const auto crr = chosen<RequestScheduler>("crr", {{"quantum", static_cast<double>(quantum)}}).make({});
      SchedulerBench bench(*crr, places);
      SchedulerBench::Client client;
      client.requests = 1'000'000;
      client.service = 1_ms;
      client.random = true;
      for (const std::int64_t outstanding : {1000, 200}) {
        ++client.client;
        client.outstanding = outstanding;
        bench.add_client(client);
        client.first = Time::at(100_ms);
      }
      bench.run(Time::at(5_s));
      std::int64_t ahead = 0, most = 0, least = 0, both = 0;
      for (const auto* record : bench.starts()) {
        if (record->started < Time::at(100_ms)) continue;
        ahead += record->source == 0 ? 1 : -1;
        most = std::max(most, ahead);
        least = std::min(least, ahead);
        ++both;
      }
      EXPECT_GT(both, 4000 * places);
      EXPECT_LE(most - least, quantum) << quantum << " at " << places << " places";
      EXPECT_GE(most - least, quantum > 1 ? quantum - 1 : 1);
    }
  }
}

// A client that comes back has a whole quantum, and does not save up what it left.
TEST(Crr, AnUnusedQuantumIsLost) {
  const auto crr = chosen<RequestScheduler>("crr", {{"quantum", 4}}).make({});
  std::vector<ScheduledRequest> requests(30);
  for (std::size_t i = 0; i < requests.size(); ++i) requests[i].client = i < 20 ? 1 : 2;
  const auto taken = [&] { return crr->take(Time())->client; };
  for (std::size_t i = 0; i < 20; ++i) crr->add(requests[i], Time());
  crr->add(requests[20], Time());
  std::string order;
  for (int i = 0; i < 5; ++i) order += std::to_string(taken());
  for (std::size_t i = 21; i < 30; ++i) crr->add(requests[i], Time());
  for (int i = 0; i < 14; ++i) order += std::to_string(taken());
  EXPECT_EQ(order,
            "11112"
            "1111"
            "2222"
            "1111"
            "22");
}

}  // namespace
}  // namespace headrace
