#include "models/loaders/tf_data/interleave.h"

namespace headrace {

Interleave::Interleave(StageSetting& setting, const FileList& files, const InterleaveSpec& spec)
    : setting_(setting),
      files_(files),
      block_length_(spec.block_length),
      cycle_(static_cast<std::size_t>(spec.cycle_length)) {}

void Interleave::go_on() {
  turn_ = turn_ + 1 < cycle_.size() ? turn_ + 1 : 0;
  in_block_ = 0;
}

Task<std::optional<Element>> Interleave::next(Account& account) {
  const std::int64_t of_a_file = setting_.context.data.spec().samples_per_file;
  while (open_ > 0 || next_file_ < files_.size()) {
    std::unique_ptr<RecordFile>& file = cycle_[turn_];
    if (!file && next_file_ == files_.size()) {
      go_on();
      continue;
    }
    if (!file) {
      file = std::make_unique<RecordFile>(setting_, files_.at(next_file_), next_file_ * of_a_file);
      ++next_file_;
      ++open_;
    }
    const std::optional<Element> element = co_await file->next(account);
    if (element) {
      if (++in_block_ == block_length_) go_on();
      co_return element;
    }
    file.reset();
    --open_;
    go_on();
  }
  co_return std::nullopt;
}

}  // namespace headrace
