#include "models/storage/object_store/object_store.h"

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>

#include "models/scheduler/token_buckets.h"

namespace headrace {

namespace {

// Those of each prefix, for what reads and for what modifies.
class RequestCaps final : public RequestScheduler {
 public:
  explicit RequestCaps(const ObjectStoreSpec& spec)
      : gets_(spec.gets_per_second, spec.request_burst), puts_(spec.puts_per_second, spec.request_burst) {}

  void add(ScheduledRequest& request, Time now) override {
    const auto& remote = static_cast<const RemoteRequest&>(request);
    (remote.modifies ? puts_ : gets_).add(remote.directory, request, now);
  }
  ScheduledRequest* take(Time now) override {
    ScheduledRequest* const get = gets_.take(now);
    return get != nullptr ? get : puts_.take(now);
  }
  Time next_chance(Time now) const override {
    return std::min(gets_.next_chance(now), puts_.next_chance(now));
  }

 private:
  TokenBuckets<std::uint64_t> gets_, puts_;
};

// The same caps for a service that refuses: a request that finds no token goes back.
class Refusals final : public RequestFilter {
 public:
  explicit Refusals(const ObjectStoreSpec& spec) : spec_(spec) {}

  bool refuses(const RemoteRequest& request, Time now) override {
    const std::int64_t rate = request.modifies ? spec_.puts_per_second : spec_.gets_per_second;
    auto& buckets = request.modifies ? puts_ : gets_;
    const auto [found, fresh] = buckets.try_emplace(request.directory);
    Bucket& bucket = found->second;
    const std::int64_t full = spec_.request_burst * kToken;
    const Duration since = now - bucket.filled;
    const bool filled = fresh || since.ns() >= (full - bucket.credit) / rate + 1;
    bucket.credit = filled ? full : bucket.credit + since.ns() * rate;
    bucket.filled = now;
    if (bucket.credit < kToken) return true;
    bucket.credit -= kToken;
    return false;
  }

 private:
  static constexpr std::int64_t kToken = 1'000'000'000;  // So that a nanosecond brings a whole number.
  struct Bucket {
    std::int64_t credit = 0;
    Time filled;
  };

  const ObjectStoreSpec& spec_;
  std::unordered_map<std::uint64_t, Bucket> gets_, puts_;
};

// Returns the service as one server that never is short of threads.
ServerSpec service_of(const ObjectStoreSpec& spec) {
  ServerSpec service;
  service.threads = std::numeric_limits<std::int64_t>::max();
  service.nic = spec.service;
  service.devices = 0;
  return service;
}

WaySpec way_of(const ObjectStoreSpec& spec) {
  WaySpec way;
  way.connection = spec.connection_bandwidth;
  way.distance = spec.round_trip / 2;
  return way;
}

WindowShape shape_of(const ObjectStoreSpec& spec) {
  WindowShape shape;
  shape.connections = spec.connections;
  return shape;
}

}  // namespace

ObjectClient::ObjectClient(Scope scope, RemoteStore& store, const Host& host, const ObjectStoreSpec& spec)
    : RemoteClient(scope, store, host, shape_of(spec)),
      spec_(spec),
      rests_(scope.random("rest/" + std::to_string(host.node))) {
  if (spec_.refusals) refused_ = &scope.counter("requests_refused", Unit::count);
}

// Draws how long to rest after a refusal, by full jitter: anything up to a limit that doubles. None: the
// attempts are used up.
std::optional<Duration> ObjectClient::rest_after(std::int32_t refusals) {
  refused_->add();
  if (refusals >= spec_.refusals->attempts) return std::nullopt;
  Duration limit = spec_.refusals->first_rest;
  for (std::int32_t i = 1; i < refusals && limit < spec_.refusals->longest_rest; ++i) limit = 2 * limit;
  limit = std::min(limit, spec_.refusals->longest_rest);
  return Duration::nanoseconds(
      static_cast<std::int64_t>(rests_.below(static_cast<std::uint64_t>(limit.ns()) + 1)));
}

void ObjectClient::plan(File& file) {
  switch (file.request->operation) {
    case IoOperation::open:
      if (spec_.head_on_open) add_request(file, spec_.get_first_byte, 0);
      return;
    case IoOperation::stat: return add_request(file, spec_.get_first_byte, 0);
    case IoOperation::unlink: return add_request(file, spec_.put_latency, 0, true);
    case IoOperation::list: return add_pages(file, spec_.get_first_byte, 0);
    case IoOperation::create: return;
    case IoOperation::read:
      return add_range(file, Work::read, spec_.get_first_byte, file.request->offset, end_of_read(file),
                       spec_.part_size);
    case IoOperation::write:
      // What may be the last part is kept back: an object of one part is one PUT.
      file.kept_back += file.request->length;
      if (file.kept_back > spec_.part_size)
        upload(file, spec_.part_size * ((file.kept_back - 1_B) / spec_.part_size));
      return;
    case IoOperation::sync: return upload(file, file.kept_back);
    case IoOperation::close: return end_upload(file);
  }
}

void ObjectClient::upload(File& file, Bytes length) {
  if (length == Bytes()) return;
  if (!file.begun) add_request(file, spec_.put_latency, 0, true);
  file.begun = true;
  add_range(file, Work::write, spec_.put_latency, file.uploaded, file.uploaded + length, spec_.part_size);
  file.kept_back -= length;
  file.uploaded += length;
}

void ObjectClient::end_upload(File& file) {
  if (file.begun) {
    upload(file, file.kept_back);
    return add_request(file, spec_.put_latency, 0, true);
  }
  if (file.kept_back > Bytes()) {
    add_range(file, Work::write, spec_.put_latency, Bytes(), file.kept_back, spec_.part_size);
    file.kept_back = Bytes();
  } else if (file.created) {
    add_request(file, spec_.put_latency, 0, true);
  }
}

ObjectStore::ObjectStore(const Context& context, const ObjectStoreSpec& spec)
    : RemoteStore(context, service_of(spec), way_of(spec), "service"), spec_(spec) {}

std::unique_ptr<RemoteClient> ObjectStore::make_client(Scope scope, const Host& host) {
  return std::make_unique<ObjectClient>(scope, *this, host, spec_);
}

std::unique_ptr<RequestScheduler> ObjectStore::make_scheduler() const {
  if (spec_.refusals) return RemoteStore::make_scheduler();
  return std::make_unique<RequestCaps>(spec_);
}

std::unique_ptr<RequestFilter> ObjectStore::make_filter() const {
  if (!spec_.refusals) return nullptr;
  return std::make_unique<Refusals>(spec_);
}

std::vector<ResourceResult> ObjectStore::resources(const std::string& name) const {
  ResourceResult caps{name + ": request caps of prefixes", "more directories, or fewer and larger requests",
                      Activity::server_queue};
  caps.add(spec_.refusals ? resting() : server(0).held_back());
  return {ports(name), caps, windows(name)};
}

std::unique_ptr<Recipe<Store>> object_store() { return recipe<Store, ObjectStore, ObjectStoreSpec>(); }

}  // namespace headrace
