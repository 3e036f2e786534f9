// Direct: every rank writes its own files straight out of its accelerator (GPUDirect Storage), and training
// waits for all of them. Nothing is captured or serialised: bytes leave the device while they are written,
// which takes as long as the slower of the two.

#include "models/jobs/checkpoint/checkpoint_writer.h"

namespace headrace {

namespace {

class DirectWriter final : public CheckpointWriter {
 public:
  explicit DirectWriter(const CheckpointSetting& setting) : CheckpointWriter(setting, StatePathSpec()) {}

  Task<> save(RankId rank, std::int64_t number, Account& account) override {
    co_await capture(rank, account);
    const Seat& from = seat(rank);
    const Bytes size = files().size_of(rank);
    Node::Passage straight(*from.node, Node::Copy::from_device, from.accelerator, size,
                           Node::Passage::By::storage);
    co_await write(storage_of(rank), rank, files().of(number, rank), files().fsync(), account);
    co_await straight.done();
    account.spend(Activity::copy, sim_.now());
    stored(rank, number, storage_of(rank));
  }
};

class Direct final : public CheckpointStrategy {
 public:
  explicit Direct(const Context&) {}
  CheckpointNeeds needs() const override {
    CheckpointNeeds needs;
    needs.links = true;
    return needs;
  }
  std::unique_ptr<CheckpointWriter> writer(const CheckpointSetting& setting) const override {
    return std::make_unique<DirectWriter>(setting);
  }
};

}  // namespace

std::unique_ptr<Recipe<CheckpointStrategy>> direct_checkpoints() {
  return recipe<CheckpointStrategy, Direct>();
}

}  // namespace headrace
