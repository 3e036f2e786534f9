// Trials: the designs that were run, with as many replications as their margins
// need: a design near the bound of a target is run again until it is clear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/planning/observation.h"

namespace headrace {

enum class Verdict { met, unclear, failed };

struct TrialRules {
  double risk = 0.05;
  std::int64_t replications = 1;
  std::int64_t most_replications = 1;
  std::int64_t confirmations = 0;  // Fresh runs of a design that is named, also where its own do not differ.
};

struct Trial {
  Observation observation;
  std::vector<Verdict> targets;
  Verdict verdict = Verdict::unclear;  // The worst of them.
  std::size_t confirming_from = 0;     // Its first run that was made to confirm it; 0: none was.

  std::size_t point() const { return observation.point; }
  double probability_met() const;  // By the confirming runs where there are any.
};

class Trials {
 public:
  Trials(std::size_t targets, TrialRules rules, Evaluator& evaluator)
      : targets_(targets), rules_(rules), evaluator_(evaluator) {}

  const std::vector<Trial>& all() const { return trials_; }
  std::int64_t runs() const { return runs_; }

  // Adds an observation that was known before; it is judged as it is.
  void add_known(const Observation& observation);
  // False: the evaluator ended it.
  bool run(std::span<const std::size_t> points);

  // Says whether fresh runs confirm a design: of all designs that are ever confirmed, one misses a target
  // with a probability of at most the risk. Makes it unclear where they do not.
  bool confirm(std::size_t index);
  bool stopped() const { return stopped_; }

 private:
  void judge(Trial& trial) const;
  bool extend(Trial& trial, std::int64_t by);
  bool clear_up(Trial& trial);

  std::size_t targets_;
  TrialRules rules_;
  Evaluator& evaluator_;
  std::vector<Trial> trials_;
  std::int64_t runs_ = 0;
  int confirmations_ = 0;
  bool stopped_ = false;
};

}  // namespace headrace
