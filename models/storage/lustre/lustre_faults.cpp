// What faults and background load do to the servers.

#include "models/storage/lustre/lustre.h"
#include "sim/check.h"

namespace headrace {

Speed& Lustre::speed(const Place& place, Aspect aspect) {
  const auto number = static_cast<std::size_t>(place.number);
  if (place.part == Part::ost) {
    const auto target = static_cast<std::int32_t>(place.number);
    Device& device = server_of(target).target(target).device;
    return aspect == Aspect::array ? device.array() : device.speed();
  }
  if (place.part == Part::oss) return network_.speed(osss_[number].port());
  HEADRACE_CHECK(place.part == Part::mds);
  return aspect == Aspect::port ? network_.speed(mdss_[number].port()) : mdss_[number].speed();
}

void Lustre::adopt(std::int32_t target, std::size_t server) {
  if (!is_mdt(target)) {
    osss_[server].adopt(target, server_of(target).target(target));
    return;
  }
  const auto number = static_cast<std::int32_t>(target - osts());
  mdss_[server - osss_.size()].adopt(number, target, mdss_[static_cast<std::size_t>(number)]);
}

Outages& Lustre::outages() {
  if (outages_) return *outages_;
  Outages::Counts counts;
  counts.targets = spec_.ost.count;
  counts.servers = spec_.oss.count;
  counts.metadata_servers = spec_.mds.count;
  Outages::Owner& owner = *this;
  outages_ = std::make_unique<Outages>(scope_.sim(), owner, counts);
  for (std::size_t i = 0; i < osss_.size(); ++i) osss_[i].note_outages(*outages_, i);
  for (std::size_t i = 0; i < mdss_.size(); ++i) mdss_[i].note_outages(*outages_, osss_.size() + i);
  return *outages_;
}

// Takes a part down; never where bulk data moves by flows, as what moves cannot be lost.
void Lustre::goes_down(const Place& place, const Outage& outage) {
  HEADRACE_CHECK(!network_.flows());
  outages().goes_down(place, outage);
  if (place.part == Part::oss) osss_[static_cast<std::size_t>(place.number)].forget_pages();
  if (place.part == Part::mds) mdss_[static_cast<std::size_t>(place.number)].lose_waiting();
}

void Lustre::comes_up(const Place& place) { outages().comes_up(place); }

}  // namespace headrace
