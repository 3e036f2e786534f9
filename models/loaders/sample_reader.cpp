#include "models/loaders/sample_reader.h"

#include <algorithm>

namespace headrace {

SampleReader::SampleReader(const LoaderContext& context, RandomStream preprocess, NextUse* future)
    : node_(context.node),
      storage_(context.storage),
      data_(context.data),
      cost_(cost_of(context.data.spec().format)),
      cache_(context.cache),
      future_(future),
      keep_open_(context.spec.keep_files_open),
      header_(context.spec.header),
      preprocess_time_(context.spec.preprocess_time),
      preprocess_(preprocess) {
  // O_DIRECT exists for npz and npy only; the other readers ignore it.
  const Format format = data_.spec().format;
  const bool direct = context.spec.direct_io && (format == Format::npz || format == Format::npy);
  mode_ = direct ? ReadMode::direct : ReadMode::buffered;
}

Task<> SampleReader::read(SampleId sample, std::int64_t now) {
  const Bytes length = data_.sample_length(data_.file_of(sample));
  Bytes decoded;
  if (cost_.pattern == ReadPattern::whole_file) {
    decoded = length * data_.spec().samples_per_file;
    co_await fetch(sample, decoded, true, now);
  } else if (cost_.pattern != ReadPattern::none) {
    decoded = length;
    co_await fetch(sample, decoded, false, now);
  }
  if (decoded > Bytes()) co_await node_.work(decoded / cost_.decode, decoded * cost_.bytes_moved_per_byte);
  const Duration preprocess = preprocess_time_.draw(preprocess_);
  if (preprocess > Duration()) co_await node_.work(preprocess, Bytes());
}

Task<> SampleReader::fetch(SampleId sample, Bytes length, bool whole, std::int64_t now) {
  const std::int64_t file = data_.file_of(sample);
  const Bytes offset = whole ? Bytes() : length * data_.place_in_file(sample);
  if (cache_ == nullptr) {
    co_await fetch_from_storage(file, offset, length, whole);
    co_return;
  }
  const std::int64_t samples = whole ? data_.spec().samples_per_file : 1;
  const SampleId first = sample - sample % samples;
  const CacheKey key{static_cast<std::uint64_t>(first / samples), 0};
  const std::int64_t next_use = future_ == nullptr ? kNeverAgain : future_->of(first, samples, now);
  if (cache_->lookup(key, length, next_use)) {
    co_await cache_->read(key, Bytes(), length);
    co_return;
  }
  co_await fetch_from_storage(file, offset, length, whole);
  co_await cache_->keep(key, length, next_use);
}

Task<> SampleReader::fetch_from_storage(std::int64_t file, Bytes offset, Bytes length, bool whole) {
  Bytes header_here;
  if (!held_ || open_file_ != file) {
    if (held_) co_await storage_.close(held_->release());
    held_.reset();
    const FileInfo info = data_.file(file);
    held_.emplace(storage_, co_await storage_.open(info));
    open_file_ = file;
    const Bytes first = std::min(header_, info.size);
    if (first > Bytes()) co_await storage_.read(held_->handle(), Bytes(), first, mode_);
    header_here = first;
  }
  // What lies in the header has been read with it.
  const Bytes begin = std::min(std::max(offset, header_here), offset + length);
  if (begin < offset + length || header_here == Bytes())
    co_await storage_.read(held_->handle(), begin, offset + length - begin, mode_);
  if (keep_open_ && !whole) co_return;
  co_await storage_.close(held_->release());
  held_.reset();
}

}  // namespace headrace
