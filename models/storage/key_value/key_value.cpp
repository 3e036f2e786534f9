#include "models/storage/key_value/key_value.h"

#include <utility>

#include "models/storage/remote/spread.h"

namespace headrace {

namespace {

ServerSpec servers_of(const KeyValueSpec& spec) {
  ServerSpec servers = spec.servers;
  if (spec.values == ValuesIn::memory) servers.devices = 0;
  return servers;
}

WindowShape shape_of(const KeyValueSpec& spec) {
  WindowShape shape;
  shape.windows = spec.servers.count;
  shape.slots = spec.requests_in_flight;
  return shape;
}

constexpr Bytes kWhole = Bytes::count(std::int64_t{1} << 60);  // No request is cut.

}  // namespace

KeyValueRequests::KeyValueRequests(Scope scope, RemoteStore& store, const Host& host,
                                   const KeyValueSpec& spec)
    : RemoteClient(scope, store, host, shape_of(spec)), spec_(spec) {}

void KeyValueRequests::ask_for(FileHandle handle, std::int64_t keys) {
  if (keys_.size() <= handle) keys_.resize(handle + std::size_t{1});
  keys_[handle] = keys;
}

void KeyValueRequests::plan(File& file) {
  const IoRequest& request = *file.request;
  const std::int32_t target = target_of(file, Bytes());
  switch (request.operation) {
    case IoOperation::stat: return add_request(file, spec_.get, target);
    case IoOperation::unlink: return add_request(file, spec_.put, target, true);
    case IoOperation::list: return add_pages(file, spec_.get, target);
    case IoOperation::read:
      add_range(file, Work::read, spec_.get, request.offset, end_of_read(file), kWhole);
      file.steps.back().of_each = &spec_.multi_get_key;
      file.steps.back().more = keys_[request.handle] - 1;
      return;
    case IoOperation::write:
      return add_range(file, Work::write, spec_.put, request.offset, request.offset + request.length, kWhole);
    case IoOperation::sync: return add_commits(file, spec_.put);
    case IoOperation::open:
    case IoOperation::create:
    case IoOperation::close: return;
  }
}

KeyValueClient::KeyValueClient(const Scope& scope, const KeyValueSpec& spec, const RemoteStore& store,
                               KeyValueRequests& requests)
    : LayeredFileSystem(scope.sim(), "keys"),
      spec_(spec),
      store_(store),
      requests_(requests),
      queues_(static_cast<std::size_t>(store.targets())),
      multi_gets_(scope.counter("multi_gets", Unit::count)),
      senders_(scope.sim()) {}

KeyValueClient::~KeyValueClient() {
  stop();
  senders_.cancel_all();
}

Task<> KeyValueClient::perform(FileHandle handle) {
  switch (request_of(handle).operation) {
    case IoOperation::read: return get(handle);
    case IoOperation::write: return put(handle);
    case IoOperation::sync: return sync(handle);
    default: return ask(handle);
  }
}

// Returns the target of the key that begins at that offset.
std::int64_t KeyValueClient::target_of(const FileId& file, Bytes offset) const {
  FileId key = file;
  key.index = static_cast<std::int64_t>(hash_of(file) >> 20) + offset.count();
  return spread(key, store_.targets());
}

Task<> KeyValueClient::ask(FileHandle handle) {
  const IoRequest& request = request_of(handle);
  Account& account = request.account;
  FileInfo file = info_of(handle);
  file.directory = target_of(file.id, Bytes());
  if (request.operation == IoOperation::stat) co_await requests_.stat(file, account);
  if (request.operation == IoOperation::unlink) co_await requests_.unlink(file, account);
  if (request.operation == IoOperation::list) co_await requests_.list(file, request.entries, account);
}

Task<> KeyValueClient::get(FileHandle handle) {
  const IoRequest& request = request_of(handle);
  const FileId file = info_of(handle).id;
  const Bytes length = end_of_read(handle) - request.offset;
  if (length == Bytes()) co_return;
  const std::int64_t target = target_of(file, request.offset);
  Queue& queue = queues_[static_cast<std::size_t>(target)];
  Completion done(sim_, "value");
  Get& get = queue.waiting.emplace_back();
  get.file = file;
  get.length = length;
  get.account = &request.account;
  get.done = done.signaller();
  asked_ += length;
  if (queue.senders < spec_.requests_in_flight) {
    ++queue.senders;
    senders_.spawn_daemon("gets", send(target));
  }
  co_await done;
  note_fetched(file, length);
}

// Begins with an event of its own, so that gets of one instant go together.
Task<> KeyValueClient::send(std::int64_t target) {
  Queue& queue = queues_[static_cast<std::size_t>(target)];
  while (!queue.waiting.empty()) {
    std::vector<Get> who;
    FileInfo batch;
    batch.directory = target;
    while (!queue.waiting.empty() && static_cast<std::int64_t>(who.size()) < spec_.multi_get) {
      Get get = std::move(queue.waiting.front());
      queue.waiting.pop_front();
      if (get.done.abandoned()) {
        given_up_ += get.length;
        continue;
      }
      batch.id = get.file;
      batch.size += get.length;
      who.push_back(std::move(get));
    }
    if (who.empty()) continue;
    served_ += batch.size;
    if (who.size() > 1) multi_gets_.add();
    Journal journal(sim_.now());
    HeldFile held(requests_, co_await requests_.open(batch));
    requests_.ask_for(held.handle(), static_cast<std::int64_t>(who.size()));
    co_await requests_.read(held.handle(), Bytes(), batch.size, IoMode::direct, journal);
    for (Get& one : who) answer(one, journal);
    co_await requests_.close(held.release());
  }
  --queue.senders;
}

// Tells that the time before the request was sent was a wait for a place among those on their way.
void KeyValueClient::answer(Get& get, const Journal& request) {
  if (!get.done.abandoned()) {
    get.account->spend(Activity::window, request.begun());
    request.tell(*get.account);
  }
  get.done.signal();
}

Task<> KeyValueClient::put(FileHandle handle) {
  const IoRequest& request = request_of(handle);
  const Bytes offset = request.offset, length = request.length;
  FileInfo file = info_of(handle);
  file.directory = target_of(file.id, offset);
  auto& written = open_[handle].written;
  if (!written.contains(file.directory)) {
    const FileHandle opened = co_await requests_.open(file, request.account);
    written[file.directory] = std::make_unique<HeldFile>(requests_, opened);
  }
  co_await requests_.write(written[file.directory]->handle(), offset, length, request.account);
}

Task<> KeyValueClient::sync(FileHandle handle) {
  for (const auto& [target, file] : open_[handle].written)
    co_await requests_.sync(file->handle(), request_of(handle).account);
}

std::string KeyValueClient::imbalance() const {
  Bytes waiting;
  for (const Queue& queue : queues_)
    for (const Get& get : queue.waiting) waiting += get.length;
  if (asked_ == served_ + given_up_ + waiting) return {};
  return std::to_string(asked_.count()) + " bytes of keys were asked for and " +
         std::to_string(served_.count()) + " were sent for";
}

KeyValue::KeyValue(const Context& context, const KeyValueSpec& spec)
    : RemoteStore(context, servers_of(spec), WaySpec(), "servers"), scope_(context.scope), spec_(spec) {}

FileSystem& KeyValue::client(const Host& host) {
  auto& client = clients_[host.node];
  if (!client)
    client = std::make_unique<KeyValueClient>(scope_.part("clients"), spec_, *this,
                                              static_cast<KeyValueRequests&>(RemoteStore::client(host)));
  return *client;
}

// Returns the resources that there are: in memory there are no drives.
std::vector<ResourceResult> KeyValue::resources(const std::string& name) const {
  std::vector<ResourceResult> all = RemoteStore::resources(name);
  std::erase_if(all, [](const ResourceResult& one) { return one.instances == 0; });
  return all;
}

std::string KeyValue::imbalance() const {
  if (std::string found = RemoteStore::imbalance(); !found.empty()) return found;
  for (const auto& [node, client] : clients_)
    if (std::string one = client->imbalance(); !one.empty())
      return "node " + std::to_string(node) + ": " + one;
  return {};
}

std::unique_ptr<RemoteClient> KeyValue::make_client(Scope scope, const Host& host) {
  return std::make_unique<KeyValueRequests>(scope, *this, host, spec_);
}

std::unique_ptr<Recipe<Store>> key_value_store() { return recipe<Store, KeyValue, KeyValueSpec>(); }

}  // namespace headrace
