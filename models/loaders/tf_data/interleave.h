// Interleave: samples of several files in turn, each read when it is asked for.
//
// `cycle_length` files are open at once. A block of `block_length` samples is taken from one, then from the
// next; a file that has no more makes room for the next of the list, which is opened when the cycle comes
// to it. With a cycle of one, files come one after another.
#pragma once

#include <memory>
#include <vector>

#include "models/loaders/tf_data/file_list.h"
#include "models/loaders/tf_data/record_file.h"

namespace headrace {

class Interleave final : public Stage {
 public:
  Interleave(StageSetting& setting, const FileList& files, const InterleaveSpec& spec);

  Task<std::optional<Element>> next(Account& account) override;

 private:
  void go_on();

  StageSetting& setting_;
  FileList files_;
  std::int64_t block_length_;
  std::vector<std::unique_ptr<RecordFile>> cycle_;
  std::size_t turn_ = 0;
  std::int64_t in_block_ = 0;  // Samples of the present block.
  std::int64_t next_file_ = 0, open_ = 0;
};

}  // namespace headrace
