// The table of arrivals policies: one line each.

#include "models/arrivals/policy.h"

namespace headrace {

std::unique_ptr<Recipe<ArrivalProcess>> poisson();

PolicyTable<ArrivalProcess> ArrivalProcess::table() {
  static constexpr Registration<ArrivalProcess> kTable[] = {
      {"poisson", "independent of each other, at a mean rate", poisson},
  };
  return kTable;
}

}  // namespace headrace
