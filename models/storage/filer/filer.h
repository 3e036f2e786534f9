// Filer: an NFS server of one or a few heads, and its clients.
//
// Close-to-open: an open asks the head whether others changed the file, so that
// the node's pages of it go, and a close writes back and commits. A read or write
// goes in requests of the transfer size over the node's connections to the file's
// head. A stat asks nothing while the attributes are fresh. Without a page cache
// over it (cached/) a write ends when the head has it. Leaves out the head's own
// cache, delegations, locks, and names: a lookup is one request however deep the path.
#pragma once

#include <memory>
#include <string>

#include "models/storage/cached/node_caches.h"
#include "models/storage/filer/changes.h"
#include "models/storage/filer/filer_spec.h"
#include "models/storage/remote/known_files.h"
#include "models/storage/remote/remote_store.h"

namespace headrace {

class Filer;

class FilerClient final : public RemoteClient {
 public:
  FilerClient(Scope scope, Filer& store, const Host& host, const FilerSpec& spec);

  void drop_caches() override { attributes_.clear(); }

 private:
  void plan(File& file) override;
  std::int32_t target_of(const File& file, Bytes offset) const override;
  void prepare(RemoteRequest& request) override;
  void ended(const File& file) override;

  Filer& heads_;
  const FilerSpec& spec_;
  KnownFiles attributes_;
};

class Filer final : public RemoteStore {
 public:
  Filer(const Context& context, const FilerSpec& spec);

  FileSystem& client(const Host& host) override { return caches_.over(host, RemoteStore::client(host)); }
  std::string imbalance() const override;

  // Counts a change of a file, or says how many others made, and answers.
  void execute(RemoteRequest& request);

 private:
  std::unique_ptr<RemoteClient> make_client(Scope scope, const Host& host) override;

  FilerSpec spec_;
  NodeCaches caches_;
  Changes changes_;
};

}  // namespace headrace
