#include "models/storage/lustre/lustre_spec.h"

#include <algorithm>

#include "models/cache/foresight.h"
#include "models/storage/layout.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr Bytes kStripeUnit = 64_KiB;
constexpr Bytes kLargestRpc = 16_MiB;

// Warns of a stripe size that Lustre refuses.
void check_stripes(const LayoutSpec& layout, Check& check) {
  const std::int64_t size = layout.stripe_size.count();
  const std::int64_t unit = kStripeUnit.count();
  if (size % unit == 0) return;
  const Bytes near = std::max<std::int64_t>(1, (size + unit / 2) / unit) * kStripeUnit;
  check.warn({.field = "layout.stripe_size",
              .code = "W0061",
              .sentence = "Lustre refuses a stripe size of " + text_of(layout.stripe_size) +
                          ": stripes are multiples of 64 KiB",
              .meant = text_of(near)});
}

// Warns of RPCs that no server is set to.
void check_rpcs(Bytes size, Check& check) {
  const bool is_power = (size.count() & (size.count() - 1)) == 0;
  if (is_power && size <= kLargestRpc) return;
  check.warn({.field = "client.rpc_size",
              .code = "W0055",
              .sentence = "no server of Lustre is set to RPCs of " + text_of(size) +
                          ": brw_size is a power of two of at most 16 MiB",
              .help = "1, 2, 4, 8 and 16 MiB are usual: obdfilter.*.brw_size, of which "
                      "osc.*.max_pages_per_rpc is at most all"});
}

// Returns the room of all targets together as the run begins, without how that of single ones spreads.
Bytes free_before_run(const OstSpec& ost) {
  const double newer = static_cast<double>(std::min(ost.newer, ost.count));
  const double targets =
      (static_cast<double>(ost.count) - newer) * (1 - ost.fill) + newer * (1 - ost.newer_fill);
  return Bytes::count(static_cast<std::int64_t>(targets * static_cast<double>(ost.capacity.count())));
}

}  // namespace

StoreFacts LustreSpec::facts() const {
  StoreFacts facts;
  facts.set(Part::ost, ost.count);
  facts.set(Part::oss, oss.count);
  facts.set(Part::mds, mds.count);
  facts.drives = ost.device.drives.name();
  facts.pages_share = client.max_cached_share;
  facts.request = client.rpc_size;
  facts.locks_ahead = true;
  facts.places_by_space = placement.name() == "free_space";
  if (ost.capacity > Bytes()) facts.free = free_before_run(ost);
  facts.check_layout = check_stripes;
  if (job_scheduler) {
    facts.order = "scheduler between jobs";
  } else if (oss.scheduler.name() != "fifo") {
    facts.order = "OSS scheduler";
  }
  return facts;
}

void LustreSpec::check(Check& check) const {
  refuse_foresight(check, "client.page_cache.policy", client.page_cache);
  if (oss.read_cache) refuse_foresight(check, "oss.read_cache.policy", oss.read_cache->policy);
  check_rpcs(client.rpc_size, check);
  if (oss.count <= ost.count) return;
  check.warn({.field = "oss.count",
              .code = "W0003",
              .sentence = std::to_string(oss.count) + " object storage servers share " +
                          std::to_string(ost.count) + " targets: some servers stay idle"});
}

}  // namespace headrace
