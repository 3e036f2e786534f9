// SharedPrefix: the first operators of a pipeline, run once for all tasks of a node on the same samples.
//
//   if (prefix.begins(moment)) {
//     …read, decode and run what is shared…
//     prefix.made(moment);
//   } else {
//     co_await prefix.others(moment);
//   }
//
// The task that comes first to a sample runs them and the others wait for it. Where cores are short, J tasks
// with the share s of their operators in common are J / (s + J (1 - s)) as fast as without.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "models/loaders/loader_spec.h"
#include "sim/change.h"
#include "sim/task.h"

namespace headrace {

class SharedPrefix {
 public:
  SharedPrefix(Simulation& sim, const SharedPrefixSpec& spec) : sim_(sim), spec_(spec) {}

  // Returns whether nobody has come to the sample of that moment (next_use.h) before.
  bool begins(std::int64_t moment);
  // Hands what was made to the tasks that wait for it.
  void made(std::int64_t moment);
  // Ends when the sample is made, for a task that did not begin it. Each task asks once.
  Task<> others(std::int64_t moment);

  double share() const { return spec_.share; }
  // Returns how many samples some tasks have and others have not.
  std::int64_t held() const { return static_cast<std::int64_t>(samples_.size()); }

 private:
  struct Sample {
    Sample(Simulation& sim, std::int64_t tasks) : change(sim, "operators of another task"), left(tasks) {}
    Change change;
    std::int64_t left;  // Tasks that have not got it.
    bool is_made = false;
  };

  void take(std::int64_t moment, Sample& sample);

  Simulation& sim_;
  SharedPrefixSpec spec_;
  std::unordered_map<std::int64_t, Sample> samples_;  // By moment.
};

}  // namespace headrace
