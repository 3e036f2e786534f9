#include "models/jobs/job_spec.h"

namespace headrace {

// Checks what its storage asks of the layout of its files, and what its kind, its policies, its restart and what others say of it ask.
// Without work that was refused, and told: nothing is known then of what the job needs.
void JobSpec::check(Check& check) const {
  const StoreFacts* const store = check.store(storage);
  if (store != nullptr && store->check_layout != nullptr) store->check_layout(layout, check);
  if (work.given().empty()) return;
  if (const JobFacts known = facts(); known.check != nullptr) known.check(*this, check);
  check_policies(check);
  check_restart(check);
  check_published(check);
}

// Checks that a job that is to begin again trains, and warns where it begins from nothing.
void JobSpec::check_restart(Check& check) const {
  if (!restart || check.is_refused()) return;
  const std::string who = in_quotes(check.name());
  if (workload() == nullptr || !workload()->training.enabled) {
    check.error({.field = "restart",
                 .code = "E0337",
                 .sentence = who + " does not train, and cannot begin again",
                 .help = "leave 'restart' out: a job of another kind ends with the first of its nodes that "
                         "fails"});
  } else if (!workload()->checkpoint.enabled) {
    check.warn({.field = "restart",
                .code = "W0016",
                .sentence = who + " has no checkpoints: it begins from its start",
                .help = "workload.checkpoint.enabled, with an interval, keeps what was done"});
  }
}

}  // namespace headrace
