// ParallelInterleave: Interleave whose files are read by processes of their own, ahead of who asks.
//
// Each file of the cycle has a buffer of two blocks. Whoever of the `num_parallel_calls` readers is idle
// reads for the file with room that the cycle comes to first; a file has one reader at a time. In the
// deterministic order a sample that is there waits for those that come before it, however late they are;
// else the cycle passes over files that have nothing ready. Leaves out that TensorFlow opens the next files
// of the list ahead of their turn.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "models/loaders/tf_data/file_list.h"
#include "models/loaders/tf_data/record_file.h"
#include "sim/change.h"
#include "sim/task_group.h"

namespace headrace {

class ParallelInterleave final : public Stage {
 public:
  // Blocks of a file that are read ahead: TensorFlow's kDefaultPerIteratorPrefetchFactor [assumed].
  static constexpr std::int64_t kBlocksAhead = 2;

  // Readers are the makers of the watch from `first_maker` on.
  ParallelInterleave(StageSetting& setting, const FileList& files, const InterleaveSpec& spec,
                     const Parallelism& calls, std::size_t first_maker);

  Task<std::optional<Element>> next(Account& account) override;

  // Returns how many readers there are of use.
  static std::int64_t readers(const InterleaveSpec& spec, const Parallelism& calls) {
    return std::min(spec.cycle_length, calls.most());
  }

 private:
  // A place of the cycle.
  struct Turn {
    std::unique_ptr<RecordFile> file;  // Null: it waits for a file of the list, which has no more.
    std::deque<Element> ready;
    bool is_being_read = false;
    bool has_ended = false;
  };

  void begin();
  void fill(Turn& turn);
  void go_on();
  bool is_over() const;
  Turn* to_take_from();
  Turn* to_read_for(std::int64_t reader);
  Task<> read(std::int64_t reader);

  StageSetting& setting_;
  FileList files_;
  InterleaveSpec spec_;
  Parallelism calls_;
  std::size_t first_maker_;
  std::vector<Turn> cycle_;
  std::size_t turn_ = 0;
  std::int64_t in_block_ = 0;  // Samples of the present block.
  std::int64_t next_file_ = 0, begun_ = 0;
  bool has_begun_ = false;
  Change to_read_, ready_;
  TaskGroup processes_;
};

}  // namespace headrace
