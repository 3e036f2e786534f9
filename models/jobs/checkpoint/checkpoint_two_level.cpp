// Two-level: training waits until a checkpoint is durable on the drives of each node. Every n-th one is then
// read back and written to the job's storage behind training, by one drainer a node. A new checkpoint takes
// the room of the oldest local copy, and waits while that one is still drained.

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/jobs/checkpoint/checkpoint_writer.h"
#include "sim/resource.h"

namespace headrace {

namespace {

// What the drainer has in hand at once: enough to keep drives and network busy for milliseconds. [assumed]
constexpr Bytes kDrainPiece = 16_MiB;

struct DrainLimitSpec {
  Bandwidth bandwidth = 1_GBps;

  void visit(Fields& f) {
    f.bandwidth({"bandwidth", "what the drainer of a node moves at most", "prior [assumed]"}, bandwidth);
  }
};

struct TwoLevelSpec {
  std::int64_t drain_every = 1;
  std::int64_t local_copies = 2;
  std::optional<DrainLimitSpec> drain_limit;
  StatePathSpec path = copied();

  void visit(Fields& f) {
    f.integer({"drain_every", "of so many checkpoints one goes on to the job's storage"}, drain_every, 1,
              1'000'000);
    f.integer(
        {"local_copies", "checkpoints that a node's drives keep; the next takes the place of the oldest",
         "prior [assumed]: one is whole while the next is written"},
        local_copies, 1, 1000);
    f.group(Field{"drain_limit", "a limit on the drainer of each node, to spare what training reads"},
            drain_limit);
    path.visit(f);
  }
  static StatePathSpec copied() {
    StatePathSpec path;
    path.capture.emplace();
    return path;
  }
};

class TwoLevelWriter final : public CheckpointWriter {
 public:
  TwoLevelWriter(const CheckpointSetting& setting, const TwoLevelSpec& spec)
      : CheckpointWriter(setting, spec.path),
        spec_(spec),
        drain_limit_(setting.scope.blamed("drain limit")),
        lanes_(setting.seats.size()),
        background_(sim_) {
    writes_behind(background_);
    for (RankId rank = 0; rank < ranks(); ++rank) {
      HEADRACE_CHECK(seat(rank).local != nullptr);
      Lane& lane = lanes_[static_cast<std::size_t>(rank)];
      for (std::int64_t copy = 0; copy < spec.local_copies; ++copy)
        lane.copies.emplace_back(sim_, "local copy", 1);
      drainers_.try_emplace(seat(rank).node->id(), sim_, "drainer", 1);
    }
  }

  Task<> save(RankId rank, std::int64_t number, Account& account) override {
    if (files().size_of(rank) == Bytes()) co_return;
    Lane& lane = lanes_[static_cast<std::size_t>(rank)];
    const std::int64_t copy = lane.saved++ % spec_.local_copies;
    const bool drained = lane.saved % spec_.drain_every == 0;
    std::optional<Relay::Listening> listening(std::in_place, behind_of(rank), account);
    auto room = co_await lane.copies[static_cast<std::size_t>(copy)].acquire();
    listening.reset();
    account.spend(Activity::delivery, sim_.now());
    co_await capture(rank, account);
    co_await write(*seat(rank).local, rank, local_files(copy, rank), true, account);
    if (!drained) {
      kept(rank);
    } else {
      background_.spawn(setting_.scope.path() + "/drain/" + std::to_string(rank),
                        drain(rank, number, copy, std::move(room)));
    }
  }

 private:
  struct Lane {  // Of a rank.
    std::deque<Resource> copies;
    std::int64_t saved = 0;
  };

  std::vector<FileInfo> local_files(std::int64_t copy, RankId rank) const {
    std::vector<FileInfo> local = files().of(copy, rank);
    for (FileInfo& file : local) file.id.set = setting_.local_set;
    return local;
  }

  Task<> drain(RankId rank, std::int64_t number, std::int64_t copy, Resource::Hold room) {
    auto turn = co_await drainers_.at(seat(rank).node->id()).acquire();
    behind_of(rank).spend(Activity::delivery, sim_.now());
    const std::vector<FileInfo> from = local_files(copy, rank), to = files().of(number, rank);
    for (std::size_t i = 0; i < from.size(); ++i)
      co_await copy_file(*seat(rank).local, from[i], storage_of(rank), to[i], behind_of(rank));
    stored(rank, number, storage_of(rank));
    room.release();
  }

  Task<> copy_file(FileSystem& local, FileInfo from, FileSystem& storage, FileInfo to, Account& account) {
    const FileHandle source = co_await local.open(from, account);
    HeldFile held_source(local, source);
    const FileHandle target = co_await storage.create(to, account);
    HeldFile held_target(storage, target);
    const Time begun = sim_.now();
    for (Bytes at; at < to.size; at += kDrainPiece) {
      const Bytes length = std::min(kDrainPiece, to.size - at);
      co_await local.read(source, at, length, IoMode::buffered, account);
      co_await storage.write(target, at, length, account);
      co_await sim_.delay(ahead_of_limit(begun, at + length), drain_limit_);
      account.spend(Activity::window, sim_.now());
    }
    if (files().fsync()) co_await storage.sync(target, account);
    co_await storage.close(held_target.release(), account);
    co_await local.close(held_source.release(), account);
  }

  Duration ahead_of_limit(Time begun, Bytes moved) const {
    if (!spec_.drain_limit) return Duration();
    return std::max(Duration(), begun + moved / spec_.drain_limit->bandwidth - sim_.now());
  }

  TwoLevelSpec spec_;
  PartId drain_limit_;
  std::vector<Lane> lanes_;
  std::map<NodeId, Resource> drainers_;
  TaskGroup background_;
};

class TwoLevel final : public CheckpointStrategy {
 public:
  TwoLevel(const Context&, const TwoLevelSpec& spec) : spec_(spec) {}
  CheckpointNeeds needs() const override {
    CheckpointNeeds needs;
    needs.local_copies = spec_.local_copies;
    needs.stored_every = spec_.drain_every;
    return needs;
  }
  std::unique_ptr<CheckpointWriter> writer(const CheckpointSetting& setting) const override {
    return std::make_unique<TwoLevelWriter>(setting, spec_);
  }

 private:
  TwoLevelSpec spec_;
};

}  // namespace

std::unique_ptr<Recipe<CheckpointStrategy>> two_level_checkpoints() {
  return recipe<CheckpointStrategy, TwoLevel>(TwoLevelSpec());
}

}  // namespace headrace
