// The laws of every scheduler: it loses nothing, doubles nothing, starves nobody, keeps to what it says of
// its next chance, and is a function of what it is told.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/models/support/given_fields.h"
#include "tests/models/support/scheduler_bench.h"

namespace headrace {
namespace {

class EveryScheduler : public testing::TestWithParam<std::size_t> {
 protected:
  static constexpr std::int64_t kJobs = 3;

  // Makes a scheduler. One that holds requests for different times keeps no order and no bound but its own:
  // here all the same.
  static std::unique_ptr<RequestScheduler> make(std::int64_t places) {
    RequestScheduler::Context context;
    context.jobs = kJobs;
    context.in_flight = places;
    const std::string_view name = RequestScheduler::table()[GetParam()].name;
    if (name == "delay") return chosen<RequestScheduler>(name, {{"min", 0.05}, {"max", 0.05}}).make(context);
    return Chosen<RequestScheduler>(name).make(context);
  }

  // Seven clients of three jobs, some busy and some idle most of the time, before `places` servers.
  static void add_crowd(SchedulerBench& bench) {
    for (NodeId i = 0; i < 7; ++i) {
      SchedulerBench::Client client;
      client.client = i * i;
      client.job = i % kJobs;
      client.outstanding = 1 + 3 * i;
      client.requests = 400;
      client.service = (1 + i) * 200_us;
      client.first = Time::at(i * 3_ms);
      client.rest = (7 - i) * 1_ms;
      client.random = true;
      bench.add_client(client);
    }
  }
};

TEST_P(EveryScheduler, StartsEachRequestOnceAndNoneBeforeItCame) {
  for (const std::int64_t places : {1, 5, 100}) {
    const auto scheduler = make(places);
    SchedulerBench bench(*scheduler, places);
    add_crowd(bench);
    bench.run();
    EXPECT_EQ(bench.records().size(), 7u * 400u);
    EXPECT_EQ(bench.starts().size(), bench.records().size());
    for (const auto& record : bench.records()) {
      ASSERT_EQ(record.times_started, 1);
      ASSERT_GE(record.started, record.arrived);
    }
    EXPECT_LE(bench.most_in_flight(), places);
    EXPECT_EQ(scheduler->next_chance(bench.now()), Time::never());
    EXPECT_EQ(scheduler->take(bench.now()), nullptr);
  }
}

TEST_P(EveryScheduler, KeepsTheOrderOfAClient) {
  const auto scheduler = make(5);
  SchedulerBench bench(*scheduler, 5);
  add_crowd(bench);
  bench.run();
  std::vector<std::int64_t> next(7);
  std::vector<Time> last(7);
  for (const auto* record : bench.starts()) {
    ASSERT_GE(record->arrived, last[record->source]);
    last[record->source] = record->arrived;
    ++next[record->source];
  }
  EXPECT_EQ(next, std::vector<std::int64_t>(7, 400));
}

// k clients that keep w requests each waiting, and one that sends a request now and then: it starts when all
// of theirs would have been served one by one, at the latest, and where windows are kept a period later. It
// is of the same job as one of them.
TEST_P(EveryScheduler, StarvesNobody) {
  constexpr Duration kService = 1_ms;
  constexpr Duration kPeriod = 1_s;
  for (const std::int64_t places : {1, 2, 8}) {
    const auto scheduler = make(places);
    SchedulerBench bench(*scheduler, places);
    for (NodeId i = 0; i < 4; ++i) {
      SchedulerBench::Client flood;
      flood.client = i;
      flood.job = i % 2;
      flood.outstanding = 16;
      flood.requests = 1'000'000;
      flood.service = kService;
      bench.add_client(flood);
    }
    for (std::int32_t job = 0; job < kJobs; ++job) {
      SchedulerBench::Client rare;
      rare.client = 10 + job;
      rare.job = job;
      rare.requests = 30;
      rare.service = kService;
      rare.rest = 37_ms;
      rare.random = true;
      bench.add_client(rare);
    }
    bench.run(Time::at(60_s));
    for (std::size_t source = 4; source < 7; ++source) {
      EXPECT_EQ(bench.started(source), 30) << places << " places";
      EXPECT_LE(bench.longest_wait(source), kPeriod + (4 * 16 + 3) * kService) << places << " places";
    }
  }
}

TEST_P(EveryScheduler, SameInputSameOutput) {
  const auto starts = [] {
    const auto scheduler = make(4);
    SchedulerBench bench(*scheduler, 4);
    add_crowd(bench);
    bench.run();
    std::vector<std::pair<std::int64_t, std::pair<std::size_t, std::int64_t>>> all;
    for (const auto* record : bench.starts())
      all.push_back({record->started.ns(), {record->source, record->number}});
    return all;
  };
  EXPECT_EQ(starts(), starts());
}

// A place too many or a request that is not there: what holds nothing promises nothing.
TEST_P(EveryScheduler, HoldsNothingAtFirst) {
  const auto scheduler = make(1);
  EXPECT_EQ(scheduler->take(Time()), nullptr);
  EXPECT_EQ(scheduler->next_chance(Time()), Time::never());
}

INSTANTIATE_TEST_SUITE_P(Table, EveryScheduler,
                         testing::Range<std::size_t>(0, RequestScheduler::table().size()),
                         [](const auto& row) {
                           return std::string(RequestScheduler::table()[row.param].name);
                         });

TEST(SchedulerTable, BeginsWithFirstComeFirstServed) {
  EXPECT_EQ(Chosen<RequestScheduler>().name(), "fifo");
  for (const auto& row : RequestScheduler::table()) EXPECT_FALSE(row.meaning.ends_with('.')) << row.name;
}

}  // namespace
}  // namespace headrace
