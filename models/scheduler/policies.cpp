// The table of scheduler policies: one line each.

#include "models/scheduler/policy.h"

namespace headrace {

std::unique_ptr<Recipe<RequestScheduler>> fifo();

PolicyTable<RequestScheduler> RequestScheduler::table() {
  static constexpr Registration<RequestScheduler> kTable[] = {
      {"fifo", "first come, first served", fifo},
  };
  return kTable;
}

}  // namespace headrace
