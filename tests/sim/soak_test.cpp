// A thousand million events that pass time up to 2^63 ns: nothing overflows, drifts or grows.
//
// Places of a PHOLD make one event for each that they had, and cancel decoys, so that the sequence of events
// passes 2^31; processes take units of a resource and move bytes over a link against a deadline. The spans
// are such that the clock ends near its own end, whatever the number of events.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "sim/link.h"
#include "sim/resource.h"
#include "sim/task_group.h"
#include "tests/sim/timeout.h"

namespace headrace {
namespace {

constexpr std::uint64_t kPlaces = 1000;
constexpr std::int64_t kWalkers = 64;
constexpr double kRate = 1e6;  // Bytes a second.

// The share of a process that sleeps twice, waits and moves bytes is about 3 events for each of its spans.
constexpr double kEventsPerSpan = static_cast<double>(kPlaces) + 3 * kWalkers;

class Soak {
 public:
  explicit Soak(std::uint64_t events)
      : events_(events),
        span_(Duration::seconds(0.8 * 0x1p63 * 1e-9 * kEventsPerSpan / static_cast<double>(events))),
        places_(kPlaces),
        walkers_(sim_) {
    for (std::uint64_t i = 0; i < kPlaces; ++i) schedule_hop(i);
    for (std::int64_t i = 0; i < kWalkers; ++i) walkers_.spawn({}, walk());
  }

  void run_to(std::uint64_t events) {
    RunLimits limits;
    limits.events = events;
    ASSERT_EQ(sim_.run(limits).end, RunEnd::event_limit);
  }
  void run_to_the_end() { run_to(events_); }

  // Each place hops once a span, give or take an even part of it: k hops vary by k / 3.
  void expect_no_drift() {
    const double spans = sim_.now().since_start() / span_;
    const double hops = spans * static_cast<double>(kPlaces);
    EXPECT_NEAR(static_cast<double>(hops_), hops, 4 * std::sqrt(hops / 3) + kPlaces);
    EXPECT_EQ(disorder_, 0u);
    // The link moved its full rate whenever it moved at all: to the bytes under way and to a few nanoseconds
    // for each transfer.
    const double moved = static_cast<double>(link_.bytes_moved().count());
    const double busy = link_.busy().in_seconds();
    EXPECT_NEAR(moved, busy * kRate,
                1e-9 * moved + static_cast<double>(kWalkers * most_moved().count()) +
                    static_cast<double>(started_) * 8e-9 * kRate);
    EXPECT_GT(busy, 0.2 * sim_.now().since_start().in_seconds());
    EXPECT_LT(link_.busy(), sim_.now().since_start());
    EXPECT_GT(late_, 0u);
    EXPECT_GT(in_time_, late_);
    EXPECT_LE(started_ - late_ - in_time_, static_cast<std::uint64_t>(kWalkers));
    EXPECT_EQ(threads_.free() + threads_.in_use(), threads_.units());
    EXPECT_LE(threads_.waiting(), static_cast<std::size_t>(kWalkers));
  }
  Simulation& sim() { return sim_; }
  EventId first_decoy() const { return first_decoy_; }
  std::uint64_t last_sequence() const { return last_.key >> EventEntry::kSlotBits; }

