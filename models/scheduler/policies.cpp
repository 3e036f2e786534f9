// The table of scheduler policies: one line each.

#include "models/scheduler/policy.h"

namespace headrace {

std::unique_ptr<Recipe<RequestScheduler>> scheduler_fifo();
std::unique_ptr<Recipe<RequestScheduler>> scheduler_crr();
std::unique_ptr<Recipe<RequestScheduler>> scheduler_orr();
std::unique_ptr<Recipe<RequestScheduler>> scheduler_trr();
std::unique_ptr<Recipe<RequestScheduler>> scheduler_tbf();
std::unique_ptr<Recipe<RequestScheduler>> scheduler_fair_share();
std::unique_ptr<Recipe<RequestScheduler>> scheduler_periodic();
std::unique_ptr<Recipe<RequestScheduler>> scheduler_delay();

PolicyTable<RequestScheduler> RequestScheduler::table() {
  static constexpr Registration<RequestScheduler> kTable[] = {
      {"fifo", "first come, first served", scheduler_fifo},
      {"crr", "clients in turn, a quantum of requests each (Lustre's CRR-N)", scheduler_crr},
      {"orr", "objects in turn, a quantum each in the order of offsets (Lustre's ORR)", scheduler_orr},
      {"trr", "targets in turn, a quantum each in the order of offsets (Lustre's TRR)", scheduler_trr},
      {"tbf", "a token bucket for each client or job (Lustre's TBF)", scheduler_tbf},
      {"fair_share", "the job with the fewest requests under way goes next", scheduler_fair_share},
      {"periodic", "each job starts requests in its own window of a period", scheduler_periodic},
      {"delay", "requests are held for a random time (Lustre's delay policy)", scheduler_delay},
  };
  return kTable;
}

}  // namespace headrace
