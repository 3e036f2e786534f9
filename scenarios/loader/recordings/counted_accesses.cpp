#include "scenarios/loader/recordings/counted_accesses.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "sim/check.h"

namespace headrace {

namespace {

// Returns how many of the first `count` accesses are of the first `some` of `processes` that take turns.
std::int64_t turns(std::int64_t count, std::int64_t some, std::int64_t processes) {
  return count / processes * some + std::min(count % processes, some);
}

}  // namespace

// Bin: accesses whose length is not told but for its bounds.
struct CountedAccesses::Bin {
  std::int64_t accesses = 0, shortest = 0, longest = 0;
};

CountedAccesses::CountedAccesses(const AccessCounts& counts, std::span<const CommonSize> common)
    : accesses_(counts.accesses), bytes_(counts.bytes), extent_(counts.last_byte + 1) {
  HEADRACE_CHECK(accesses_ >= 0 && bytes_ >= 0);
  if (extent_ <= 0) extent_ = bytes_;
  const bool scatters = counts.sequential >= 0 && counts.sequential * 2 < accesses_ - 1;
  const bool gapless = counts.consecutive < 0 || counts.consecutive * 2 >= accesses_ - 1;
  order_ = scatters ? Order::scattered : gapless || bytes_ > extent_ ? Order::consecutive : Order::ascending;
  runs_ = runs_of(counts, common);
  std::int64_t first = 0, bytes = 0;
  for (Run& run : runs_) {
    run.first = std::exchange(first, first + run.accesses);
    run.bytes = std::exchange(bytes, bytes + run.accesses * run.length);
  }
  HEADRACE_CHECK(first == accesses_ && bytes == bytes_);
}

// Takes accesses of common sizes out of their bins; returns the bytes that are left.
std::int64_t CountedAccesses::take_common(std::vector<Bin>& bins, std::span<const CommonSize> common,
                                          std::int64_t bytes, std::vector<Run>& runs) {
  for (const CommonSize& size : common) {
    if (size.length < 0 || size.accesses <= 0) continue;
    Bin& bin = bins[access_size_bin(size.length)];
    std::int64_t taken = std::min(size.accesses, bin.accesses);
    if (size.length > 0) taken = std::min(taken, bytes / size.length);
    if (taken == 0) continue;
    bin.accesses -= taken;
    bytes -= taken * size.length;
    runs.push_back({size.length, taken, 0, 0});
    common_ += taken;
  }
  return bytes;
}

std::vector<CountedAccesses::Run> CountedAccesses::runs_of(const AccessCounts& counts,
                                                           std::span<const CommonSize> common) {
  if (accesses_ == 0) return {};
  std::vector<Bin> bins(kAccessSizeBins);
  std::int64_t unknown = accesses_;
  for (std::size_t b = 0; b < kAccessSizeBins; ++b) {
    bins[b] = {std::clamp<std::int64_t>(counts.sizes[b], 0, unknown), b == 0 ? 0 : kLongestAccess[b - 1] + 1,
               kLongestAccess[b]};
    unknown -= bins[b].accesses;
  }
  bins.push_back({unknown, 0, kLongestAccess[kAccessSizeBins - 1]});
  std::vector<Run> runs;
  const std::int64_t left = take_common(bins, common, bytes_, runs);
  if (!fill(bins, left, runs)) {
    common_ = 0;
    runs.clear();
    fill({{accesses_, 0, 0}}, bytes_, runs);
  }
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Run& one, const Run& other) { return one.length < other.length; });
  return runs;
}

// Adds the accesses of bins, each as far between its bounds as all others, so that they are of so many bytes;
// returns false where no lengths are.
bool CountedAccesses::fill(std::vector<Bin> bins, std::int64_t bytes, std::vector<Run>& runs) {
  std::erase_if(bins, [](const Bin& bin) { return bin.accesses == 0; });
  std::int64_t accesses = 0, least = 0, most = 0;
  for (Bin& bin : bins) {
    bin.longest = std::max(bin.shortest, std::min(bin.longest, bytes / bin.accesses));
    accesses += bin.accesses;
    least += bin.accesses * bin.shortest;
    most += bin.accesses * bin.longest;
  }
  if (accesses == 0) return bytes == 0;
  const double share =
      most == least
          ? 0
          : std::clamp(static_cast<double>(bytes - least) / static_cast<double>(most - least), 0.0, 1.0);
  for (Bin& bin : bins) {
    bin.shortest += static_cast<std::int64_t>(share * static_cast<double>(bin.longest - bin.shortest));
    bytes -= bin.accesses * bin.shortest;
  }
  // The bytes that are too few or too many by now are shared by all, and what remains by the first ones.
  std::int64_t remainder = (bytes % accesses + accesses) % accesses;
  const std::int64_t each = (bytes - remainder) / accesses;
  for (const Bin& bin : bins) {
    const std::int64_t length = bin.shortest + each;
    if (length < 0) return false;
    const std::int64_t longer = std::min(remainder, bin.accesses);
    remainder -= longer;
    if (longer < bin.accesses) runs.push_back({length, bin.accesses - longer, 0, 0});
    if (longer > 0) runs.push_back({length + 1, longer, 0, 0});
  }
  return true;
}

const CountedAccesses::Run& CountedAccesses::run_of(std::int64_t index) const {
  const auto behind = std::upper_bound(runs_.begin(), runs_.end(), index,
                                       [](std::int64_t at, const Run& run) { return at < run.first; });
  return *std::prev(behind);
}

std::int64_t CountedAccesses::bytes_before(std::int64_t process, std::int64_t processes) const {
  std::int64_t bytes = 0;
  for (const Run& run : runs_)
    bytes += run.length *
             (turns(run.first + run.accesses, process, processes) - turns(run.first, process, processes));
  return bytes;
}

AccessShare CountedAccesses::share(std::int64_t process, std::int64_t processes) const {
  return {*this, process, processes};
}

AccessShare::AccessShare(const CountedAccesses& all, std::int64_t process, std::int64_t processes)
    : all_(&all),
      process_(process),
      processes_(processes),
      accesses_(turns(all.accesses_, process + 1, processes) - turns(all.accesses_, process, processes)) {
  using Order = CountedAccesses::Order;
  if (all.order_ == Order::consecutive)
    place_ = all.bytes_before(process, processes) + std::max<std::int64_t>(0, all.extent_ - all.bytes_);
  if (all.order_ != Order::scattered || accesses_ < 2) return;
  constexpr double kGoldenSection = 0.618;  // Whose multiples scatter evenly.
  step_ =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(kGoldenSection * static_cast<double>(accesses_)));
  while (std::gcd(step_, accesses_) != 1) ++step_;
}

CountedAccess AccessShare::next() {
  using Order = CountedAccesses::Order;
  const std::int64_t index = process_ + at_ * step_ % accesses_ * processes_;
  ++at_;
  const CountedAccesses::Run& run = all_->run_of(index);
  CountedAccess access{place_, run.length};
  if (all_->order_ == Order::consecutive) {
    place_ += run.length;
  } else {
    access.offset = run.bytes + (index - run.first) * run.length;
    const std::int64_t gaps = std::max<std::int64_t>(0, all_->extent_ - all_->bytes_);
    const std::int64_t steps = std::max<std::int64_t>(1, all_->accesses_ - 1);
    access.offset += gaps / steps * index + gaps % steps * index / steps;
  }
  if (all_->extent_ > 0) access.offset %= all_->extent_;
  access.offset =
      std::clamp<std::int64_t>(access.offset, 0, std::max<std::int64_t>(0, all_->extent_ - run.length));
  return access;
}

}  // namespace headrace
