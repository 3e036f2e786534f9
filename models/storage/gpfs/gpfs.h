// Gpfs: a file system of the GPFS kind: NSD servers and no metadata server.
//
// The first touch of a file by a node asks the token manager, then the server
// that a hash gives for the inode; both stay with the node for the files it used
// last. Bytes of files that somebody writes to are read and written under tokens,
// which nodes take from each other (token_file_system.h). Blocks are dealt over all
// servers' drives. A sync commits wherever was written; a close asks nothing. A page
// pool is over it where the scenario gives one (cached/). Leaves out sub-blocks, hints
// of fine-grain sharing, data shipping, and revocation of tokens of inodes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/storage/cached/node_caches.h"
#include "models/storage/client/ranges.h"
#include "models/storage/gpfs/gpfs_spec.h"
#include "models/storage/gpfs/token_file_system.h"
#include "models/storage/remote/known_files.h"
#include "models/storage/remote/remote_store.h"
#include "models/storage/server/extent_locks.h"

namespace headrace {

class Gpfs;

class GpfsClient final : public RemoteClient {
 public:
  GpfsClient(Scope scope, Gpfs& store, const Host& host, const GpfsSpec& spec);

  void drop_caches() override { inodes_.clear(); }

 private:
  void plan(File& file) override;
  std::int32_t target_of(const File& file, Bytes offset) const override;
  void ended(const File& file) override;
  void touch(File& file, const Distribution& service, bool modifies);

  Gpfs& servers_;
  NodeId node_;
  const GpfsSpec& spec_;
  KnownFiles inodes_;
};

class Gpfs final : public RemoteStore, private ExtentLocks::Owner {
 public:
  Gpfs(const Context& context, const GpfsSpec& spec);

  // Returns how the managers grant tokens: all from what is asked for up to others' tokens, also before it
  // where there are none [read: Schmuck and Haskin, FAST 2002]; of whole blocks [assumed].
  static LockRules token_rules(const GpfsSpec& spec);

  FileSystem& client(const Host& host) override;
  std::string imbalance() const override;

  const GpfsSpec& spec() const { return spec_; }
  // Returns the first target of the token manager of a file.
  std::int32_t manager_of(const FileId& file) const;
  // Notes that somebody writes to a set of files, and tells whether anybody did: only then are there tokens
  // for bytes of its files. What nodes kept of them until then goes.
  void note_written(std::int32_t set);
  bool is_written(std::int32_t set) const {
    const auto index = static_cast<std::size_t>(set);
    return index < written_.size() && written_[index];
  }
  // Notes that bytes of a file were written, and tells whether a block has some: of one that no node made in
  // the run all have.
  void note_stored(const FileId& file, const ExtentLocks::Extent& extent) {
    if (const auto made = made_.find(file); made != made_.end()) made->second.add(extent.begin, extent.end);
  }
  bool has_stored(const FileId& file, const ExtentLocks::Extent& block) const {
    const auto made = made_.find(file);
    return made == made_.end() || made->second.has_some(block.begin, block.end);
  }
  // Ask for a token and take one back, at its manager; either answers.
  void lock(RemoteRequest& request);
  void unlock(RemoteRequest& request);
  // Takes the tokens of a file that a node made or removed from others, but for those who are using it, and
  // gives that of a new one to who made it.
  void renew(const FileInfo& file, NodeId node, bool made);

 private:
  std::unique_ptr<RemoteClient> make_client(Scope scope, const Host& host) override;
  void granted(StorageRequest& request, std::uint64_t grant) override;
  void call_back(const ExtentLocks::Call& call) override;
  void called(std::int64_t number);

  GpfsSpec spec_;
  Simulation& sim_;
  NodeCaches caches_;
  ExtentLocks locks_;
  std::vector<bool> written_;                        // By set.
  std::map<FileId, Ranges> made_;                    // What was written of files that were made in the run.
  std::map<std::int64_t, ExtentLocks::Call> calls_;  // On their way.
  std::int64_t called_ = 0;
  std::map<NodeId, TokenFileSystem> nodes_;
};

}  // namespace headrace
