// Disk: one head, so that positioning and transfer both take the path.

#include "models/hardware/drives/disk.h"

namespace headrace {

namespace {

class Disk final : public Drives {
 public:
  Disk(const Context& context, const DiskSpec& spec) : spec_(spec), head_(spec, context.random) {}

  Cost cost(const DriveAccess& access, std::int64_t others) override {
    Cost cost;
    cost.beside = spec_.overhead;
    if (access.kind == DriveAccess::Kind::commit) {
      cost.on_path = spec_.turn;
      return cost;
    }
    cost.on_path = head_.position(access, static_cast<double>(others));
    if (access.length > Bytes()) cost.on_path += access.length / head_.rate();
    return cost;
  }
  std::int64_t parallelism() const override { return spec_.queue; }
  Bandwidth bandwidth(DriveAccess::Kind) const override { return spec_.rate_at(0.5); }
  Duration latency(DriveAccess::Kind) const override {
    return spec_.overhead + spec_.average_seek + spec_.turn / 2;
  }

 private:
  DiskSpec spec_;
  DiskHead head_;
};

}  // namespace

std::unique_ptr<Recipe<Drives>> disk() { return recipe<Drives, Disk, DiskSpec>(); }

}  // namespace headrace
