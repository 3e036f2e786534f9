// The table of background loads: one line each.

#include "models/background/policy.h"

namespace headrace {

std::unique_ptr<Recipe<BackgroundLoad>> constant_load();
std::unique_ptr<Recipe<BackgroundLoad>> on_off();
std::unique_ptr<Recipe<BackgroundLoad>> ar1();
std::unique_ptr<Recipe<BackgroundLoad>> by_hour();

PolicyTable<BackgroundLoad> BackgroundLoad::table() {
  static constexpr Registration<BackgroundLoad> kTable[] = {
      {"constant", "always the same share", constant_load},
      {"on_off", "a share for a time and nothing for a time, both exponential (a Markov process)", on_off},
      {"ar1", "a log-normal share that remembers its last step: AR(1)", ar1},
      {"by_hour", "a share for each hour of a day or a week, in turn", by_hour},
  };
  return kTable;
}

}  // namespace headrace
