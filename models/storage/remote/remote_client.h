// RemoteClient: a node's client of a store behind the network.
//
// A store says in plan() which requests an operation takes: a few steps one
// after another, each one request, a range of data in pieces, or a commit at
// every server that was written to. They go through windows: connections of so
// many requests each, where operations take turns, request by request. A read
// or write ends when all of its bytes are answered. Where bulk data moves by
// flows (models/fidelity.h) it is still request by request. Leaves out the page
// cache and the copy to the application: whoever reads twice asks twice.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "models/storage/file_system.h"
#include "models/storage/remote/request.h"
#include "models/storage/request/waiting.h"
#include "models/storage/store.h"
#include "sim/ring.h"

namespace headrace {

class RemoteStore;

// Windows of a client: `windows` are one for each server, or one for all of them.
struct WindowShape {
  std::int64_t windows = 1;
  std::int64_t connections = 1;  // Of a window.
  std::int64_t slots = 1;        // Requests on a connection at once.
};

class RemoteClient : public FileSystem {
 public:
  RemoteClient(Scope scope, RemoteStore& store, const Host& host, const WindowShape& shape);

  void forget(FileHandle handle) override;
  std::uint64_t changes_of(FileHandle handle) const override { return files_[handle].changes; }

  // Share of the run in which a request waited for a free place.
  double window_waiting() const { return window_waiting_.mean(sim_.now()); }
  // Empty when every byte of an operation was sent, waits to be, is kept back or was given up.
  std::string imbalance() const;

 protected:
  using Work = RemoteRequest::Work;

  struct Step {
    Work work = Work::none;
    const Distribution* service = nullptr;
    const Distribution* of_each = nullptr;  // Service of each thing more that a request asks for, …
    std::int64_t more = 0;                  // … of which there are so many.
    bool modifies = false;
    std::int32_t target = 0;  // Of one request.
    Bytes at, end, piece;     // Of a range: what is not sent yet, and where pieces begin.
    std::int64_t unsent = 0;  // Requests; of a range 0.
    std::int64_t unanswered = 0;
    bool sent() const { return unsent == 0 && at == end; }
  };
  struct File {
    FileInfo info;
    IoRequest* request = nullptr;  // The operation under way.
    Time started;
    std::uint32_t turn = 0;  // Operations that its slot has ended.
    std::vector<Step> steps;
    std::size_t step = 0;
    std::vector<std::int32_t> unsynced;  // Targets that were written to since the last commit, in order.
    std::uint64_t changes = 0;           // By others, as the answer to its open said.
    Bytes kept_back, uploaded;           // For a store that sends only full pieces until the end.
    bool open = false;
    bool created = false;
    bool begun = false;  // An upload that must be completed.
  };

  // Adds the steps of file.request.
  virtual void plan(File& file) = 0;
  // Returns where the bytes at an offset are.
  virtual std::int32_t target_of(const File& file, Bytes offset) const = 0;
  // Completes a request that is about to leave.
  virtual void prepare(RemoteRequest& request) { static_cast<void>(request); }
  virtual void ended(const File& file) { static_cast<void>(file); }
  // How long a request that was refused so often rests; nothing: it is given up.
  virtual std::optional<Duration> rest_after(std::int32_t refusals) {
    static_cast<void>(refusals);
    return std::nullopt;
  }

  // Adds a request to a plan, for plan().
  static void add_request(File& file, const Distribution& service, std::int32_t target,
                          bool modifies = false);
  // Adds the requests of a list: a request for every thousand names, one after another [assumed].
  static void add_pages(File& file, const Distribution& service, std::int32_t target);
  static void add_range(File& file, Work work, const Distribution& service, Bytes begin, Bytes end,
                        Bytes piece);
  static void add_commits(File& file, const Distribution& service);
  // The end of what a read gets.
  static Bytes end_of_read(const File& file);

  void start(IoRequest& request) override;
  void abandon(IoRequest& request) override;

 private:
  struct Connection {
    Stream out, back;
    std::int64_t in_flight = 0;
  };
  struct Turn {
    FileHandle file = 0;
    std::uint32_t turn = 0;
  };
  struct Window {
    std::vector<Connection> connections;
    std::size_t next = 0;  // Connections take turns.
    std::int64_t in_flight = 0;
    Ring<Turn> turns;  // Operations with more to send, each once; and some that are no more.
    bool waits = false;
    Time blocked;  // Instant until which an outage held it up.
  };

  void answered(RemoteRequest& request);
  void try_again(RemoteRequest& request);
  bool rests(RemoteRequest& request);
  void ends(RemoteRequest& request);
  void next_step(FileHandle slot);
  void finish(FileHandle slot);
  std::uint32_t window_of(std::int32_t target) const;
  void send_what_may(std::uint32_t window);
  void send_next(FileHandle slot, std::uint32_t window);
  RemoteRequest& make_request(FileHandle slot, std::uint32_t window);
  void note_written(File& file, std::int32_t target);
  FileHandle take_file();

  RemoteStore& store_;
  Host host_;
  WindowShape shape_;
  std::deque<File> files_;
  std::vector<FileHandle> free_files_;
  std::deque<Window> windows_;
  Waiting windows_waiting_;
  RequestPool requests_;
  std::int64_t in_flight_ = 0;
  std::int64_t failed_ = 0;  // Requests that were refused until they were given up.
  Bytes asked_, sent_, given_up_;
  Gauge& window_waiting_;
  Histogram &metadata_operation_, &read_operation_, &write_operation_, &request_;
  Counter &bytes_read_, &bytes_written_;
};

}  // namespace headrace
