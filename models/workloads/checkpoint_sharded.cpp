// Sharded: every rank writes its own files, and training waits for all of them. This is what DLIO does.
// Straight from the devices, bytes leave them while they are written, which takes as long as the slower of
// the two.

#include "models/workloads/checkpoint_writer.h"

namespace headrace {

namespace {

struct ShardedSpec {
  StatePathSpec path;
  bool direct = false;

  void visit(Fields& f) {
    path.visit(f);
    f.flag({"direct",
            "whether state goes straight from the accelerators to the storage, over the nodes' pcie "
            "(GPUDirect Storage), in place of its capture and serialisation",
            "off by default [assumed]"},
           direct);
  }
};

class ShardedWriter final : public CheckpointWriter {
 public:
  ShardedWriter(const CheckpointSetting& setting, const ShardedSpec& spec)
      : CheckpointWriter(setting, spec.direct ? StatePathSpec() : spec.path), direct_(spec.direct) {}

  Task<> save(RankId rank, std::int64_t number) override {
    co_await capture(rank);
    std::optional<Node::Passage> straight;
    if (direct_)
      straight.emplace(*seat(rank).node, Node::Copy::from_device, seat(rank).accelerator,
                       files().size_of(rank), Node::Passage::By::storage);
    co_await write(*seat(rank).storage, rank, files().first(number, rank), files().of(rank), files().fsync());
    if (straight) co_await straight->done();
    stored(rank, number);
  }

 private:
  bool direct_;
};

class Sharded final : public CheckpointStrategy {
 public:
  Sharded(const Context&, const ShardedSpec& spec) : spec_(spec) {}
  CheckpointNeeds needs() const override {
    CheckpointNeeds needs;
    needs.links = spec_.direct;
    return needs;
  }
  std::unique_ptr<CheckpointWriter> writer(const CheckpointSetting& setting) const override {
    return std::make_unique<ShardedWriter>(setting, spec_);
  }

 private:
  ShardedSpec spec_;
};

}  // namespace

std::unique_ptr<Recipe<CheckpointStrategy>> sharded_checkpoints() {
  return recipe<CheckpointStrategy, Sharded>(ShardedSpec());
}

}  // namespace headrace
