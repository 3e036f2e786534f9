// Async: training waits only for the copy into host memory; what was copied is written behind it, one
// checkpoint of a rank after another. A copy waits until its bytes fit beside those not yet written.

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "models/jobs/checkpoint/checkpoint_writer.h"
#include "sim/resource.h"

namespace headrace {

namespace {

struct AsyncSpec {
  Bytes host_buffer;
  StatePathSpec path = copied();

  void visit(Fields& f) {
    f.bytes({"host_buffer", "host memory of a rank for what is not yet written; 0 B: one checkpoint"},
            host_buffer, Bytes(), 1024_TiB);
    path.visit(f);
  }
  static StatePathSpec copied() {
    StatePathSpec path;
    path.capture.emplace();
    return path;
  }
};

class AsyncWriter final : public CheckpointWriter {
 public:
  AsyncWriter(const CheckpointSetting& setting, const AsyncSpec& spec)
      : CheckpointWriter(setting, spec.path), background_(sim_) {
    writes_behind(background_);
    for (RankId rank = 0; rank < ranks(); ++rank) {
      const Bytes room = spec.host_buffer > Bytes() ? spec.host_buffer : files().size_of(rank);
      buffers_.emplace_back(sim_, "host buffer", std::max<std::int64_t>(1, room.count()));
      streams_.emplace_back(sim_, "checkpoint stream", 1);
    }
  }

  Task<> save(RankId rank, std::int64_t number, Account& account) override {
    const Bytes size = files().size_of(rank);
    if (size == Bytes()) co_return;
    std::optional<Relay::Listening> listening(std::in_place, behind_of(rank), account);
    auto room = co_await buffers_[static_cast<std::size_t>(rank)].acquire(size.count());
    listening.reset();
    account.spend(Activity::delivery, sim_.now());
    co_await capture(rank, account);
    background_.spawn(setting_.scope.path() + "/drain/" + std::to_string(rank),
                      drain(rank, number, std::move(room)));
  }

 private:
  Task<> drain(RankId rank, std::int64_t number, Resource::Hold room) {
    auto turn = co_await streams_[static_cast<std::size_t>(rank)].acquire();
    co_await write(storage_of(rank), rank, files().of(number, rank), files().fsync(), behind_of(rank));
    stored(rank, number, storage_of(rank));
    room.release();
  }

  std::deque<Resource> buffers_, streams_;  // Of each rank.
  TaskGroup background_;
};

class Async final : public CheckpointStrategy {
 public:
  Async(const Context&, const AsyncSpec& spec) : spec_(spec) {}
  CheckpointNeeds needs() const override {
    CheckpointNeeds needs;
    needs.host_buffer = spec_.host_buffer;
    needs.buffers_in_host = true;
    return needs;
  }
  std::unique_ptr<CheckpointWriter> writer(const CheckpointSetting& setting) const override {
    return std::make_unique<AsyncWriter>(setting, spec_);
  }

 private:
  AsyncSpec spec_;
};

}  // namespace

std::unique_ptr<Recipe<CheckpointStrategy>> async_checkpoints() {
  return recipe<CheckpointStrategy, Async>(AsyncSpec());
}

}  // namespace headrace
