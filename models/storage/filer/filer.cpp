#include "models/storage/filer/filer.h"

#include <limits>

namespace headrace {

namespace {

WaySpec way_of(const FilerSpec& spec) {
  WaySpec way;
  way.connection = spec.connection_bandwidth;
  return way;
}

WindowShape shape_of(const FilerSpec& spec) {
  WindowShape shape;
  shape.windows = spec.heads.count;
  shape.connections = spec.nconnect;
  shape.slots = spec.slots;
  return shape;
}

}  // namespace

FilerClient::FilerClient(Scope scope, Filer& store, const Host& host, const FilerSpec& spec)
    : RemoteClient(scope, store, host, shape_of(spec)),
      heads_(store),
      spec_(spec),
      attributes_(std::numeric_limits<std::int64_t>::max(), spec.attributes_valid) {}

// Returns the target of a file. A directory is one head's, and a file of it lies on one group of its drives.
std::int32_t FilerClient::target_of(const File& file, Bytes) const {
  const std::int64_t devices = spec_.heads.devices;
  const std::int64_t head = file.info.directory % heads_.servers();
  return static_cast<std::int32_t>(head * devices + file.info.id.index % devices);
}

void FilerClient::plan(File& file) {
  const IoRequest& request = *file.request;
  const std::int32_t target = target_of(file, Bytes());
  switch (request.operation) {
    case IoOperation::open: return add_request(file, spec_.lookup, target);
    case IoOperation::create:
    case IoOperation::unlink: return add_request(file, spec_.create, target, true);
    case IoOperation::list: return add_pages(file, spec_.lookup, target);
    case IoOperation::stat:
      if (!attributes_.use(file.info.id, sim_.now())) add_request(file, spec_.lookup, target);
      return;
    case IoOperation::read:
      return add_range(file, Work::read, spec_.request_overhead, request.offset, end_of_read(file),
                       spec_.transfer_size);
    case IoOperation::write:
      return add_range(file, Work::write, spec_.request_overhead, request.offset,
                       request.offset + request.length, spec_.transfer_size);
    case IoOperation::sync: return add_commits(file, spec_.request_overhead);
    case IoOperation::close:
      add_commits(file, spec_.request_overhead);
      if (spec_.close_is_request) add_request(file, spec_.close, target);
      return;
  }
}

// Has the head count changes where a node keeps pages that they make old.
void FilerClient::prepare(RemoteRequest& request) {
  const bool tells = request.work == Work::write || request.work == Work::none;
  if (spec_.page_cache && tells) request.executes = Action::of<&Filer::execute>(heads_, request);
}

// Keeps or drops the attributes of a file when an operation has ended. A stat that asked nothing learned
// nothing.
void FilerClient::ended(const File& file) {
  const IoOperation operation = file.request->operation;
  if (operation == IoOperation::unlink) attributes_.forget(file.info.id);
  const bool asks = operation == IoOperation::open || operation == IoOperation::create ||
                    (operation == IoOperation::stat && !file.steps.empty());
  if (asks) attributes_.learn(file.info.id, sim_.now());
}

Filer::Filer(const Context& context, const FilerSpec& spec)
    : RemoteStore(context, spec.heads, way_of(spec), "heads"),
      spec_(spec),
      caches_(context.scope.part("page_caches"), spec_.page_cache, CachedFileSystem::Close::writes_back) {}

void Filer::execute(RemoteRequest& request) {
  const FileId file = file_of_object(request.object);
  if (request.modifies) changes_.note(file, request.client);
  request.changes = changes_.by_others(file, request.client);
  answer(request);
}

std::string Filer::imbalance() const {
  const std::string found = RemoteStore::imbalance();
  return found.empty() ? caches_.imbalance() : found;
}

std::unique_ptr<RemoteClient> Filer::make_client(Scope scope, const Host& host) {
  return std::make_unique<FilerClient>(scope, *this, host, spec_);
}

std::unique_ptr<Recipe<Store>> filer_store() { return recipe<Store, Filer, FilerSpec>(); }

}  // namespace headrace
