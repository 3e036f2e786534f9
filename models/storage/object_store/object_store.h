// ObjectStore: objects behind a service of which only its law is known.
//
// A file is an object and its directory a prefix. A read is ranged GETs of a
// part each; a request takes a token of its prefix, and where there is none it
// waits for one, or is refused and tried again later. An object is uploaded
// from its first byte to its last, whatever the offsets of its writes: in one
// PUT with the close, or, longer than a part, in parts as they fill, which the
// write waits for; the close completes it. Leaves out growth of the
// caps under load.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/storage/object_store/object_store_spec.h"
#include "models/storage/remote/remote_store.h"

namespace headrace {

class ObjectClient final : public RemoteClient {
 public:
  ObjectClient(Scope scope, RemoteStore& store, const Host& host, const ObjectStoreSpec& spec);

 private:
  void plan(File& file) override;
  std::int32_t target_of(const File&, Bytes) const override { return 0; }
  std::optional<Duration> rest_after(std::int32_t refusals) override;
  void upload(File& file, Bytes length);
  void end_upload(File& file);

  const ObjectStoreSpec& spec_;
  RandomStream rests_;
  Counter* refused_ = nullptr;  // Where requests are refused.
};

class ObjectStore final : public RemoteStore {
 public:
  ObjectStore(const Context& context, const ObjectStoreSpec& spec);

  std::vector<ResourceResult> resources(const std::string& name) const override;

 private:
  std::unique_ptr<RemoteClient> make_client(Scope scope, const Host& host) override;
  std::unique_ptr<RequestScheduler> make_scheduler() const override;
  std::unique_ptr<RequestFilter> make_filter() const override;

  ObjectStoreSpec spec_;
};

}  // namespace headrace
