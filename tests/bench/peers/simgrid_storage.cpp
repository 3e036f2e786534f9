// The storage side by side (storage_cases.h) on SimGrid's S4U. `simgrid_storage ROW` prints the row.
//
// What makes it fair: an actor hands over to a fresh one every 50 files, because SimGrid 3.32 walks a list of
// all the activities that an actor ever began; the network model takes bandwidth and latency as they are
// given (CM02) and lets acknowledgements cost nothing.
#include <cstdint>
#include <functional>
#include <simgrid/s4u.hpp>
#include <string>
#include <vector>

#include "tests/bench/storage_cases.h"

namespace {

namespace s4u = simgrid::s4u;
constexpr std::uint32_t kFilesOfAnActor = 50;

class Model {
 public:
  explicit Model(const headrace::StorageCase& scenario)
      : processes_(scenario.clients * scenario.workers), files_(scenario.files) {
    zone_ = s4u::create_star_zone("star");
    for (std::uint32_t i = 0; i < headrace::kTargets; ++i) {
      s4u::Host* const host = add_host("target" + std::to_string(i), scenario.target_nic);
      s4u::Disk* const disk = host->create_disk("disk" + std::to_string(i), scenario.disk, 1e9);
      disk->seal();
      host->seal();
      targets_.push_back(host);
      disks_.push_back(disk);
    }
    for (std::uint32_t i = 0; i < scenario.clients; ++i) {
      clients_.push_back(add_host("client" + std::to_string(i), headrace::kClientNic));
      clients_.back()->seal();
    }
    zone_->seal();
    for (std::uint32_t p = 0; p < processes_; ++p) start(p, p);
  }

 private:
  s4u::Host* add_host(const std::string& name, double bandwidth) {
    s4u::Host* const host = zone_->create_host(name, 1e9);
    auto* const link = zone_->create_split_duplex_link("link/" + name, bandwidth);
    link->set_latency(static_cast<double>(headrace::kLatencyNs) * 0.5e-9)->seal();
    zone_->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                     {{link, s4u::LinkInRoute::Direction::UP}}, true);
    return host;
  }
  void start(std::uint32_t process, std::uint32_t first) {
    s4u::Host* const client = clients_[process % clients_.size()];
    s4u::Actor::create("reader", client, [this, process, first] { read(process, first); });
  }
  void read(std::uint32_t process, std::uint32_t first) {
    s4u::Host* const client = clients_[process % clients_.size()];
    std::uint32_t left = kFilesOfAnActor;
    for (std::uint32_t file = first; file < files_; file += processes_) {
      if (left-- == 0) return start(process, file);
      const auto size = static_cast<std::uint64_t>(headrace::file_size(file));
      const std::uint32_t target = file % headrace::kTargets;
      disks_[target]->read(size);
      s4u::Comm::sendto(targets_[target], client, size);
    }
  }

  std::uint32_t processes_;
  std::uint32_t files_;
  s4u::NetZone* zone_ = nullptr;
  std::vector<s4u::Host*> targets_;
  std::vector<s4u::Disk*> disks_;
  std::vector<s4u::Host*> clients_;
};

}  // namespace

int main(int count, char** arguments) {
  for (const headrace::StorageCase& scenario : headrace::kStorageCases) {
    if (count < 2 || scenario.name != arguments[1]) continue;
    s4u::Engine engine(&count, arguments);
    s4u::Engine::set_config("network/model:CM02");
    s4u::Engine::set_config("network/crosstraffic:0");
    const Model model(scenario);
    const double begun = headrace::cpu_seconds();
    engine.run();
    const double spent = headrace::cpu_seconds() - begun;
    headrace::print_row(arguments[1], "SimGrid", scenario.files / spent, s4u::Engine::get_clock());
  }
}
