#include "models/jobs/inference/inference_reader.h"

#include <algorithm>

#include "models/formats/format.h"

namespace headrace {

FilePieces::FilePieces(const FileInfo& first, Bytes size, std::int64_t files, Bytes transfer)
    : first_(first), size_(size), files_(files), transfer_(transfer) {}

Bytes FilePieces::size_of(std::int64_t file) const {
  return size_ / files_ + Bytes::count(file < size_.count() % files_ ? 1 : 0);
}

std::optional<ReadPiece> FilePieces::next() {
  while (file_ < files_ && offset_ == size_of(file_)) {
    ++file_;
    offset_ = Bytes();
  }
  if (file_ == files_) return std::nullopt;
  ReadPiece piece;
  piece.file = first_;
  piece.file.id.index += file_;
  piece.file.size = size_of(file_);
  piece.offset = offset_;
  piece.length = std::min(transfer_, piece.file.size - offset_);
  piece.before = before_.count();
  offset_ += piece.length;
  before_ += piece.length;
  return piece;
}

SamplePieces::SamplePieces(const Dataset& data, SampleId first, SampleId last, Bytes transfer,
                           Bandwidth decode)
    : data_(data),
      first_(first),
      last_(last),
      transfer_(transfer),
      decode_(decode),
      run_(cost_of(data.spec().format).pattern == ReadPattern::none ? last : first) {}

std::optional<ReadPiece> SamplePieces::next() {
  if (run_ == last_) return std::nullopt;
  const std::int64_t file = data_.file_of(run_);
  const std::int64_t place = data_.place_in_file(run_);
  const std::int64_t samples = std::min(data_.spec().samples_per_file - place, last_ - run_);
  const Bytes each = data_.sample_length(file);
  ReadPiece piece;
  piece.file = data_.file(file);
  piece.offset = each * place + offset_;
  piece.length = std::min(transfer_, each * samples - offset_);
  piece.before = run_ - first_ + offset_ / each;
  const std::int64_t moved = cost_of(data_.spec().format).bytes_moved_per_byte;
  piece.decode = {piece.length / decode_, data_.spec().decoded(piece.length) * moved};
  offset_ += piece.length;
  if (offset_ == each * samples) {
    run_ += samples;
    offset_ = Bytes();
  }
  return piece;
}

SequentialReader::SequentialReader(const Scope& scope, FileSystem& storage,
                                   std::unique_ptr<PieceSource> source, std::int64_t threads, Node* node)
    : path_(scope.path()),
      sim_(scope.sim()),
      storage_(storage),
      node_(node),
      source_(std::move(source)),
      next_(source_->next()),
      reading_(static_cast<std::size_t>(threads), kNothing),
      progress_(scope.sim(), "data of", scope.path()),
      room_(scope.sim(), "room for more of", scope.path()),
      threads_(scope.sim()) {}

void SequentialReader::start() {
  for (std::size_t thread = 0; thread < reading_.size(); ++thread)
    threads_.spawn(path_ + "/thread/" + std::to_string(thread), read(thread));
}

std::int64_t SequentialReader::done() const {
  const std::int64_t unread = next_ ? next_->before : source_->units();
  return std::min(unread, *std::min_element(reading_.begin(), reading_.end()));
}

void SequentialReader::set_limit(std::int64_t units) {
  limit_ = units;
  room_.tell();
}

// Reads pieces until the source has no more. A thread has one file open at a time, its own handle of it.
Task<> SequentialReader::read(std::size_t thread) {
  std::optional<HeldFile> file;
  FileId opened;
  for (;;) {
    while (next_ && next_->before >= limit_) co_await room_.next();
    if (!next_) break;
    ReadPiece piece = *next_;
    next_ = source_->next();
    reading_[thread] = piece.before;
    if (file && opened != piece.file.id) {
      co_await storage_.close(file->release(), moving_);
      file.reset();
    }
    if (!file) {
      const FileHandle handle = co_await storage_.open(piece.file, moving_);
      file.emplace(storage_, handle);
      opened = piece.file.id;
    }
    co_await storage_.read(file->handle(), piece.offset, piece.length, IoMode::buffered, moving_);
    if (!piece.decode.none()) {
      piece.decode.part = node_->decodes();
      co_await node_->work(piece.decode, moving_);
      moving_.spend(Activity::decode, sim_.now());
    }
    bytes_ += piece.length;
    reading_[thread] = kNothing;
    progress_.tell();
  }
  if (file) co_await storage_.close(file->release(), moving_);
}

}  // namespace headrace
