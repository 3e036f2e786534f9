// RecordingFileSystem: a store of fixed delays that writes down what it is asked.
//
//   RecordingFileSystem storage(sim, 1_ms, 100_us, 1_GBps, 500_us);
//   ... run what uses it ...
//   EXPECT_EQ(storage.records()[0].text(), "open 0/3");
//
// Operations do not wait for each other: operations by name take `open`, a
// read or write `per_read` and its bytes at `rate`, a sync `per_read`, a close
// `close`. A handle is never given out twice, so using one that is closed,
// forgotten or busy ends the test.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/storage/file_system.h"
#include "sim/check.h"

namespace headrace {

class RecordingFileSystem final : public FileSystem {
 public:
  // An operation as it was asked for, when it began.
  struct Record {
    Time at;
    IoOperation operation = IoOperation::open;
    FileId file;
    Bytes offset, length;
    FileHandle handle = 0;
    IoMode mode = IoMode::buffered;

    // "open 0/3", "read 0/3 [4096, 8192)": data set / file [first byte, past the last byte).
    std::string text() const {
      static constexpr const char* kNames[] = {"open",  "close", "stat",   "create", "read",
                                               "write", "sync",  "unlink", "list"};
      std::string words = kNames[static_cast<std::size_t>(operation)];
      words += " " + std::to_string(file.set) + "/" + std::to_string(file.index);
      if (operation == IoOperation::read || operation == IoOperation::write)
        words +=
            " [" + std::to_string(offset.count()) + ", " + std::to_string((offset + length).count()) + ")";
      return words;
    }
  };

  RecordingFileSystem(Simulation& sim, Duration open, Duration per_read, Bandwidth rate, Duration close)
      : FileSystem(sim), open_(open), per_read_(per_read), rate_(rate), close_(close) {}

  const std::vector<Record>& records() const { return records_; }
  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const Record& record : records_) all.push_back(record.text());
    return all;
  }
  std::int64_t count(IoOperation operation) const {
    std::int64_t n = 0;
    for (const Record& record : records_) n += record.operation == operation ? 1 : 0;
    return n;
  }

  // Handles from the end of their open to the end of their close, and the most there ever were.
  std::int64_t open_handles() const { return open_handles_; }
  std::int64_t most_open_handles() const { return most_open_handles_; }
  // Operations begun, and neither ended nor abandoned.
  std::int64_t under_way() const { return under_way_; }
  std::int64_t abandoned() const { return abandoned_; }
  std::int64_t forgotten() const { return forgotten_; }

  void forget(FileHandle handle) override {
    File& file = at(handle);
    HEADRACE_CHECK(file.is_open && file.request == nullptr);
    ++forgotten_;
    --open_handles_;
    files_.erase(handle);
  }

 protected:
  void start(IoRequest& request) override {
    const IoOperation operation = request.operation;
    if (request.is_by_name()) {
      request.handle = next_handle_++;
      files_[request.handle].info = request.file;
    }
    File& file = at(request.handle);
    HEADRACE_CHECK(file.request == nullptr);
    file.request = &request;
    ++under_way_;
    records_.push_back(
        {sim_.now(), operation, file.info.id, request.offset, request.length, request.handle, request.mode});
    file.ending = sim_.schedule_in(span_of(request), {&RecordingFileSystem::ended, this, request.handle});
  }

  void abandon(IoRequest& request) override {
    File& file = at(request.handle);
    HEADRACE_CHECK(file.request == &request);
    sim_.cancel(file.ending);
    file.request = nullptr;
    --under_way_;
    ++abandoned_;
    const bool by_handle = file.is_open && request.operation != IoOperation::close;
    if (by_handle) return;
    if (file.is_open) --open_handles_;
    files_.erase(request.handle);
  }

 private:
  struct File {
    FileInfo info;
    IoRequest* request = nullptr;
    EventId ending;
    bool is_open = false;
  };

  static bool opens(IoOperation operation) {
    return operation == IoOperation::open || operation == IoOperation::create;
  }

  Duration span_of(const IoRequest& request) const {
    switch (request.operation) {
      case IoOperation::open:
      case IoOperation::create:
      case IoOperation::stat:
      case IoOperation::unlink:
      case IoOperation::list: return open_;
      case IoOperation::close: return close_;
      case IoOperation::sync: return per_read_;
      case IoOperation::read:
      case IoOperation::write: return per_read_ + request.length / rate_;
    }
    HEADRACE_CHECK(false);
  }

  File& at(FileHandle handle) {
    const auto found = files_.find(handle);
    HEADRACE_CHECK(found != files_.end());
    return found->second;
  }

  static void ended(void* self, std::uint64_t handle) {
    auto& store = *static_cast<RecordingFileSystem*>(self);
    const auto number = static_cast<FileHandle>(handle);
    File& file = store.at(number);
    IoRequest& request = *std::exchange(file.request, nullptr);
    --store.under_way_;
    if (request.operation == IoOperation::read) {
      store.note_given(file.info.id, request.length);
      store.note_fetched(file.info.id, request.length);
    }
    const bool moves = request.is_by_handle();
    request.account.spend(moves ? Activity::device : Activity::metadata, store.sim_.now());
    if (opens(request.operation)) {
      file.is_open = true;
      store.most_open_handles_ = std::max(store.most_open_handles_, ++store.open_handles_);
    } else if (!request.is_by_handle()) {
      if (file.is_open) --store.open_handles_;
      store.files_.erase(number);
    }
    request.done.signal();
  }

  Duration open_, per_read_;
  Bandwidth rate_;
  Duration close_;
  FileHandle next_handle_ = 1;  // Zero is what a request holds that was never given one.
  std::map<FileHandle, File> files_;
  std::vector<Record> records_;
  std::int64_t open_handles_ = 0, most_open_handles_ = 0, under_way_ = 0, abandoned_ = 0, forgotten_ = 0;
};

}  // namespace headrace
