#include "models/loaders/sample_reader.h"

#include <algorithm>
#include <cmath>

#include "models/formats/kinds.h"
#include "models/loaders/shared_prefix.h"

namespace headrace {

SampleReader::SampleReader(const LoaderContext& context, const MixedSet& set, RandomStream& preprocess,
                           NextUse* future, Account& account)
    : node_(context.node),
      storage_(*set.storage),
      account_(account),
      sim_(context.scope.sim()),
      data_(*set.data),
      set_(set.number),
      cost_(cost_of(data_.spec().format)),
      decode_(context.node.host_work().decode.of(data_.spec().decoded_as())),
      container_work_(context.node.host_work().containers),
      library_(context.library),
      prefix_(context.prefix),
      straight_(context.feed == LoaderContext::Feed::straight ||
                context.feed == LoaderContext::Feed::bounced),
      bounced_(context.feed == LoaderContext::Feed::bounced),
      accelerator_(context.accelerator),
      cache_(context.cache),
      future_(future),
      keep_open_(context.spec.keep_files_open),
      header_(context.spec.header),
      preprocess_time_(context.spec.preprocess_time),
      preprocesses_(context.scope.blamed("preprocess")),
      preprocess_(preprocess) {
  // O_DIRECT exists for npz and npy only; the other readers ignore it.
  const Format format = data_.spec().format;
  const bool direct = context.spec.direct_io && (format == Format::npz || format == Format::npy);
  mode_ = direct || straight_ ? IoMode::direct : IoMode::buffered;
  if (direct) decode_ = node_.host_work().direct_read;
  decodes_ = direct || context.spec.decode;
}

Task<> SampleReader::read(SampleId sample, std::int64_t now) {
  const Bytes length = data_.sample_length(data_.file_of(sample));
  if (cost_.pattern != ReadPattern::none) {
    const bool whole = cost_.pattern == ReadPattern::whole_file;
    const Bytes read = whole ? length * data_.spec().samples_per_file : length;
    ThreadWork decode;
    if (decodes_)
      decode = {read / decode_, data_.spec().decoded(read) * cost_.bytes_moved_per_byte, node_.decodes()};
    const bool on_device = co_await fetch(sample, read, whole, now, decode);
    if (on_device || straight_) co_return;
    co_await node_.work(decode, account_);
  } else if (straight_) {
    co_return;
  }
  account_.spend(Activity::decode, sim_.now());
  const ThreadWork preprocess{draw_preprocess(prefix_ == nullptr ? 1 : prefix_->share()), Bytes(),
                              preprocesses_};
  if (!preprocess.none()) co_await node_.work(preprocess, account_);
  account_.spend(Activity::preprocess, sim_.now());
}

Duration SampleReader::draw_preprocess(double share) {
  const Duration drawn = preprocess_time_.draw(preprocess_);
  return share == 1 ? drawn : Duration::nanoseconds(std::llround(static_cast<double>(drawn.ns()) * share));
}

Task<> SampleReader::read_shared(SampleId sample, std::int64_t now) {
  if (prefix_->begins(now)) {
    co_await read(sample, now);
    prefix_->made(now);
  } else {
    co_await prefix_->others(now);
    account_.spend(Activity::preprocess, sim_.now());
  }
  const ThreadWork own{draw_preprocess(1 - prefix_->share()), Bytes(), preprocesses_};
  if (!own.none()) co_await node_.work(own, account_);
  account_.spend(Activity::preprocess, sim_.now());
}

// Says, once the sample is there, whether it is in the accelerator already, decoded. Every read of a sample
// comes through here: it is one coroutine for cache and storage, as each that it awaited would cost a frame.
Task<bool> SampleReader::fetch(SampleId sample, Bytes length, bool whole, std::int64_t now,
                               ThreadWork& decode) {
  const std::int64_t file = data_.file_of(sample);
  OpenFile* open = find_open(file);
  if (open != nullptr && open->in_memory) {
    decode = ThreadWork();
    if (--open->left > 0) co_return false;
    const FileHandle done = take_open(file, *open);
    co_await storage_.close(done, account_);
    co_return false;
  }
  const Cached cached = look_up(sample, length, whole, now);
  if (cached.found) {
    co_await cache_->read(cached.key, Bytes(), cached.kept, account_);
    if (cached.on_device) ++found_on_device_;
    co_return cached.on_device;
  }
  Bytes header_here;
  bool opened = false;
  if (open == nullptr) {
    const FileInfo info = data_.file(file);
    open = &add_open(file, co_await storage_.open(info, account_));
    const Bytes first = std::min(header_, info.size);
    if (first > Bytes()) co_await storage_.read(open->held.handle(), Bytes(), first, mode_, account_);
    header_here = first;
    if (open->container) {
      contained_.clear();
      open->container->opened(data_.sample_length(file), data_.spec().samples_per_file, contained_);
      opened = true;
    }
  }
  // What lies in the header has been read with it.
  const Bytes offset = whole ? Bytes() : length * data_.place_in_file(sample);
  const Bytes begin = std::min(std::max(offset, header_here), offset + length);
  const Bytes left = offset + length - begin;
  if (open->container) {
    co_await read_contained(*open, sample, opened, decode);
  } else if (straight_ && (left > Bytes() || header_here == Bytes())) {
    co_await read_straight(open->held.handle(), begin, left);
  } else if (left > Bytes() || header_here == Bytes()) {
    co_await storage_.read(open->held.handle(), begin, left, mode_, account_, &decode);
  }
  if (decode.none() && !straight_) account_.spend(Activity::decode, sim_.now());
  open->in_memory = whole;
  if (!keep_open_ || --open->left <= 0) {
    const FileHandle done = take_open(file, *open);
    co_await storage_.close(done, account_);
  }
  if (cache_ != nullptr) cache_->keep(cached.key, cached.kept, cached.next_use);
  co_return false;
}

SampleReader::OpenFile* SampleReader::find_open(std::int64_t file) {
  if (!keep_open_) return nullptr;  // It is closed behind each sample.
  const auto found = kept_.find(file);
  return found == kept_.end() ? nullptr : &found->second;
}

SampleReader::OpenFile& SampleReader::add_open(std::int64_t file, FileHandle handle) {
  const DatasetSpec& data = data_.spec();
  OpenFile& open = keep_open_ ? kept_.try_emplace(file, storage_, handle, data.samples_per_file).first->second
                              : open_.emplace(storage_, handle, data.samples_per_file);
  open.container = spare_ ? std::move(spare_) : make_container(data.format, data.containers, container_work_);
  return open;
}

FileHandle SampleReader::take_open(std::int64_t file, OpenFile& open) {
  const FileHandle handle = open.held.release();
  spare_ = std::move(open.container);
  if (keep_open_) {
    kept_.erase(file);
  } else {
    open_.reset();
  }
  return handle;
}

// Reads and unpacks under the lock of the library, where threads of a process share one.
Task<> SampleReader::read_contained(OpenFile& open, SampleId sample, bool opened, ThreadWork& decode) {
  Resource::Hold turn;
  if (library_ != nullptr) {
    turn = co_await library_->acquire();
    account_.spend(Activity::decode, sim_.now());
  }
  if (!opened) contained_.clear();
  open.container->sample(data_.place_in_file(sample), contained_);
  decode.span += contained_.work;
  const std::vector<FileReads::Read>& reads = contained_.reads;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    if (straight_) {
      co_await read_straight(open.held.handle(), reads[i].offset, reads[i].length);
      continue;
    }
    ThreadWork* const next = i + 1 == reads.size() ? &decode : nullptr;
    co_await storage_.read(open.held.handle(), reads[i].offset, reads[i].length, mode_, account_, next);
  }
  if (decode.none() || library_ == nullptr || straight_) co_return;
  co_await node_.work(decode, account_);
  decode = ThreadWork();
}

