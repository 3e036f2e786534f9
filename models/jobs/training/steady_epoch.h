// SteadyEpoch: how long a step of an epoch takes, how sure that is, and whether the rest is like it.
//
//   steady.begin({.steps = 571, .ranks = 15, .ahead = 8, .half_width = 0.005}, sim.now());
//   steady.take(rank, batch.made, asked, sim.now());   // each batch of each rank
//   steady.hold(in_hand);                              // of each rank, where steady.wants_stock()
//   steady.end_step(sim.now());                        // once a step, with all ranks at the barrier
//   if (steady.rest_is_like_it()) …                    // asked for at 128, 256, 512 … steps
//
// The last half of the steps is cut into eight stretches; Student's t of their means gives the interval. The
// rest is like it where nobody lives on batches in hand, and batches that come too late are many or none is
// near. Whatever is rarer than once in the simulated steps, no rule of this kind can see.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/jobs/job_result.h"
#include "sim/units.h"

namespace headrace {

class SteadyEpoch {
 public:
  static constexpr std::int64_t kFirstLook = 128;  // Steps; each look is at twice as many as the one before.
  static constexpr std::int64_t kStretches = 8;    // Stretches of the last half of the steps.

  struct Plan {
    std::int64_t first = 0;  // Steps of the epoch that were done before, and are not looked at.
    std::int64_t steps = 0;  // Steps of the whole epoch.
    std::int64_t ranks = 1;
    std::int64_t ahead = 0;            // Batches that a rank may have in hand.
    std::optional<double> half_width;  // Nothing: the whole epoch is simulated.
  };

  void begin(const Plan& plan, Time now);

  // Notes a batch that was made, asked for and taken at these times.
  void take(std::int64_t rank, Time made, Time asked, Time taken);
  // Tells whether the batches in hand are to be told for the step that ends.
  bool wants_stock() const { return plan_.half_width && (done() + 1) % kSampled == 0; }
  // Notes what the next rank has in hand; ranks come in order.
  void hold(std::int64_t batches) { stock_.push_back(batches); }
  void end_step(Time now);

  std::int64_t done() const { return static_cast<std::int64_t>(ends_.size()); }  // Steps that ended.
  bool has_seen(std::int64_t step) const { return plan_.first + done() >= step; }
  // Tells whether the last half of a later look may begin with the step after this one.
  bool is_mark() const;
  bool rest_is_like_it() const { return rest_is_like_it_; }
  // Return the steps that are left out, over how many they are taken to be like, and how long they take.
  std::int64_t left() const { return plan_.steps - plan_.first - done(); }
  std::int64_t sample() const { return done() / 2; }
  Duration time_of_rest() const;

  StepTime step_time() const;

 private:
  static constexpr std::int64_t kSampled = kFirstLook / 16;  // Steps between two counts of what is in hand.
  static constexpr std::int64_t kMany = 30;                  // Batches too late that are no rare event.
  static constexpr double kNear = 0.5;                       // Share of its time that a batch may take.

  Time end_of(std::int64_t step) const {
    return step == 0 ? begun_ : ends_[static_cast<std::size_t>(step - 1)];
  }
  bool is_look() const;
  std::optional<double> half_width() const;
  bool keeps_its_stock() const;
  bool lateness_is_known() const { return late_ >= kMany || (late_ == 0 && most_used_ <= kNear); }
  double stock_of(std::int64_t rank, std::int64_t from, std::int64_t until) const;

  Plan plan_;
  Time begun_;
  std::vector<Time> ends_;               // Of each step.
  std::vector<std::deque<Time>> taken_;  // By rank: when the last `ahead` batches were taken.
  std::vector<std::int64_t> stock_;      // Batches in hand, every kSampled steps, of each rank.
  std::int64_t late_ = 0;                // Batches since the last mark that were waited for.
  double most_used_ = 0;                 // Share of its time that the slowest of the others took.
  bool rest_is_like_it_ = false;
};

}  // namespace headrace
