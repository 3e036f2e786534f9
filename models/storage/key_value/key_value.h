// KeyValue: a store of keys and values: memory or flash of a few servers.
//
// What one read asks for is a key, and a hash says whose it is. Reads of a node
// that wait for the same server are asked for together, as many as a multi-get
// takes; each key more takes the server its time. A write is a put of its own.
// There are no names: an open or a close asks nothing. Leaves out replicas and
// eviction, and a multi-get of the keys that one reader will want next.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/storage/key_value/key_value_spec.h"
#include "models/storage/layered/layered_file_system.h"
#include "models/storage/remote/remote_store.h"

namespace headrace {

// The requests themselves. A file of it is on the target that its directory names.
class KeyValueRequests final : public RemoteClient {
 public:
  KeyValueRequests(Scope scope, RemoteStore& store, const Host& host, const KeyValueSpec& spec);

  // Says how many keys the next read of an open file is for.
  void ask_for(FileHandle handle, std::int64_t keys);

 private:
  void plan(File& file) override;
  std::int32_t target_of(const File& file, Bytes) const override {
    return static_cast<std::int32_t>(file.info.directory);
  }

  const KeyValueSpec& spec_;
  std::vector<std::int64_t> keys_;  // By handle.
};

class KeyValueClient final : public LayeredFileSystem {
 public:
  KeyValueClient(const Scope& scope, const KeyValueSpec& spec, const RemoteStore& store,
                 KeyValueRequests& requests);
  ~KeyValueClient() override;

  std::string imbalance() const;

 private:
  struct Get {
    FileId file;
    Bytes length;
    Account* account = &nobody();  // The account of the reader; not to be used once `done` is abandoned.
    Signaller done;
  };
  struct Queue {  // Of the gets that no request asks for yet, at one target.
    std::deque<Get> waiting;
    std::int64_t senders = 0;
  };
  struct Open {
    std::map<std::int64_t, std::unique_ptr<HeldFile>> written;  // By target.
  };

  Task<> perform(FileHandle handle) override;
  void let_go(FileHandle handle) override { open_[handle].written.clear(); }
  void hold(FileHandle handle) override {
    if (open_.size() <= handle) open_.resize(handle + std::size_t{1});
  }
  Task<> get(FileHandle handle);
  Task<> put(FileHandle handle);
  Task<> sync(FileHandle handle);
  Task<> ask(FileHandle handle);
  Task<> send(std::int64_t target);
  static void answer(Get& get, const Journal& request);
  std::int64_t target_of(const FileId& file, Bytes offset) const;

  const KeyValueSpec& spec_;
  const RemoteStore& store_;
  KeyValueRequests& requests_;
  std::deque<Open> open_;
  std::vector<Queue> queues_;
  Bytes asked_, served_, given_up_;
  Counter& multi_gets_;
  TaskGroup senders_;
};

class KeyValue final : public RemoteStore {
 public:
  KeyValue(const Context& context, const KeyValueSpec& spec);

  FileSystem& client(const Host& host) override;
  std::vector<ResourceResult> resources(const std::string& name) const override;
  std::string imbalance() const override;

 private:
  std::unique_ptr<RemoteClient> make_client(Scope scope, const Host& host) override;

  Scope scope_;
  KeyValueSpec spec_;
  std::map<NodeId, std::unique_ptr<KeyValueClient>> clients_;
};

}  // namespace headrace
