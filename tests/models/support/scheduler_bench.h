// SchedulerBench: a scheduler before servers that need a given time for a request.
//
//   SchedulerBench bench(scheduler, 8);
//   bench.add_client({.client = 1, .job = 0, .outstanding = 16, .requests = 1000, .service = 1_ms});
//   bench.run();
//   bench.starts();      // Who started when, in order.
//
// Each client keeps so many requests outstanding until it has sent all of its
// own. The bench holds a scheduler to its word: after a nullptr nothing starts
// before next_chance(), and something does then, when nothing else changes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "models/scheduler/policy.h"
#include "sim/random.h"

namespace headrace {

class SchedulerBench {
 public:
  struct Client {
    NodeId client = 0;
    std::int32_t job = 0;
    std::int64_t outstanding = 1;
    std::int64_t requests = 1;
    Duration service = Duration::nanoseconds(1);  // Mean.
    Time first;                                   // When it begins to send.
    Duration rest;                                // Between an answer and the request that follows.
    bool random = false;                          // Service and rest are drawn, exponentially.
  };
  struct Record : ScheduledRequest {
    std::size_t source = 0;   // Which client, in order of add_client().
    std::int64_t number = 0;  // Of that client's requests.
    Time arrived, started = Time::never(), ended = Time::never();
    std::int64_t times_started = 0;
  };

  SchedulerBench(RequestScheduler& scheduler, std::int64_t places, std::uint64_t seed = 1)
      : scheduler_(scheduler), places_(places), random_(seed, "bench") {}

  void add_client(const Client& client) {
    clients_.push_back(client);
    sent_.push_back(0);
    for (std::int64_t i = 0; i < std::min(client.outstanding, client.requests); ++i)
      send(clients_.size() - 1, client.first);
  }

  // Until all is answered, or `until`, or the scheduler lets nothing start any more.
  void run(Time until = Time::never()) {
    while (!due_.empty() && std::get<0>(*due_.begin()) <= until) {
      const auto [at, order, kind, record] = *due_.begin();
      due_.erase(due_.begin());
      now_ = at;
      step(kind, record);
    }
  }

  const std::deque<Record>& records() const { return records_; }
  const std::vector<const Record*>& starts() const { return starts_; }
  std::int64_t most_in_flight() const { return most_in_flight_; }
  Time now() const { return now_; }

  // Starts of a client at or before an instant.
  std::int64_t started(std::size_t source, Time until = Time::never()) const {
    return std::count_if(starts_.begin(), starts_.end(),
                         [&](const Record* r) { return r->source == source && r->started <= until; });
  }
  Duration longest_wait(std::size_t source) const {
    Duration longest;
    for (const Record* record : starts_)
      if (record->source == source) longest = std::max(longest, record->started - record->arrived);
    return longest;
  }

 private:
  enum class Kind : std::uint8_t { arrival, end, look, chance };
  using Due = std::tuple<Time, std::uint64_t, Kind, Record*>;

  void at(Time when, Kind kind, Record* record) { due_.emplace(when, order_++, kind, record); }

  Duration drawn(const Client& client, Duration mean) {
    return client.random ? Duration::seconds(mean.in_seconds() * random_.exponential()) : mean;
  }

  void send(std::size_t source, Time when) {
    Record& record = records_.emplace_back();
    record.client = clients_[source].client;
    record.job = clients_[source].job;
    record.source = source;
    record.number = sent_[source]++;
    record.arrived = when;
    at(when, Kind::arrival, &record);
  }

  void step(Kind kind, Record* record) {
    switch (kind) {
      case Kind::arrival: scheduler_.add(*record, now_); break;
      case Kind::end: {
        --in_flight_;
        record->ended = now_;
        scheduler_.finished(*record);
        const Client& client = clients_[record->source];
        if (sent_[record->source] < client.requests) send(record->source, now_ + drawn(client, client.rest));
        break;
      }
      case Kind::look:
        EXPECT_EQ(scheduler_.take(now_), nullptr) << "before its next chance, at " << now_.ns();
        return;
      case Kind::chance: {
        const std::size_t before = starts_.size();
        promised_ = Time::never();
        start_what_may();
        EXPECT_GT(starts_.size(), before) << "nothing at its next chance, " << now_.ns();
        return;
      }
    }
    drop_promise();
    start_what_may();
  }

  void drop_promise() {
    if (promised_ == Time::never()) return;
    std::erase_if(due_, [](const Due& due) { return std::get<2>(due) >= Kind::look; });
    promised_ = Time::never();
  }

  void start_what_may() {
    while (in_flight_ < places_) {
      const Time next = scheduler_.next_chance(now_);
      auto* const record = static_cast<Record*>(scheduler_.take(now_));
      if (record == nullptr) {
        EXPECT_GT(next, now_) << "promised something now";
        return hold_to(scheduler_.next_chance(now_));
      }
      EXPECT_EQ(next, now_) << "promised nothing now";
      start(*record);
    }
  }

  void hold_to(Time next) {
    if (next == Time::never()) return;
    if (next <= now_) return due_.clear();  // A promise broken already.
    promised_ = next;
    const Duration wait = next - now_;
    if (wait > 1_ns) {
      at(now_ + wait / 2, Kind::look, nullptr);
      at(next - 1_ns, Kind::look, nullptr);
    }
    at(next, Kind::chance, nullptr);
  }

  void start(Record& record) {
    ++record.times_started;
    record.started = now_;
    starts_.push_back(&record);
    most_in_flight_ = std::max(most_in_flight_, ++in_flight_);
    const Client& client = clients_[record.source];
    at(now_ + drawn(client, client.service), Kind::end, &record);
  }

  RequestScheduler& scheduler_;
  std::int64_t places_;
  RandomStream random_;
  std::vector<Client> clients_;
  std::vector<std::int64_t> sent_;
  std::deque<Record> records_;
  std::vector<const Record*> starts_;
  std::set<Due> due_;
  std::uint64_t order_ = 0;
  Time now_, promised_ = Time::never();
  std::int64_t in_flight_ = 0, most_in_flight_ = 0;
};

}  // namespace headrace
