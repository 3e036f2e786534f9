#include "scenarios/loader/sweep/plan_spec.h"

#include <cmath>

namespace headrace {
namespace {

constexpr Bytes kMostBytes = Bytes::count(1'000'000'000'000'000'000);

}  // namespace

double& PlanQuantities::operator[](std::size_t index) {
  double* const all[] = {&price, &power, &rack_units, &drives, &capacity};
  return *all[index];
}

void OwnershipSpec::visit(Fields& f) {
  f.number({"years", "for how long it is used: a year of support and of power is paid so often"}, years, 0,
           100);
  f.number({"power_price", "of a kilowatt-hour, in the plan's currency, with what cools it"}, power_price, 0,
           1e6);
}

PlanQuantities PriceSpec::needs(const OwnershipSpec& ownership) const {
  constexpr double kHours = 8766;  // Of a year.
  PlanQuantities needs;
  needs.price = price + ownership.years * (support + power / 1000 * kHours * ownership.power_price);
  needs.power = power;
  needs.rack_units = rack_units;
  needs.drives = drives;
  needs.capacity = static_cast<double>(capacity.count()) * usable;
  return needs;
}

void PriceSpec::visit(Fields& f) {
  f.number({"price", "of one, in the plan's currency"}, price, 0, 1e15);
  f.number({"support", "of one for a year, in the plan's currency; ownership.years says how many are paid"},
           support, 0, 1e15);
  f.number({"power", "of one, in watts"}, power, 0, 1e12);
  f.number({"rack_units", "of one"}, rack_units, 0, 1e9);
  f.number({"drives", "of one"}, drives, 0, 1e9);
  f.bytes({"capacity", "of one, as its drives have it"}, capacity, Bytes(), kMostBytes);
  f.number({"usable", "the share of the capacity that redundancy and spares leave: 0.8 of eight and two"},
           usable, 0, 1);
}

void PlanCost::visit(Fields& f) {
  f.text(
      required(
          "of",
          "what is counted: a number of the scenario or an axis, by its path or the end of it, path=word for "
          "one where the field is that word, or a product of these: oss.count * ost_per_oss"),
      of);
  f.text({"item", "of the plan's prices: what one costs, where it is not said here"}, item);
  PriceSpec::visit(f);
}

double CapacitySpec::needed(const OwnershipSpec& ownership) const {
  return static_cast<double>(data.count()) * std::pow(1 + yearly_growth, ownership.years) / fill;
}

void CapacitySpec::visit(Fields& f) {
  f.bytes({"data", "that a design has to hold; 0: it is not asked for"}, data, Bytes(), kMostBytes);
  f.number({"yearly_growth", "the share that is added in each year of ownership.years"}, yearly_growth, 0,
           100);
  f.number({"fill", "how full a file system may be, as a share of what users can fill"}, fill, 0.01, 1);
}

void SituationSpec::visit(Fields& f) {
  f.texts(required("overrides", "what is different then, as on the command line: a fault, another load"),
          overrides);
  f.texts(required("targets", "what a design must reach then, as assertions"), targets);
}

void PlanLimits::visit(Fields& f) {
  f.number({"price", "at most, in the plan's currency; 1e18: no limit"}, price, 0, kNone);
  f.number({"power", "at most, in watts; 1e18: no limit"}, power, 0, kNone);
  f.number({"rack_units", "at most; 1e18: no limit"}, rack_units, 0, kNone);
  f.number({"drives", "at most; 1e18: no limit"}, drives, 0, kNone);
}

void PlanSpec::visit(Fields& f) {
  f.texts({"axes", "what may be chosen, and its values, as the axes of a sweep: key.path=4,8,16"}, axes);
  f.map({"units", "what is only bought together, by a name that is an axis, as the units of a sweep"}, units);
  f.map(
      {"choices",
       "what is only chosen together, by a name that is an axis, as the choices of a sweep: kinds of drives"},
      choices);
  f.texts({"constraints", "what a design must meet to be one, as the constraints of a sweep"}, constraints);
  f.texts({"targets", "what a design must reach, as assertions: jobs.train.au_percent >= 90"}, targets);
  f.map({"situations",
         "other states of the same design in which it has to do, by name, each with what it must reach then: "
         "a server is lost, the load has grown"},
        situations);
  f.number({"met_on_systems",
            "the least share of systems on which a utilisation has to meet its target, as predictions of "
            "published runs were off; 0: the prediction as it stands"},
           met_on_systems, 0, 0.95);
  f.text({"currency", "what prices are in, in words"}, currency);
  f.map({"prices", "what things cost, by name, for costs to name; include: a price book file"}, prices);
  f.list(Field{"costs", "what designs cost; the price is what is made small"}, costs);
  f.group(Field{"ownership", "how long a design is used, and what power costs: both are in its price"},
          ownership);
  f.group(Field{"capacity", "how much data a design has to hold"}, capacity);
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
  f.integer({"confirmations",
             "fresh runs, on other draws, of the design that is named: they have to meet its targets too; 0: "
             "none where measure.replications is 1"},
            confirmations, 0, 1000);
  f.integer({"most_designs", "that are run; 0: a tenth of all, and at least 30", "a prior [assumed]"},
            most_designs, 0, 1'000'000);
}

}  // namespace headrace
