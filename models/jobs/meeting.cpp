#include "models/jobs/meeting.h"

namespace headrace {

Barrier::Arrive Meeting::arrive(RankAccount& rank, Cause waits) {
  rank.end(sim_.now());
  rank.begin(waits);
  waiting_.push_back(&rank);
  if (waiting_.size() == ranks_) {
    for (RankAccount* const other : waiting_) rank.tell(*other);
    if (of_ == Of::all)
      for (RankAccount* const other : waiting_) other->meet();
    waiting_.clear();
  }
  return barrier_.arrive();
}

}  // namespace headrace
