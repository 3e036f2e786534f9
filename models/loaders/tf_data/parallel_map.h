// ParallelMap: a map of several calls at once, ahead of who asks.
//
// One process asks the stage before it, and starts a call for each element. Calls that are under way, and
// elements that are done and not yet taken, are `num_parallel_calls` at most, that which is being asked for
// included. In the deterministic order an element that is done waits for those that came before it, and
// takes the place of a call meanwhile; else the first that is done leaves.
#pragma once

#include <list>
#include <memory>

#include "models/loaders/tf_data/sample_work.h"
#include "sim/change.h"
#include "sim/channel.h"
#include "sim/task_group.h"

namespace headrace {

class ParallelMap final : public Stage {
 public:
  // The stage and its calls are the makers of the watch from `first_maker` on.
  ParallelMap(StageSetting& setting, std::unique_ptr<Stage> input, const MapSpec& spec,
              const Parallelism& calls, std::size_t first_maker);

  Task<std::optional<Element>> next(Account& account) override;

 private:
  struct Call {
    Call(const Element& what, std::int64_t which, Duration time)
        : element(what), number(which), preprocessing(time) {}

    Element element;
    std::int64_t number;  // Of the element, from 0.
    Duration preprocessing;
    bool is_done = false;
  };

  void begin();
  std::list<Call>::iterator to_take();
  Watch::Maker& maker(std::size_t number) { return setting_.watch.maker(first_maker_ + number); }
  Task<> ask();
  Task<> make(std::size_t number);

  StageSetting& setting_;
  std::unique_ptr<Stage> input_;
  SampleWork work_;
  bool deterministic_;
  Parallelism parallelism_;
  std::size_t first_maker_;
  std::list<Call> calls_;  // Under way or done, in the order in which they were begun.
  std::int64_t begun_ = 0;
  bool has_begun_ = false, has_ended_ = false;
  Channel<Call*> to_make_;
  Change room_, done_;
  TaskGroup processes_;
};

}  // namespace headrace
