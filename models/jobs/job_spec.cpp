#include "models/jobs/job_spec.h"

#include <algorithm>

#include "models/jobs/accelerators.h"

namespace headrace {

Purposes JobSpec::uses() const {
  const JobFacts known = facts();
  return known.uses.with(Purpose::software, startup.has_value() && known.starts_up)
      .with(Purpose::logs, logs.has_value() && known.trains);
}

JobPlace JobSpec::place(Purpose purpose) const {
  const FilePlaceSpec* const own = places ? places->find(purpose) : nullptr;
  return own != nullptr ? JobPlace{own->storage, own->layout} : JobPlace{storage, layout};
}

JobPlace JobSpec::place_of(const TrainingSet& set) const {
  const FilePlaceSpec* const own = places ? places->find_dataset(set.name) : nullptr;
  return own != nullptr ? JobPlace{own->storage, own->layout} : place(Purpose::data);
}

std::vector<JobPlace> JobSpec::places_of(Purpose purpose) const {
  if (purpose != Purpose::data || workload() == nullptr) return {place(purpose)};
  std::vector<JobPlace> all;
  for (const TrainingSet& set : workload()->training_sets()) all.push_back(place_of(set));
  return all;
}

bool JobSpec::keeps_at_storage(Purpose purpose) const {
  if (!places) return true;
  if (purpose != Purpose::data || workload() == nullptr) return places->find(purpose) == nullptr;
  const std::vector<TrainingSet> sets = workload()->training_sets();
  const auto is_apart = [&](const TrainingSet& set) { return places->find_dataset(set.name) != nullptr; };
  return sets.empty() || !std::all_of(sets.begin(), sets.end(), is_apart);
}

std::vector<std::string> JobSpec::stores() const {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  const Purposes all = uses();
  for (std::size_t i = 0; i < kPurposeCount; ++i)
    if (all.has(purpose_at(i)))
      for (const JobPlace& place : places_of(purpose_at(i))) add(place.storage);
  add(local_storage);
  return names;
}

// Checks what its storage asks of its files, and what its kind, its policies, its restart and what others say
// of it ask. Without work that was refused, and told: nothing is known then of what the job needs.
void JobSpec::check(Check& check) const {
  doubt_accelerator(check);
  const StoreFacts* const store = check.store(storage);
  if (store != nullptr && store->check_layout != nullptr) store->check_layout(layout, check);
  if (work.given().empty()) return;
  const JobFacts known = facts();
  if (known.check != nullptr) known.check(*this, check);
  check_places(check);
  check_startup(check);
  check_mixture(check);
  check_policies(check);
  check_restart(check);
  check_step_times(check);
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

// Warns of places that are none, of a place for files that the job does not have, and of a storage on which
// no file is left.
void JobSpec::check_places(Check& check) const {
  if (!places || check.is_refused()) return;
  const Purposes all = uses();
  bool any_at_storage = false, any_apart = !places->datasets.empty();
  for (std::size_t i = 0; i < kPurposeCount; ++i) {
    const Purpose purpose = purpose_at(i);
    const bool apart = places->find(purpose) != nullptr;
    any_apart = any_apart || apart;
    any_at_storage = any_at_storage || (all.has(purpose) && keeps_at_storage(purpose));
    if (!apart || all.has(purpose)) continue;
    const std::string field = "places." + std::string(word(purpose));
    check.warn({.field = field,
                .code = "W0063",
                .sentence = in_quotes(field) + " has no effect: the job has no files for that",
                .help = "a job has an evaluation set where it evaluates, checkpoints where they are enabled, "
                        "weights with a model_size, predictions with a prediction_size, software with "
                        "'startup', and logs with 'logs'"});
  }
  if (!any_apart)
    check.warn({.field = "places",
                .code = "W0063",
                .sentence = "'places' is empty and has no effect: all files of the job are at its storage",
                .help = "name whose files are elsewhere: places: {checkpoints: {storage: burst}}"});
  check_places_of_datasets(check);
  for (const std::string_view field : {"storage", "layout"})
    if (any_apart && !any_at_storage)
      check.warn({.field = field,
                  .code = "W0063",
                  .sentence = in_quotes(field) + " has no effect: all files of the job are at its places"});
}

// Refuses places of data sets that no mixture of the job has.
void JobSpec::check_places_of_datasets(Check& check) const {
  std::vector<std::string_view> names;
  if (workload() != nullptr && workload()->mixture)
    for (const auto& [name, set] : workload()->mixture->sets) names.push_back(name);
  for (const auto& [name, place] : places->datasets) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string field = "places.datasets." + name;
    check.error({.field = field,
                 .code = "E0363",
                 .sentence = "the job mixes no data set called " + in_quotes(name),
                 .help = names.empty()
                             ? "only sets of a 'workload.mixture' have places of their own; the data "
                               "set of a job without one is at its 'storage'"
                             : "",
                 .or_at_spec = true,
                 .sought = name,
                 .names = names});
  }
}

// Warns of a start that a job does not make, and of a data set that it does not have.
void JobSpec::check_startup(Check& check) const {
  if (!startup || check.is_refused()) return;
  const JobFacts known = facts();
  if (!known.starts_up)
    return check.warn({.field = "startup",
                       .code = "W0064",
                       .sentence = "'startup' has no effect: the job " + std::string(known.does)});
  const auto check_data = [&](bool given, std::string_view field) {
    if (given && !known.uses.has(Purpose::data))
      check.warn({.field = field,
                  .code = "W0064",
                  .sentence = in_quotes(field) + " has no effect: the job has no data set"});
  };
  check_data(startup->lists_dataset, "startup.lists_dataset");
  check_data(startup->manifests.has_value(), "startup.manifests");
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

// Checks that a job whose steps are to be kept has some, of which no failure undoes any.
void JobSpec::check_step_times(Check& check) const {
  if (!step_times || check.is_refused()) return;
  const bool trains = workload() != nullptr && workload()->training.enabled;
  if (trains && !restart) return;
  check.error({.field = "step_times",
               .code = "E0392",
               .sentence = in_quotes(check.name()) + (trains ? " begins again after a failure, which undoes "
                                                               "steps whose times would be kept"
                                                             : " does not train, and has no steps"),
               .help = trains ? "leave 'step_times' or 'restart' out" : "leave 'step_times' out"});
}

}  // namespace headrace
