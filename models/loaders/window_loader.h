// WindowLoader: workers that each keep a window of reads in flight, and make batches of what has come.
//
// A rank's files are dealt to its workers in turn: worker k has the files k, k + W, k + 2 W, … It reads
// its files whole, or the row groups of Parquet files one by one, `window` of them at once; whenever it has
// taken one, the next begins. Where requests of size s take t each, a worker reads window x s / t.
//
//   window 4:  reads 0 1 2 3 in flight   takes 1: read 4 begins   takes 0: read 5 begins …
//
// `window_memory` holds reads back as a semaphore of bytes. Objects are taken as they come and row groups in
// their order; samples at a worker's end that make no batch are dropped. Batches of the workers come in turn:
// so the readers of MLPerf Storage v3.0 do, which count bytes and decode nothing, and hand over one tensor
// in place of a batch [read: its DLIO]. Leaves out pinning, caches of samples, and reads split into ranges.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "models/formats/parquet.h"
#include "models/loaders/busy_readers.h"
#include "models/loaders/dlio_order.h"
#include "models/loaders/hand_over.h"
#include "models/loaders/loader.h"
#include "models/loaders/watch.h"
#include "sim/channel.h"
#include "sim/task_group.h"

namespace headrace {

class WindowLoader final : public DataLoader {
 public:
  explicit WindowLoader(const LoaderContext& context);

  void begin_epoch(std::int64_t epoch, std::int64_t left_out) override;
  Task<std::optional<Batch>> next() override;
  void end_epoch() override;
  std::int64_t ahead() const override { return workers_ * kAhead; }
  std::int64_t in_hand() const override;
  double read_once_taken(std::int64_t batches) const override;
  double readers_busy() const override;

 private:
  static constexpr std::int64_t kAhead =
      2;  // Batches that a worker may hold ready: PyTorch's default [read].

  // Item: what one read fetches.
  struct Item {
    std::int64_t number = 0;  // Place among the items of its worker.
    std::int64_t file = 0;
    Bytes offset, length;
    std::int64_t samples = 0;
  };
  // Spent: part of the time of a read.
  struct Spent {
    Activity activity = Activity::none;
    Time until;
  };
  struct Arrival {
    Item item;
    std::vector<Spent> spent;
    bool operator<(const Arrival& other) const { return item.number < other.item.number; }
  };
  class Spending;

  // Worker: where one stands in its files.
  struct Worker {
    Worker(Simulation& sim, std::size_t window);

    std::int64_t files = 0;               // Files of the rank that it reads.
    std::int64_t batches = 0;             // Batches that it makes in the epoch.
    std::int64_t file = 0;                // File to read next, of those, …
    std::int64_t group = 0;               // … and row group of that.
    std::int64_t started = 0, taken = 0;  // Items begun, and items made into batches.
    std::int64_t given = 0;               // Batches that the loop has.
    Bytes held;                           // Memory of items begun and not taken.
    Channel<Item> to_read;
    std::deque<Arrival> came;  // Reads that came and are not taken, …
    Channel<bool> arrived;     // … and a sign for each of them.
    std::set<Arrival> early;   // Row groups that came before their turn.
    Channel<Batch> ready;
  };
  struct Epoch {
    explicit Epoch(Simulation& sim) : processes(sim) {}

    std::int64_t number = 0;
    std::unique_ptr<SampleOrder> order;  // Order of the rank's files.
    std::deque<Worker> workers;
    std::int64_t batches = 0, taken = 0;
    std::int64_t turn = 0;  // The worker whose batch is next.
    TaskGroup processes;
  };

  bool by_row_groups() const { return context_.data.spec().format == Format::parquet; }
  ParquetFile parquet() const;
  std::int64_t file_of(std::int64_t worker, std::int64_t own) const;
  void plan(Worker& worker, std::int64_t number);
  Worker& turn();
  std::int64_t skip(Worker& worker, std::int64_t samples);
  std::int64_t next_samples(const Worker& worker) const;
  std::optional<Item> next_item(const Worker& worker, std::int64_t number) const;
  void advance(Worker& worker) const;
  void begin_reads(Worker& worker, std::int64_t number);
  Task<> work(std::int64_t number);
  Task<> read_footers(Worker& worker, std::int64_t number, Account& account);
  Task<> read_items(Worker& worker);
  Task<> read(std::int64_t file, Bytes offset, Bytes length, Account& account);
  Task<Item> take(Worker& worker, Watch::Maker& maker);

  LoaderContext context_;
  Simulation& sim_;
  const PytorchWorkSpec& pytorch_;
  std::int64_t workers_, window_;
  RandomStream handover_;
  DlioOrders orders_;
  bool started_ = false;
  BusyReaders busy_;
  Watch watch_;
  std::unique_ptr<Epoch> epoch_;
};

}  // namespace headrace
