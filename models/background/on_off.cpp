// OnOff: spells of load and of none, each of an exponential length, so that what is left of one does not
// depend on how long it has been: it begins on with the probability on / (on + off).

#include <algorithm>

#include "models/background/policy.h"
#include "sim/distribution.h"

namespace headrace {

namespace {

struct OnOffSpec {
  double taken = 0.3;
  Duration mean_on = 60_s;
  Duration mean_off = 120_s;

  void visit(Fields& f) {
    f.number({"taken", "share that others take", "prior [assumed]"}, taken, 0.0, BackgroundLoad::kMostTaken);
    f.duration({"mean_on", "mean length of a spell of load", "prior [assumed]"}, mean_on, 1_us,
               Duration::seconds(1e9));
    f.duration({"mean_off", "mean length of a spell without", "prior [assumed]"}, mean_off, 1_us,
               Duration::seconds(1e9));
  }
};

class OnOff final : public BackgroundLoad {
 public:
  OnOff(const Context& context, const OnOffSpec& spec)
      : random_(context.random),
        taken_(spec.taken),
        on_(Law::exponential, spec.mean_on),
        off_(Law::exponential, spec.mean_off) {
    // The first step turns it over.
    is_on_ = random_.uniform() >= spec.mean_on.in_seconds() / (spec.mean_on + spec.mean_off).in_seconds();
  }

  Step next() override {
    is_on_ = !is_on_;
    const Distribution& law = is_on_ ? on_ : off_;
    return {is_on_ ? taken_ : 0, std::max(law.draw(random_), 1_ns)};
  }

 private:
  RandomStream random_;
  double taken_;
  Distribution on_, off_;
  bool is_on_ = false;
};

}  // namespace

std::unique_ptr<Recipe<BackgroundLoad>> on_off() { return recipe<BackgroundLoad, OnOff, OnOffSpec>(); }

}  // namespace headrace
