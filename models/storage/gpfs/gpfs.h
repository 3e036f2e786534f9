// Gpfs: a file system of the GPFS kind: NSD servers and no metadata server.
//
// The first touch of a file by a node asks the token manager, then the server
// that a hash gives for the inode; both stay with the node for the files it used
// last. Blocks are dealt over the drives of all servers, from a place that the
// hash says. A sync commits wherever was written; a close asks nothing. A page pool is
// over it where the scenario gives one (cached/). Leaves out revocation of tokens,
// token ranges within a file, and sub-blocks.
#pragma once

#include <memory>
#include <string>

#include "models/storage/cached/node_caches.h"
#include "models/storage/gpfs/gpfs_spec.h"
#include "models/storage/remote/known_files.h"
#include "models/storage/remote/remote_store.h"

namespace headrace {

class GpfsClient final : public RemoteClient {
 public:
  GpfsClient(Scope scope, RemoteStore& store, const Host& host, const GpfsSpec& spec);

  void drop_caches() override { inodes_.clear(); }

 private:
  void plan(File& file) override;
  std::int32_t target_of(const File& file, Bytes offset) const override;
  void ended(const File& file) override;
  void touch(File& file, const Distribution& service, bool modifies);

  RemoteStore& servers_;
  const GpfsSpec& spec_;
  KnownFiles inodes_;
};

class Gpfs final : public RemoteStore {
 public:
  Gpfs(const Context& context, const GpfsSpec& spec);

  FileSystem& client(const Host& host) override { return caches_.over(host, RemoteStore::client(host)); }
  std::string imbalance() const override;

 private:
  std::unique_ptr<RemoteClient> make_client(Scope scope, const Host& host) override;

  GpfsSpec spec_;
  NodeCaches caches_;
};

}  // namespace headrace
