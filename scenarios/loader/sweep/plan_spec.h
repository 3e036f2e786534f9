// PlanSpec: which designs a plan chooses from, what they must reach and what they
// cost, as the text says it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/fields.h"
#include "scenarios/loader/sweep/sweep_spec.h"

namespace headrace {

// Quantities that a design needs of what is bought and housed, over the years of its use. `power` is in
// watts, `capacity` what users can fill, in bytes.
struct PlanQuantities {
  double price = 0, power = 0, rack_units = 0, drives = 0, capacity = 0;

  static constexpr const char* kNames[] = {"price", "power", "rack_units", "drives", "capacity"};
  static constexpr std::size_t kCount = 5;
  double& operator[](std::size_t index);
  double operator[](std::size_t index) const { return const_cast<PlanQuantities&>(*this)[index]; }
};

// OwnershipSpec: how long things are used, and what that costs beside their price.
struct OwnershipSpec {
  double years = 0;
  double power_price = 0;  // Of a kilowatt-hour.

  void visit(Fields& f);
};

// PriceSpec: what one of something costs, as an offer or a price book says it.
struct PriceSpec {
  double price = 0, support = 0, power = 0, rack_units = 0, drives = 0;  // Support is that of a year.
  Bytes capacity;                                                        // As drives have it.
  double usable = 1;

  // Returns what one needs in all: its price has the support and the power of the years in it.
  PlanQuantities needs(const OwnershipSpec& ownership) const;

  void visit(Fields& f);
};

struct PlanCost : PriceSpec {
  std::string of;
  std::string item;  // In the price book; empty: the cost says it itself.

  void visit(Fields& f);
};

// CapacitySpec: how much data a design has to hold at the end of its years.
struct CapacitySpec {
  Bytes data;
  double yearly_growth = 0;
  double fill = 1;

  // Returns the bytes that there have to be.
  double needed(const OwnershipSpec& ownership) const;

  void visit(Fields& f);
};

// SituationSpec: another state of the same design in which it has to do: a server is lost, the load has
// grown.
struct SituationSpec {
  std::vector<std::string> overrides;
  std::vector<std::string> targets;

  void visit(Fields& f);
};

struct PlanLimits : PlanQuantities {
  static constexpr double kNone = 1e18;
  PlanLimits() : PlanQuantities{kNone, kNone, kNone, kNone, kNone} {}

  void visit(Fields& f);
};

struct PlanSpec {
  std::vector<std::string> axes;
  Named<UnitSpec> units;
  Named<ChoiceSpec> choices;
  std::vector<std::string> constraints;
  std::vector<std::string> targets;
  Named<SituationSpec> situations;
  double met_on_systems = 0;
  std::string currency = "units of the plan's currency";
  Named<PriceSpec> prices;
  std::vector<PlanCost> costs;
  OwnershipSpec ownership;
  CapacitySpec capacity;
  PlanLimits limits;
  std::vector<std::string> more_is_better;
  double risk = 0.05;
  std::int64_t most_replications = 16;
  std::int64_t confirmations = 0;
  std::int64_t most_designs = 0;

  void visit(Fields& f);
};

}  // namespace headrace