SampleReader::Cached SampleReader::look_up(SampleId sample, Bytes length, bool whole, std::int64_t now) {
  Cached cached;
  if (cache_ == nullptr) return cached;
  const std::int64_t samples = whole ? data_.spec().samples_per_file : 1;
  const SampleId first = sample - sample % samples;
  cached.key = {static_cast<std::uint64_t>(first / samples), set_};
  cached.next_use = future_ == nullptr ? kNeverAgain : future_->of(first, samples, now);
  cached.on_device = cache_->on_device();
  cached.kept = cached.on_device ? data_.spec().decoded(length) : length;
  cached.found = cache_->lookup(cached.key, cached.kept, cached.next_use);
  return cached;
}

// Reads past the cores: at once into the accelerator, or first into a buffer of host memory.
Task<> SampleReader::read_straight(FileHandle file, Bytes offset, Bytes length) {
  if (bounced_) {
    co_await storage_.read(file, offset, length, mode_, account_);
    co_await node_.work(Duration(), length, account_);
    co_await node_.feed(accelerator_, length, true, account_);
    co_return;
  }
  Node::Passage passage(node_, Node::Copy::to_device, accelerator_, length, Node::Passage::By::storage);
  co_await storage_.read(file, offset, length, mode_, account_);
  co_await passage.done();
  account_.spend(Activity::copy, sim_.now());
}

SampleReaders::SampleReaders(const LoaderContext& context, RandomStream& preprocess, NextUse* future,
                             Account& account) {
  if (context.mixed.empty()) readers_.emplace_back(context, preprocess, future, account);
  for (const MixedSet& set : context.mixed) {
    readers_.emplace_back(context, set, preprocess, future, account);
    first_.push_back(set.first);
  }
}

Task<> SampleReaders::read_mixed(SampleId sample, std::int64_t now) {
  const auto behind = std::upper_bound(first_.begin(), first_.end(), sample);
  const auto set = static_cast<std::size_t>(behind - first_.begin() - 1);
  return readers_[set].read(sample - first_[set], now);
}

std::int64_t SampleReaders::found_on_device() const {
  std::int64_t all = 0;
  for (const SampleReader& reader : readers_) all += reader.found_on_device();
  return all;
}

}  // namespace headrace
