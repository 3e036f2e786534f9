// Sharded: every rank writes its own files, and training waits for all of them. This is what DLIO does.

#include "models/jobs/checkpoint/checkpoint_writer.h"

namespace headrace {

namespace {

class ShardedWriter final : public CheckpointWriter {
 public:
  ShardedWriter(const CheckpointSetting& setting, const StatePathSpec& spec)
      : CheckpointWriter(setting, spec) {}

  Task<> save(RankId rank, std::int64_t number, Account& account) override {
    co_await capture(rank, account);
    co_await write(storage_of(rank), rank, files().of(number, rank), files().fsync(), account);
    stored(rank, number, storage_of(rank));
  }
};

class Sharded final : public CheckpointStrategy {
 public:
  Sharded(const Context&, const StatePathSpec& spec) : spec_(spec) {}
  std::unique_ptr<CheckpointWriter> writer(const CheckpointSetting& setting) const override {
    return std::make_unique<ShardedWriter>(setting, spec_);
  }

 private:
  StatePathSpec spec_;
};

}  // namespace

std::unique_ptr<Recipe<CheckpointStrategy>> sharded_checkpoints() {
  return recipe<CheckpointStrategy, Sharded>(StatePathSpec());
}

}  // namespace headrace
