#include "models/loaders/tf_data/record_file.h"

namespace headrace {

RecordFile::RecordFile(StageSetting& setting, std::int64_t file, std::int64_t first_place)
    : setting_(setting),
      info_(setting.context.data.file(file)),
      first_(file * setting.context.data.spec().samples_per_file),
      first_place_(first_place),
      samples_(setting.context.data.spec().samples_per_file),
      sample_(setting.context.data.sample_length(file)) {
  const ReadPattern pattern = cost_of(setting.context.data.spec().format).pattern;
  is_read_ = pattern != ReadPattern::none;
  is_whole_ = pattern == ReadPattern::whole_file;
  const Bytes buffer = setting.context.spec.transfer_size;
  transfer_ = is_whole_ ? info_.size : buffer > Bytes() ? buffer : sample_;
}

Task<std::optional<Element>> RecordFile::next(Account& account) {
  FileSystem& storage = setting_.context.storage;
  if (given_ == samples_) {
    if (held_) co_await storage.close(held_->release(), account);
    held_.reset();
    co_return std::nullopt;
  }
  Element element;
  element.sample = first_ + given_;
  element.place = first_place_ + given_;
  element.length = is_read_ ? sample_ : Bytes();
  const Bytes begin = sample_ * given_++;
  if (!is_read_ || setting_.kept.has(element.place)) co_return element;
  const BusyReaders::One busy(setting_.busy);
  if (!held_) {
    const FileHandle handle = co_await storage.open(info_, account);
    held_.emplace(storage, handle);
  }
  if (!is_whole_ && read_ < begin) read_ = begin;
  const Bytes end = is_whole_ ? info_.size : begin + sample_;
  while (read_ < end) {
    const Bytes length = std::min(transfer_, info_.size - read_);
    co_await storage.read(held_->handle(), read_, length, IoMode::buffered, account);
    read_ += length;
  }
  if (setting_.context.spec.tf_data.cache_after == CacheAfter::reading) setting_.kept.keep(element.place);
  co_return element;
}

}  // namespace headrace
