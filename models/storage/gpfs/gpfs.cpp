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

GpfsClient::GpfsClient(Scope scope, Gpfs& store, const Host& host, const GpfsSpec& spec)
    : RemoteClient(scope, store, host, shape_of(spec)),
      servers_(store),
      node_(host.node),
      spec_(spec),
      inodes_(spec.files_cached, Duration::max()) {}

std::int32_t GpfsClient::target_of(const File& file, Bytes offset) const {
  const std::int64_t targets = servers_.targets();
  return static_cast<std::int32_t>((spread(file.info.id, targets) + offset / spec_.block_size) % targets);
}

void GpfsClient::touch(File& file, const Distribution& service, bool modifies) {
  add_request(file, spec_.token, servers_.manager_of(file.info.id));
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
  if (operation == IoOperation::unlink || operation == IoOperation::create)
    servers_.renew(file.info, node_, operation == IoOperation::create);
  const bool names =
      operation == IoOperation::open || operation == IoOperation::create || operation == IoOperation::stat;
  if (names && !file.steps.empty()) inodes_.learn(file.info.id, sim_.now());
}

Gpfs::Gpfs(const Context& context, const GpfsSpec& spec)
    : RemoteStore(context, spec.servers, WaySpec(), "servers"),
      spec_(spec),
      sim_(context.scope.sim()),
      caches_(context.scope.part("page_caches"), spec_.page_cache, CachedFileSystem::Close::at_once),
      locks_(*this, token_rules(spec)) {}

LockRules Gpfs::token_rules(const GpfsSpec& spec) {
  LockRules rules;
  rules.unit = spec.block_size;
  rules.in_parts = true;
  return rules;
}

FileSystem& Gpfs::client(const Host& host) {
  const auto known = nodes_.find(host.node);
  if (known != nodes_.end()) return known->second;
  FileSystem& below = caches_.over(host, RemoteStore::client(host));
  return nodes_.try_emplace(host.node, sim_, *this, spec_, host, below, caches_.at(host.node)).first->second;
}

std::int32_t Gpfs::manager_of(const FileId& file) const {
  const std::int64_t managers = std::min(spec_.token_managers, servers());
  return static_cast<std::int32_t>(spread(file, managers) * spec_.servers.devices);
}

void Gpfs::note_written(std::int32_t set) {
  if (is_written(set)) return;
  const auto index = static_cast<std::size_t>(set);
  if (index >= written_.size()) written_.resize(index + 1);
  written_[index] = true;
  caches_.drop_set(set);
}

void Gpfs::lock(RemoteRequest& request) {
  request.length = request.until - request.offset_in_object;
  locks_.enqueue(request);
}

void Gpfs::unlock(RemoteRequest& request) {
  const ExtentLocks::Extent extent{request.offset_in_object, request.until};
  locks_.cancel(request.object, request.client, extent, request.grant);
  answer(request);
}

void Gpfs::granted(StorageRequest& request, std::uint64_t grant) {
  auto& asked = static_cast<RemoteRequest&>(request);
  asked.grant = grant;
  answer(asked);
}

void Gpfs::call_back(const ExtentLocks::Call& call) {
  calls_.emplace(++called_, call);
  notify(call.port, call.target, Action::of<&Gpfs::called>(*this, called_));
}

void Gpfs::called(std::int64_t number) {
  const ExtentLocks::Call call = calls_.extract(number).mapped();
  nodes_.at(call.client).called_back(file_of_object(call.object), call.wanted);
}

// A file without bytes has no tokens for them.
void Gpfs::renew(const FileInfo& file, NodeId node, bool made) {
  if (file.size == Bytes()) return;
  StorageRequest whole;
  whole.object = object_number(file.id, 0);
  for (const NodeId holder : locks_.holders(whole.object)) {
    if (holder == node && made) continue;
    const std::uint64_t last = nodes_.at(holder).drop(file);
    if (last > 0) locks_.cancel(whole.object, holder, ExtentLocks::kWhole, last);
  }
  made_.erase(file.id);
  if (!made) return;
  made_[file.id];
  whole.client = node;
  whole.exclusive = true;
  whole.reply_to = nodes_.at(node).port();
  whole.target = manager_of(file.id);
  const std::uint64_t grant = locks_.give_whole(whole);
  if (grant > 0) nodes_.at(node).made(file, grant);
}

std::string Gpfs::imbalance() const {
  if (std::string found = RemoteStore::imbalance(); !found.empty()) return found;
  if (std::string found = locks_.imbalance(); !found.empty()) return found;
  for (const auto& [node, tokens] : nodes_)
    if (std::string one = tokens.imbalance(); !one.empty())
      return "node " + std::to_string(node) + ": " + one;
  return caches_.imbalance();
}

std::unique_ptr<RemoteClient> Gpfs::make_client(Scope scope, const Host& host) {
  return std::make_unique<GpfsClient>(scope, *this, host, spec_);
}

std::unique_ptr<Recipe<Store>> gpfs_store() { return recipe<Store, Gpfs, GpfsSpec>(); }

}  // namespace headrace
