#include "models/jobs/job_spec.h"

#include "models/jobs/accelerators.h"

namespace headrace {

// Checks what its storage asks of its files, and what its kind, its policies, its restart and what others say
// of it ask. Without work that was refused, and told: nothing is known then of what the job needs.
void JobSpec::check(Check& check) const {
  doubt_accelerator(check);
  const StoreFacts* const store = check.store(storage);
  if (store != nullptr && store->check_layout != nullptr) store->check_layout(layout, check);
  if (work.given().empty()) return;
  const JobFacts known = facts();
  if (known.check != nullptr) known.check(*this, check);
  check_policies(check);
  check_restart(check);
  check_published(check);
  if (known.doubt != nullptr && !check.is_refused()) known.doubt(*this, check);
}

// Warns of a name that no accelerator has.
void JobSpec::doubt_accelerator(Check& check) const {
  if (accelerator.empty() || names_accelerator(accelerator)) return;
  const auto known = known_accelerators();
  check.warn(
      {.field = "accelerator",
       .code = "W0058",
       .sentence = "no accelerator called " + in_quotes(accelerator) + " is known",
       .help = "the name stands in the report only; the workload's computation time says how fast it is",
       .sought = accelerator,
       .names = {known.begin(), known.end()}});
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
