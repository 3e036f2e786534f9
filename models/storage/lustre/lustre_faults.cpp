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

// Returns the target of a request among those that can fail: names are on those of the metadata servers.
std::size_t Lustre::target_of(const StorageRequest& request) const {
  const bool names = static_cast<const Rpc&>(request).is_metadata();
  return static_cast<std::size_t>(request.target + (names ? osts() : 0));
}

void Lustre::adopt(std::size_t number, std::size_t server) {
  const auto target = static_cast<std::int32_t>(number);
  if (!is_mdt(target)) return osss_[server].adopt(target, server_of(target).target(target));
  const std::size_t own = number - static_cast<std::size_t>(osts());
  mdss_[server - osss_.size()].adopt(static_cast<std::int32_t>(own), target, mdss_[own]);
}

Outages& Lustre::outages() {
  if (outages_) return *outages_;
  Outages::Layout layout;
  for (std::int64_t i = 0; i < osts(); ++i)
    layout.homes.push_back(static_cast<std::size_t>(i) % osss_.size());
  for (std::size_t i = 0; i < mdss_.size(); ++i) layout.homes.push_back(osss_.size() + i);
  layout.groups = {osss_.size(), mdss_.size()};
  Outages::Owner& owner = *this;
  outages_ = std::make_unique<Outages>(scope_.sim(), owner, layout);
  for (std::size_t i = 0; i < osss_.size(); ++i) osss_[i].note_outages(*outages_, i);
  for (std::size_t i = 0; i < mdss_.size(); ++i) mdss_[i].note_outages(*outages_, osss_.size() + i);
  return *outages_;
}

// Takes a part down; where bulk data moves by flows only before anything moves, as that cannot be lost.
void Lustre::goes_down(const Place& place, const Outage& outage) {
  HEADRACE_CHECK(!network_.flows() || scope_.sim().now() == Time());
  const auto number = static_cast<std::size_t>(place.number);
  switch (place.part) {
    case Part::ost: return outages().target_goes_down(number, outage);
    case Part::oss: outages().server_goes_down(number, outage); return osss_[number].forget_pages();
    case Part::mds:
      outages().server_goes_down(osss_.size() + number, outage);
      return mdss_[number].lose_waiting();
    default: HEADRACE_CHECK(false);
  }
}

void Lustre::comes_up(const Place& place) {
  const auto number = static_cast<std::size_t>(place.number);
  if (place.part == Part::ost) return outages().target_comes_up(number);
  outages().server_comes_up(place.part == Part::mds ? osss_.size() + number : number);
}

}  // namespace headrace
