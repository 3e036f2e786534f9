#include "models/loaders/sample_reader.h"

namespace headrace {

SampleReader::SampleReader(const LoaderContext& context, RandomStream preprocess)
    : node_(context.node),
      storage_(context.storage),
      data_(context.data),
      cost_(cost_of(context.data.spec().format)),
      keep_open_(context.spec.keep_files_open),
      preprocess_time_(context.spec.preprocess_time),
      preprocess_(preprocess) {
  // O_DIRECT exists for npz and npy only; the other readers ignore it.
  const Format format = data_.spec().format;
  const bool direct = context.spec.direct_io && (format == Format::npz || format == Format::npy);
  mode_ = direct ? ReadMode::direct : ReadMode::buffered;
}

Task<> SampleReader::read(SampleId sample) {
  const std::int64_t file = data_.file_of(sample);
  const Bytes length = data_.sample_length(file);
  Bytes decoded;
  if (cost_.pattern == ReadPattern::whole_file) {
    decoded = length * data_.spec().samples_per_file;
    co_await fetch(file, Bytes(), decoded, true);
  } else if (cost_.pattern != ReadPattern::none) {
    decoded = length;
    co_await fetch(file, length * data_.place_in_file(sample), length, false);
  }
  if (decoded > Bytes()) co_await node_.work(decoded / cost_.decode, decoded * cost_.bytes_moved_per_byte);
  const Duration preprocess = preprocess_time_.draw(preprocess_);
  if (preprocess > Duration()) co_await node_.work(preprocess, Bytes());
}

Task<> SampleReader::fetch(std::int64_t file, Bytes offset, Bytes length, bool whole) {
  if (!held_ || open_file_ != file) {
    if (held_) co_await storage_.close(held_->release());
    held_.reset();
    const FileInfo info = data_.file(file);
    held_.emplace(storage_, co_await storage_.open(info));
    open_file_ = file;
  }
  co_await storage_.read(held_->handle(), offset, length, mode_);
  if (keep_open_ && !whole) co_return;
  co_await storage_.close(held_->release());
  held_.reset();
}

}  // namespace headrace
