// TfRecordLoader: TensorFlow's stream of TFRecord files.
//
// Files are read in listed order: with at least as many files as ranks, rank r
// streams files r, r+P, …; with fewer every rank streams all files and keeps
// every P-th sample. `read_threads` readers take files in turn, each with one
// buffer of transfer_size ahead, and give their samples in turn. Then a shuffle
// buffer that must fill first, whole batches, preprocessing on
// computation_threads, and a prefetch buffer. Each epoch starts a new iterator.
// A rank whose files make fewer batches than the epoch has steps begins them
// again. A cache holds whole files: a hit opens, reads and closes nothing.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "models/formats/format.h"
#include "models/loaders/loader.h"
#include "models/loaders/watch.h"
#include "sim/channel.h"
#include "sim/task_group.h"

namespace headrace {

class TfRecordLoader final : public DataLoader {
 public:
  explicit TfRecordLoader(const LoaderContext& context);

  void begin_epoch(std::int64_t epoch, std::int64_t left_out) override;
  Task<std::optional<Batch>> next() override;
  void end_epoch() override;
  std::int64_t ahead() const override;
  std::int64_t in_hand() const override { return static_cast<std::int64_t>(epoch_->prefetched.size()); }
  double read_once_taken(std::int64_t batches) const override;
  double readers_busy() const override;

 private:
  // Consecutive samples of one file.
  struct Run {
    Run(SampleId from, std::int64_t samples) : first(from), count(samples) {}
    SampleId first;
    std::int64_t count;
  };

  struct Reader {
    explicit Reader(Simulation& sim) : runs(sim, "tfrecord samples", 1) {}
    Channel<Run> runs;
    Run left = Run(0, 0);
    bool ended = false;
  };

  struct Epoch {
    explicit Epoch(TfRecordLoader& loader);

    std::deque<Reader> readers;  // Readers of this pass over the files.
    std::size_t live_readers = 0;
    std::deque<Channel<Batch>> to_map, mapped;  // By computation thread; empty when nothing is preprocessed.
    Channel<Batch> prefetched;
    TaskGroup processes;
  };

  class Assembler;

  std::int64_t files_of_rank() const;
  std::int64_t file_of_rank(std::int64_t place) const;

  void begin_pass();
  Task<> read(std::int64_t reader);
  Task<> read_file(Reader& reader, std::int64_t place, Account& account);
  std::int64_t next_use(std::int64_t place) const;
  Task<> assemble();
  Task<> assemble_pass(Assembler& assembler, bool repeated);
  Task<> map(std::int64_t thread);
  Task<> collect();
  void note_reading(int change);
  Watch::Maker& mapping(std::size_t thread);

  LoaderContext context_;
  Simulation& sim_;
  std::int64_t moved_per_byte_;
  Bandwidth decode_;  // Of one core.
  PartId preprocesses_;
  bool sharded_by_sample_;  // Fewer files than ranks.
  std::int64_t steps_;      // Of an epoch, if nothing else ends it.
  RandomStream handover_;
  std::vector<RandomStream> preprocess_;  // By computation thread; empty when nothing is preprocessed.
  std::int64_t reading_ = 0;
  Gauge& busy_;
  std::int64_t number_ = 0;    // Of the epoch.
  std::int64_t left_out_ = 0;  // Batches that are still to be dropped.
  std::int64_t taken_ = 0;     // Batches of the epoch.
  // The readers have a batch while the next sample of it is to come from them; then a thread preprocesses it.
  Watch watch_;
  std::unique_ptr<Epoch> epoch_;
};

}  // namespace headrace
