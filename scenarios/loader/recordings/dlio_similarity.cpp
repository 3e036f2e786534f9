#include "scenarios/loader/recordings/dlio_similarity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "scenarios/loader/recordings/recording_profile.h"

namespace headrace {

namespace {

constexpr std::size_t kFactors = 11;

double share_of(std::int64_t part, std::int64_t all) {
  return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0;
}

std::vector<double> access_lengths(const Recording& recording) {
  std::vector<double> lengths;
  for (const RecordedProcess& process : recording.processes)
    for (const RecordedOperation& operation : process.operations)
      if (operation.moves_bytes() && operation.layer != RecordedLayer::mpi)
        lengths.push_back(static_cast<double>(operation.length.count()));
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

std::array<double, kFactors> factors_of(const Recording& recording) {
  const RecordingProfile profile = profile_of(recording);
  const std::vector<double> lengths = access_lengths(recording);
  if (lengths.empty()) return {};
  const std::int64_t count = profile.reads.count + profile.writes.count;
  const double seconds = (profile.reads.time + profile.writes.time).in_seconds();
  const Bytes bytes = profile.reads.bytes + profile.writes.bytes;
  const auto all_bytes = static_cast<double>(bytes.count());
  return {seconds,
          static_cast<double>(profile.reads.bytes.count()),
          static_cast<double>(profile.writes.bytes.count()),
          lengths.front(),
          lengths.back(),
          all_bytes / static_cast<double>(count),
          lengths[lengths.size() / 2],
          seconds > 0 ? all_bytes / seconds : 0,
          share_of(profile.reads.sequential + profile.writes.sequential, count),
          share_of(profile.reads.consecutive + profile.writes.consecutive, count),
          static_cast<double>(profile.read_only + profile.read_write)};
}

}  // namespace

double dlio_similarity(const Recording& one, const Recording& other) {
  const std::array<double, kFactors> a = factors_of(one), b = factors_of(other);
  double product = 0, square_a = 0, square_b = 0;
  for (std::size_t i = 0; i < kFactors; ++i) {
    const double larger = std::max(a[i], b[i]);
    if (larger <= 0) continue;
    product += a[i] * b[i] / (larger * larger);
    square_a += a[i] * a[i] / (larger * larger);
    square_b += b[i] * b[i] / (larger * larger);
  }
  if (square_a <= 0 || square_b <= 0) return square_a <= 0 && square_b <= 0 ? 1 : 0;
  return product / std::sqrt(square_a * square_b);
}

}  // namespace headrace
