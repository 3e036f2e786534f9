// PHOLD, the closed clients and the memory of a waiting process on SimGrid's S4U: an actor each. A million of
// them, which the table has too, would want 17 GB. `simgrid_phold ROW` prints the row.
#include <sys/resource.h>

#include <cstdint>
#include <simgrid/s4u.hpp>
#include <string_view>
#include <vector>

#include "tests/bench/measure.h"

namespace {

namespace s4u = simgrid::s4u;
using headrace::CheapRandom;
using headrace::PholdPlace;

double peak_bytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_maxrss) * 1024;
}

class Model {
 public:
  Model() {
    s4u::NetZone* const zone = s4u::create_full_zone("zone");
    host_ = zone->create_host("host", 1e9);
    zone->seal();
  }
  // Returns events a second of the processor.
  double phold(const s4u::Engine& engine, std::uint64_t pending, std::uint64_t events) {
    places_.resize(pending);
    for (std::uint64_t i = 0; i < pending; ++i)
      s4u::Actor::create("walker", host_, [this, events] {
        while (done_ < events) {
          s4u::this_actor::sleep_for(random_.exponential(1));
          ++places_[random_.below(places_.size())].visits;
          ++done_;
        }
      });
    return run(engine);
  }
  // Returns requests a second of the processor.
  double closed_server(const s4u::Engine& engine, std::uint64_t clients, std::uint64_t requests) {
    for (std::uint64_t i = 0; i < clients; ++i)
      s4u::Actor::create("client", host_, [this, requests] {
        for (std::uint64_t k = 0; k < requests; ++k) {
          s4u::this_actor::sleep_for(random_.exponential(headrace::kThinkNs * 1e-9));
          server_->acquire();
          s4u::this_actor::sleep_for(random_.exponential(headrace::kServeNs * 1e-9));
          server_->release();
          ++done_;
        }
      });
    return run(engine);
  }

 private:
  double run(const s4u::Engine& engine) {
    const double begun = headrace::cpu_seconds();
    engine.run();
    return static_cast<double>(done_) / (headrace::cpu_seconds() - begun);
  }

  s4u::Host* host_ = nullptr;
  s4u::SemaphorePtr server_ = s4u::Semaphore::create(1);
  std::vector<PholdPlace> places_;
  std::uint64_t done_ = 0;
  CheapRandom random_{1};
};

}  // namespace

int main(int count, char** arguments) {
  const std::string_view row = count > 1 ? arguments[1] : "";
  const char* const name = row.empty() ? "" : arguments[1];
  if (!row.starts_with("phold_coroutines") && row != "closed_server_coroutines" &&
      row != "memory_delayed_process")
    return 0;
  const s4u::Engine engine(&count, arguments);
  s4u::Engine::set_config(
      "contexts/guard-size:0");  // A page beside each stack is more mappings than Linux gives.
  Model model;
  if (row == "phold_coroutines/1000")
    headrace::print_row(name, "SimGrid", model.phold(engine, 1000, 1'000'000));
  if (row == "phold_coroutines/100000")
    headrace::print_row(name, "SimGrid", model.phold(engine, 100'000, 300'000));
  if (row == "closed_server_coroutines")
    headrace::print_row(name, "SimGrid", model.closed_server(engine, 1000, 300));
  if (row == "memory_delayed_process") {
    constexpr std::uint64_t kActors = 20'000;
    const double before = peak_bytes();
    model.phold(engine, kActors, 10 * kActors);
    headrace::print_row(name, "SimGrid", (peak_bytes() - before) / kActors);
  }
}
