// PlanSpec: which designs a plan chooses from, what they must reach and what they
// cost, as the text says it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/fields.h"

namespace headrace {

// Quantities that a design needs of what is bought and housed. `power` is in watts.
struct PlanQuantities {
  double price = 0, power = 0, rack_units = 0, drives = 0;

  static constexpr const char* kNames[] = {"price", "power", "rack_units", "drives"};
  static constexpr std::size_t kCount = 4;
  double& operator[](std::size_t index);
  double operator[](std::size_t index) const { return const_cast<PlanQuantities&>(*this)[index]; }
};

struct PlanCost : PlanQuantities {
  std::string of;

  void visit(Fields& f);
};

struct PlanLimits : PlanQuantities {
  static constexpr double kNone = 1e18;
  PlanLimits() : PlanQuantities{kNone, kNone, kNone, kNone} {}

  void visit(Fields& f);
};

struct PlanSpec {
  std::vector<std::string> axes;
  std::vector<std::string> constraints;
  std::vector<std::string> targets;
  std::string currency = "units of the plan's currency";
  std::vector<PlanCost> costs;
  PlanLimits limits;
  std::vector<std::string> more_is_better;
  double risk = 0.05;
  std::int64_t most_replications = 16;
  std::int64_t most_designs = 0;

  void visit(Fields& f);
};

}  // namespace headrace
