#include "models/hardware/accelerator_links.h"

#include <algorithm>

namespace headrace {

AcceleratorLinks::Pair::Pair(Simulation& sim, const std::string& name, Bandwidth bandwidth, PartId part)
    : to_device(sim, name + " to devices", bandwidth, std::nullopt, part),
      from_device(sim, name + " from devices", bandwidth, std::nullopt, part) {}

AcceleratorLinks::AcceleratorLinks(Simulation& sim, const std::string& node, const PcieSpec& spec,
                                   std::int64_t accelerators)
    : sim_(sim), spec_(spec) {
  for (std::int64_t i = 0; i < spec.links(accelerators); ++i)
    links_.emplace_back(sim, node + " link " + std::to_string(i), spec.bandwidth, sim.blamed(node, "pcie"));
}

Link& AcceleratorLinks::of(std::int64_t accelerator, Way way) {
  const std::int64_t each = std::max<std::int64_t>(1, spec_.accelerators_per_link);
  const auto number = static_cast<std::size_t>(spec_.accelerators_per_link == 0 ? 0 : accelerator / each);
  Pair& pair = links_[number % links_.size()];
  return way == Way::to_device ? pair.to_device : pair.from_device;
}

double AcceleratorLinks::utilisation() {
  const Duration elapsed = sim_.now().since_start();
  if (elapsed == Duration()) return 0;
  double sum = 0;
  for (Pair& pair : links_) sum += std::max(pair.to_device.busy(), pair.from_device.busy()) / elapsed;
  return sum / static_cast<double>(links_.size());
}

}  // namespace headrace
