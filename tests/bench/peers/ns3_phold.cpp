// PHOLD and the closed clients on the core of ns-3, under the fastest of its schedulers for them and under
// the one that it takes where nothing is said. `ns3_phold ROW` prints a line of the row for each.
#include <ns3/nstime.h>
#include <ns3/object-factory.h>
#include <ns3/simulator.h>

#include <array>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "tests/bench/measure.h"

namespace {

using headrace::CheapRandom;
using headrace::PholdPlace;

constexpr std::int64_t kClients = 1000;

struct Model {
  CheapRandom random{1};
  std::uint64_t done = 0;
  std::uint64_t wanted = 0;
  std::vector<PholdPlace> places;
  std::deque<std::int64_t> waiting;
  bool busy = false;
};
Model* model =
    nullptr;  // ns-3 has one simulator a program, and functions without an object are its cheapest.

ns3::Time exponential(double mean) { return ns3::NanoSeconds(model->random.exponential_ns(mean)); }

void hop(std::int64_t place) {
  ++model->places[static_cast<std::size_t>(place)].visits;
  if (++model->done >= model->wanted) return ns3::Simulator::Stop();
  const auto next = static_cast<std::int64_t>(model->random.below(model->places.size()));
  ns3::Simulator::Schedule(exponential(headrace::kHopNs), &hop, next);
}

void arrive(std::int64_t client);
void leave(std::int64_t client);
void think(std::int64_t client) {
  ns3::Simulator::Schedule(exponential(headrace::kThinkNs), &arrive, client);
}
void serve(std::int64_t client) { ns3::Simulator::Schedule(exponential(headrace::kServeNs), &leave, client); }
void arrive(std::int64_t client) {
  if (model->busy) return model->waiting.push_back(client);
  model->busy = true;
  serve(client);
}
void leave(std::int64_t client) {
  if (++model->done >= model->wanted) return ns3::Simulator::Stop();
  if (model->waiting.empty()) {
    model->busy = false;
  } else {
    ns3::Simulator::ScheduleNow(&serve, model->waiting.front());
    model->waiting.pop_front();
  }
  think(client);
}

struct Row {
  std::string_view name;
  std::size_t pending;  // 0: the closed clients.
  std::uint64_t wanted;
};
constexpr std::array<Row, 4> kRows = {{
    {"phold_callbacks/1000", 1'000, 3'000'000},
    {"phold_callbacks/100000", 100'000, 1'000'000},
    {"phold_callbacks/1000000", 1'000'000, 1'000'000},
    {"closed_server_callbacks", 0, 1'000'000},
}};

// Events or requests a second of the processor.
double measure(const Row& row, const char* scheduler) {
  ns3::ObjectFactory factory;
  factory.SetTypeId(scheduler);
  ns3::Simulator::SetScheduler(factory);
  Model fresh;
  model = &fresh;
  fresh.wanted = row.wanted;
  fresh.places.resize(row.pending);
  for (std::size_t i = 0; i < row.pending; ++i)
    ns3::Simulator::Schedule(exponential(headrace::kHopNs), &hop, static_cast<std::int64_t>(i));
  for (std::int64_t i = 0; row.pending == 0 && i < kClients; ++i) think(i);
  const double begun = headrace::cpu_seconds();
  ns3::Simulator::Run();
  const double spent = headrace::cpu_seconds() - begun;
  ns3::Simulator::Destroy();
  return static_cast<double>(row.wanted) / spent;
}

}  // namespace

int main(int count, char** arguments) {
  for (const Row& row : kRows) {
    if (count < 2 || row.name != arguments[1]) continue;
    headrace::print_row(arguments[1], "ns-3 priority queue", measure(row, "ns3::PriorityQueueScheduler"));
    headrace::print_row(arguments[1], "ns-3 map (default)", measure(row, "ns3::MapScheduler"));
  }
}
