#include "scenarios/loader/sweep/designs/sobol.h"

#include <boost/random/sobol.hpp>

#include "scenarios/loader/sweep/designs/design.h"
#include "sim/random.h"

namespace headrace {

void sobol_point(std::int64_t point, std::span<const std::uint64_t> shifts, std::span<double> shares) {
  // The library leaves out the first point, at 0 on every axis, without which parts would be filled unevenly.
  boost::random::sobol sequence(shares.size());
  if (point > 0) sequence.discard(static_cast<std::uint64_t>(point - 1) * shares.size());
  for (std::size_t i = 0; i < shares.size(); ++i)
    shares[i] = static_cast<double>(((point > 0 ? sequence() : 0) ^ shifts[i]) >> 11) * 0x1p-53;
}

void place_in_sobol(const DesignSetting& setting, std::int64_t point, std::span<double> shares) {
  std::vector<std::uint64_t> shifts;
  for (const std::string& name : setting.names)
    shifts.push_back(RandomStream(setting.seed, "sweep/sobol/" + name).bits());
  sobol_point(point, shifts, shares);
}

}  // namespace headrace