 private:
  Bytes most_moved() const {
    return Bytes::count(static_cast<std::int64_t>(kRate * span_.in_seconds() / 40));
  }
  Duration any_span() {
    return Duration::nanoseconds(
        static_cast<std::int64_t>(draws_.below(static_cast<std::uint64_t>(2 * span_.ns()))));
  }
  void schedule_hop(std::uint64_t place) {
    Place& own = places_[place];
    const Time at = sim_.now() + any_span();
    own.due = at;
    last_ = sim_.schedule(at, {&hop, this, place});
    sim_.cancel(own.decoys[0]);
    own.decoys[0] = sim_.schedule(at + span_, {&decoy, this, 0});  // Is cancelled by the hop before it.
    if (!first_decoy_) first_decoy_ = own.decoys[0];
    if (at.ns() % 2 == 0) return;
    sim_.cancel(own.decoys[1]);
    own.decoys[1] = sim_.schedule(Time::never(), {&decoy, this, 0});
  }
  static void hop(void* self, std::uint64_t place) {
    auto& soak = *static_cast<Soak*>(self);
    if (soak.sim_.now() != soak.places_[place].due || soak.sim_.now() < soak.before_) ++soak.disorder_;
    soak.before_ = soak.sim_.now();
    ++soak.hops_;
    soak.schedule_hop(place);
  }
  static void decoy(void* self, std::uint64_t) { ++static_cast<Soak*>(self)->disorder_; }

  Task<> walk() {
    for (;;) {
      co_await sim_.delay(any_span());
      const Resource::Hold thread = co_await threads_.acquire();
      ++started_;
      const bool in_time = co_await within(sim_, span_ / 8, move());
      ++(in_time ? in_time_ : late_);
    }
  }
  Task<> move() {
    const auto most = static_cast<std::uint64_t>(most_moved().count());
    co_await link_.transfer(Bytes::count(static_cast<std::int64_t>(1 + draws_.below(most))));
  }

  struct Place {
    Time due;
    std::array<EventId, 2> decoys;
  };

  std::uint64_t events_;
  Duration span_;
  Simulation sim_{41};
  Resource threads_{sim_, "threads", 48};
  Link link_{sim_, "link", Bandwidth::bytes_per_second(kRate)};
  RandomStream draws_ = sim_.random("draws");
  std::vector<Place> places_;
  EventId first_decoy_, last_;
  Time before_;
  std::uint64_t hops_ = 0, disorder_ = 0, started_ = 0, in_time_ = 0, late_ = 0;
  TaskGroup walkers_;
};

std::int64_t resident_kib() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    std::int64_t kib = 0;
    if (word == "VmRSS:" && status >> kib) return kib;
  }
  return 0;
}

void soak(std::uint64_t events) {
  Soak model(events);
  model.run_to(events / 20);
  const std::int64_t before = resident_kib();
  const std::size_t pending = model.sim().pending();
  model.run_to_the_end();
  if (HEADRACE_POOL_FRAMES != 0) {  // The address sanitizer keeps what was freed, to find late uses of it.
    EXPECT_LT(resident_kib() - before, 2048);
  }
  EXPECT_LT(model.sim().pending(), pending + 2 * kWalkers + kPlaces);
  EXPECT_EQ(model.sim().events(), events);
  EXPECT_GT(model.sim().now().ns(), std::int64_t{1} << 62);
  if (events >= 1'000'000'000) {
    EXPECT_GT(model.last_sequence(), std::uint64_t{1} << 31);
  }
  model.expect_no_drift();

  // An id as old as the run names nothing, and the order of one instant still is that of scheduling.
  const std::size_t now_pending = model.sim().pending();
  model.sim().cancel(model.first_decoy());
  EXPECT_EQ(model.sim().pending(), now_pending);
  std::vector<std::uint64_t> order;
  const auto note = [](void* list, std::uint64_t word) {
    static_cast<std::vector<std::uint64_t>*>(list)->push_back(word);
  };
  const std::uint64_t fingerprint = model.sim().run({.events = events + 1}).fingerprint;
  for (std::uint64_t i = 0; i < 5; ++i) model.sim().schedule_in(1_ns, {note, &order, i});
  EXPECT_NE(model.sim().run({.until = model.sim().now() + 1_ns}).fingerprint, fingerprint);
  EXPECT_EQ(order, (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
}

TEST(Soak, AMillionEventsUpToTheEndOfTime) { soak(1'000'000); }

TEST(SoakLong, AThousandMillionEventsUpToTheEndOfTime) { soak(1'000'000'000); }

}  // namespace
}  // namespace headrace
