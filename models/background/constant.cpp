#include "models/background/policy.h"

namespace headrace {

namespace {

struct ConstantLoadSpec {
  double taken = 0.3;

  void visit(Fields& f) {
    f.number({"taken", "share that others take", "prior [assumed]"}, taken, 0.0, BackgroundLoad::kMostTaken);
  }
};

class ConstantLoad final : public BackgroundLoad {
 public:
  ConstantLoad(const Context&, const ConstantLoadSpec& spec) : taken_(spec.taken) {}
  Step next() override { return {taken_, Duration::max()}; }

 private:
  double taken_;
};

}  // namespace

std::unique_ptr<Recipe<BackgroundLoad>> constant_load() {
  return recipe<BackgroundLoad, ConstantLoad, ConstantLoadSpec>();
}

}  // namespace headrace
