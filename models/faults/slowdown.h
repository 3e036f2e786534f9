// Slowdown: a fault that lowers one speed while it lasts.
#pragma once

#include "models/faults/policy.h"

namespace headrace {

struct ShareSpec {
  double share = 0.5;

  void visit(Fields& f) {
    f.number({"share", "share of its speed that it has left", "[assumed]"}, share, 0.001, 1.0);
  }
};

class Slowdown : public Fault {
 public:
  void begin() override { speed_->set(influence_, share_); }
  void end() override { speed_->set(influence_, 1); }
  double takes() const override { return 1 - share_; }

 protected:
  Slowdown(const Context& context, Aspect aspect, double share) : share_(share) {
    if (context.site == nullptr) return;
    speed_ = &context.site->speed(context.place, aspect);
    influence_ = speed_->influence();
  }

 private:
  double share_;
  Speed* speed_ = nullptr;
  Speed::Influence influence_ = 0;
};

}  // namespace headrace
