#include "models/storage/gpfs/gpfs.h"

#include <algorithm>

#include "models/storage/remote/spread.h"

namespace headrace {

namespace {

WindowShape shape_of(const GpfsSpec& spec) {
  WindowShape shape;
  shape.slots = spec.requests_in_flight;
  return shape;
}

}  // namespace

GpfsClient::GpfsClient(Scope scope, RemoteStore& store, const Host& host, const GpfsSpec& spec)
    : RemoteClient(scope, store, host, shape_of(spec)),
      servers_(store),
      spec_(spec),
      inodes_(spec.files_cached, Duration::max()) {}

std::int32_t GpfsClient::target_of(const File& file, Bytes offset) const {
  const std::int64_t targets = servers_.targets();
  return static_cast<std::int32_t>((spread(file.info.id, targets) + offset / spec_.block_size) % targets);
}

void GpfsClient::touch(File& file, const Distribution& service, bool modifies) {
  const std::int64_t managers = std::min(spec_.token_managers, servers_.servers());
  const std::int64_t manager = spread(file.info.id, managers) * spec_.servers.devices;
  add_request(file, spec_.token, static_cast<std::int32_t>(manager));
  add_request(file, service, target_of(file, Bytes()), modifies);
}

void GpfsClient::plan(File& file) {
  const IoRequest& request = *file.request;
  switch (request.operation) {
    case IoOperation::open:
    case IoOperation::stat:
      if (!inodes_.use(file.info.id, sim_.now())) touch(file, spec_.lookup, false);
      return;
    case IoOperation::create:
    case IoOperation::unlink: return touch(file, spec_.create, true);
    case IoOperation::list: return add_pages(file, spec_.lookup, target_of(file, Bytes()));
    case IoOperation::read:
      return add_range(file, Work::read, spec_.request_overhead, request.offset, end_of_read(file),
                       spec_.block_size);
    case IoOperation::write:
      return add_range(file, Work::write, spec_.request_overhead, request.offset,
                       request.offset + request.length, spec_.block_size);
    case IoOperation::sync: return add_commits(file, spec_.request_overhead);
    case IoOperation::close: return;
  }
}

void GpfsClient::ended(const File& file) {
  const IoOperation operation = file.request->operation;
  if (operation == IoOperation::unlink) inodes_.forget(file.info.id);
  const bool names =
      operation == IoOperation::open || operation == IoOperation::create || operation == IoOperation::stat;
  if (names && !file.steps.empty()) inodes_.learn(file.info.id, sim_.now());
}

Gpfs::Gpfs(const Context& context, const GpfsSpec& spec)
    : RemoteStore(context, spec.servers, WaySpec(), "servers"),
      spec_(spec),
      caches_(context.scope.part("page_caches"), spec_.page_cache, CachedFileSystem::Close::at_once) {}

std::string Gpfs::imbalance() const {
  const std::string found = RemoteStore::imbalance();
  return found.empty() ? caches_.imbalance() : found;
}

std::unique_ptr<RemoteClient> Gpfs::make_client(Scope scope, const Host& host) {
  return std::make_unique<GpfsClient>(scope, *this, host, spec_);
}

std::unique_ptr<Recipe<Store>> gpfs_store() { return recipe<Store, Gpfs, GpfsSpec>(); }

}  // namespace headrace
