#include "models/faults/disturbances.h"

#include <utility>

namespace headrace {

namespace {

// "faults/slow", and of several "faults/slow/3".
Scope scope_of(const Scope& kind, const std::string& name, std::int64_t count, std::int64_t number) {
  return count == 1 ? kind.part(name) : kind.part(name, number);
}

}  // namespace

Disturbances::Disturbances(const Scope& scope, const DisturbanceSpec& spec, FaultSite& site) {
  for (const auto& [name, fault] : spec.faults) {
    Fault::Context context;
    context.site = &site;
    context.place = fault.place();
    for (std::int64_t i = 0; i < fault.count; ++i, ++context.place.number)
      faults_.emplace_back(scope_of(scope.part("faults"), name, fault.count, context.place.number), fault,
                           context.place, fault.kind.make(context));
  }
  for (const auto& [name, load] : spec.background) {
    Place place = load.place();
    for (std::int64_t i = 0; i < load.count; ++i, ++place.number)
      loads_.emplace_back(scope_of(scope.part("background"), name, load.count, place.number), load, place,
                          site.speed(place, BackgroundSpec::aspect(place.part)));
  }
}

std::vector<Disturbances::Taken> Disturbances::taken() const {
  std::vector<Taken> all;
  for (const TimedFault& fault : faults_) all.push_back(fault.taken());
  for (const Load& load : loads_) all.push_back(load.taken());
  return all;
}

Disturbances::TimedFault::TimedFault(const Scope& scope, const FaultSpec& spec, const Place& place,
                                     std::unique_ptr<Fault> fault)
    : sim_(scope.sim()),
      place_(place),
      fault_(std::move(fault)),
      times_(scope.random("times")),
      again_(spec.is_random()),
      between_(Law::exponential, spec.mean_time_between),
      lasting_(spec.is_random() ? Distribution(Law::exponential, spec.mean_time_to_repair)
                                : Distribution(spec.lasting.value_or(Duration::max()))),
      under_way_(scope.gauge("under_way", Unit::fraction)) {
  const Time from = Time::at(spec.at);
  const Duration wait = again_ ? between_.draw(times_) : Duration();
  if (wait < Time::never() - from) sim_.schedule(from + wait, Action::of<&TimedFault::begin>(*this));
}

void Disturbances::TimedFault::begin() {
  fault_->begin();
  under_way_.set(sim_.now(), 1);
  const Duration length = lasting_.draw(times_);
  if (length < Time::never() - sim_.now()) sim_.schedule_in(length, Action::of<&TimedFault::end>(*this));
}

void Disturbances::TimedFault::end() {
  fault_->end();
  under_way_.set(sim_.now(), 0);
  if (again_) sim_.schedule_in(between_.draw(times_), Action::of<&TimedFault::begin>(*this));
}

Disturbances::Load::Load(const Scope& scope, const BackgroundSpec& spec, const Place& place, Speed& speed)
    : sim_(scope.sim()),
      place_(place),
      load_(spec.kind.make(BackgroundLoad::Context{scope.random("load")})),
      speed_(speed),
      influence_(speed.influence()),
      taken_(scope.gauge("taken", Unit::fraction)) {
  sim_.schedule_now(Action::of<&Load::step>(*this));
}

void Disturbances::Load::step() {
  const BackgroundLoad::Step step = load_->next();
  speed_.set(influence_, 1 - step.taken);
  taken_.set(sim_.now(), step.taken);
  if (step.lasting < Time::never() - sim_.now())
    sim_.schedule_in(step.lasting, Action::of<&Load::step>(*this));
}

}  // namespace headrace
