// Rebuild: an array of disks rebuilds one of them, and has less of their time for accesses. How that is less
// is for the array to say (hardware/drives/disk_array.h).

#include "models/faults/slowdown.h"

namespace headrace {

namespace {

struct RebuildSpec {
  double taken = 0.3;

  void visit(Fields& f) {
    f.number({"taken", "share of its disks' time that the rebuild takes",
              "prior [assumed]: a rebuild is throttled to leave most of it"},
             taken, 0.0, 0.99);
  }
};

class Rebuild final : public Slowdown {
 public:
  Rebuild(const Context& context, const RebuildSpec& spec)
      : Slowdown(context, Aspect::array, 1 - spec.taken) {}
  Needs needs() const override {
    Needs needs;
    needs.add(Part::ost).add(Part::target).array = true;
    return needs;
  }
};

}  // namespace

std::unique_ptr<Recipe<Fault>> rebuild() { return recipe<Fault, Rebuild, RebuildSpec>(); }

}  // namespace headrace
