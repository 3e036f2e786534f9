// Rank 0: the states of the other ranks travel to its node one after another, and it alone writes, in one
// stream: each state is written before the next is sent for, as a gather followed by a save does. What it
// keeps of them takes no room in the memory of its node.

#include "models/jobs/checkpoint/checkpoint_writer.h"
#include "sim/barrier.h"

namespace headrace {

namespace {

class RankZeroWriter final : public CheckpointWriter {
 public:
  RankZeroWriter(const CheckpointSetting& setting, const StatePathSpec& spec)
      : CheckpointWriter(setting, spec), all_captured_(sim_, "capture", setting.seats.size()) {}

  Task<> save(RankId rank, std::int64_t number, Account& account) override {
    co_await capture(rank, account);
    co_await all_captured_.arrive();
    account.spend(Activity::copy, sim_.now());  // Others captured.
    if (rank != 0) co_return;
    for (RankId from = 0; from < ranks(); ++from) {
      co_await seat(from).node->send(*seat(0).node, files().size_of(from));
      account.spend(Activity::network, sim_.now());
      co_await write(storage_of(0), 0, files().of(number, from), files().fsync(), account);
      stored(from, number, storage_of(0));
    }
  }

 private:
  Barrier all_captured_;
};

class RankZero final : public CheckpointStrategy {
 public:
  RankZero(const Context&, const StatePathSpec& spec) : spec_(spec) {}
  std::unique_ptr<CheckpointWriter> writer(const CheckpointSetting& setting) const override {
    return std::make_unique<RankZeroWriter>(setting, spec_);
  }

 private:
  StatePathSpec spec_;
};

}  // namespace

std::unique_ptr<Recipe<CheckpointStrategy>> rank0_checkpoints() {
  return recipe<CheckpointStrategy, RankZero>(StatePathSpec());
}

}  // namespace headrace
