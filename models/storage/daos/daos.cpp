#include "models/storage/daos/daos.h"

#include <algorithm>

#include "models/storage/remote/spread.h"

namespace headrace {

namespace {

WindowShape shape_of(const DaosSpec& spec) {
  WindowShape shape;
  shape.slots = spec.requests_in_flight;
  return shape;
}

}  // namespace

DaosClient::DaosClient(Scope scope, RemoteStore& store, const Host& host, const DaosSpec& spec)
    : RemoteClient(scope, store, host, shape_of(spec)), engines_(store), spec_(spec) {}

std::int32_t DaosClient::target_of(const File& file, Bytes offset) const {
  const std::int64_t targets = engines_.targets();
  const std::int64_t shards = spec_.shards == 0 ? targets : std::min(spec_.shards, targets);
  const std::int64_t shard = offset / spec_.chunk_size % shards;
  return static_cast<std::int32_t>((spread(file.info.id, targets) + shard) % targets);
}

void DaosClient::plan(File& file) {
  const IoRequest& request = *file.request;
  switch (request.operation) {
    case IoOperation::open:
    case IoOperation::stat: return add_request(file, spec_.lookup, target_of(file, Bytes()));
    case IoOperation::create:
    case IoOperation::unlink: return add_request(file, spec_.create, target_of(file, Bytes()), true);
    case IoOperation::list: return add_pages(file, spec_.lookup, target_of(file, Bytes()));
    case IoOperation::read:
      return add_range(file, Work::read, spec_.request_overhead, request.offset, end_of_read(file),
                       spec_.chunk_size);
    case IoOperation::write:
      return add_range(file, Work::write, spec_.request_overhead, request.offset,
                       request.offset + request.length, spec_.chunk_size);
    case IoOperation::sync:
    case IoOperation::close: return;
  }
}

Daos::Daos(const Context& context, const DaosSpec& spec)
    : RemoteStore(context, spec.engines, WaySpec(), "engines"), spec_(spec) {}

std::unique_ptr<RemoteClient> Daos::make_client(Scope scope, const Host& host) {
  return std::make_unique<DaosClient>(scope, *this, host, spec_);
}

std::unique_ptr<Recipe<Store>> daos_store() { return recipe<Store, Daos, DaosSpec>(); }

}  // namespace headrace
