#include "models/storage/lustre/lustre_spec.h"

#include "models/cache/foresight.h"

namespace headrace {

StoreFacts LustreSpec::facts() const {
  StoreFacts facts;
  facts.set(Part::ost, ost.count);
  facts.set(Part::oss, oss.count);
  facts.set(Part::mds, mds.count);
  facts.drives = ost.device.drives.name();
  facts.pages_share = client.max_cached_share;
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
  if (oss.count <= ost.count) return;
  check.warn({.field = "oss.count",
              .code = "W0003",
              .sentence = std::to_string(oss.count) + " object storage servers share " +
                          std::to_string(ost.count) + " targets: some servers stay idle"});
}

}  // namespace headrace
