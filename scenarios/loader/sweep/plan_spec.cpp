#include "scenarios/loader/sweep/plan_spec.h"

namespace headrace {

double& PlanQuantities::operator[](std::size_t index) {
  double* const all[] = {&price, &power, &rack_units, &drives};
  return *all[index];
}

void PlanCost::visit(Fields& f) {
  f.text(
      required(
          "of",
          "what is counted: a number of the scenario or an axis, by its path or the end of it, path=word for "
          "one where the field is that word, or a product of these: oss.count * ost_per_oss"),
      of);
  f.number({"price", "of one, in the plan's currency"}, price, 0, 1e15);
  f.number({"power", "of one, in watts"}, power, 0, 1e12);
  f.number({"rack_units", "of one"}, rack_units, 0, 1e9);
  f.number({"drives", "of one"}, drives, 0, 1e9);
}

void PlanLimits::visit(Fields& f) {
  f.number({"price", "at most, in the plan's currency; 1e18: no limit"}, price, 0, kNone);
  f.number({"power", "at most, in watts; 1e18: no limit"}, power, 0, kNone);
  f.number({"rack_units", "at most; 1e18: no limit"}, rack_units, 0, kNone);
  f.number({"drives", "at most; 1e18: no limit"}, drives, 0, kNone);
}

void PlanSpec::visit(Fields& f) {
  f.texts({"axes", "what may be chosen, and its values, as the axes of a sweep: key.path=4,8,16"}, axes);
  f.texts({"constraints", "what a design must meet to be one, as the constraints of a sweep"}, constraints);
  f.texts({"targets", "what a design must reach, as assertions: jobs.train.au_percent >= 90"}, targets);
  f.text({"currency", "what prices are in, in words"}, currency);
  f.list(Field{"costs", "what designs cost; the price is what is made small"}, costs);
  f.group(Field{"limits", "what a design may need at most"}, limits);
  f.texts({"more_is_better",
           "axes, by path or the end of it, of which a later value never makes a target worse: those are "
           "bisected; "
           "where runs show the opposite this is dropped, and said"},
          more_is_better);
  f.number({"risk",
            "the greatest probability that the design named misses a target, and that a cheaper one was "
            "overlooked",
            "a prior: one in twenty [assumed]"},
           risk, 1e-6, 0.4);
  f.integer({"most_replications",
             "of a design near the bound of a target; measure.replications is where each begins, and with 1 "
             "its runs "
             "count as exact",
             "a prior [assumed]"},
            most_replications, 1, 100'000);
  f.integer({"most_designs", "that are run; 0: a tenth of all, and at least 30", "a prior [assumed]"},
            most_designs, 0, 1'000'000);
}

}  // namespace headrace
