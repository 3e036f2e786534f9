// The table of arrivals policies: one line each.

#include "models/arrivals/policy.h"

namespace headrace {

std::unique_ptr<Recipe<ArrivalProcess>> poisson();
std::unique_ptr<Recipe<ArrivalProcess>> gamma_arrivals();
std::unique_ptr<Recipe<ArrivalProcess>> regular();
std::unique_ptr<Recipe<ArrivalProcess>> replay();

PolicyTable<ArrivalProcess> ArrivalProcess::table() {
  static constexpr Registration<ArrivalProcess> kTable[] = {
      {"poisson", "independent of each other, at a mean rate", poisson},
      {"gamma", "at a mean rate, with gaps of a given variation: steady or in bursts", gamma_arrivals},
      {"regular", "at equal gaps", regular},
      {"replay", "at the times of a trace", replay},
  };
  return kTable;
}

}  // namespace headrace
