// Daos: a store of the DAOS kind: engines, targets, no locks and no metadata
// server.
//
// A hash says at which engine an open, stat or create is served, and from which
// target the chunks of a file are dealt. Bytes are where they are to be once a
// write is answered, so a sync asks nothing, nor does a close. Leaves out the
// split between persistent memory and drives, redundancy, transactions, and
// names: a lookup is one request however deep the path.
#pragma once

#include <memory>

#include "models/storage/daos/daos_spec.h"
#include "models/storage/remote/remote_store.h"

namespace headrace {

class DaosClient final : public RemoteClient {
 public:
  DaosClient(Scope scope, RemoteStore& store, const Host& host, const DaosSpec& spec);

 private:
  void plan(File& file) override;
  std::int32_t target_of(const File& file, Bytes offset) const override;

  RemoteStore& engines_;
  const DaosSpec& spec_;
};

class Daos final : public RemoteStore {
 public:
  Daos(const Context& context, const DaosSpec& spec);

 private:
  std::unique_ptr<RemoteClient> make_client(Scope scope, const Host& host) override;

  DaosSpec spec_;
};

}  // namespace headrace
