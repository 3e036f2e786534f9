// Lustre: the servers of one file system and the clients that mount it.
//
//   Lustre scratch(scope, spec, network, sets);
//   FileSystem& storage = scratch.client(host);
//
// It knows what is on its way: for the scheduler between jobs, whose decisions
// cost no time and no message (central coordination without latency), for
// placement by load, and to see at the end that nothing was lost.
#pragma once

#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/scheduler/gate.h"
#include "models/storage/lustre/client.h"
#include "models/storage/lustre/mds.h"
#include "models/storage/lustre/oss.h"
#include "models/storage/lustre/routers.h"
#include "models/storage/lustre/space.h"
#include "models/storage/server/extent_locks.h"
#include "models/storage/server/outages.h"
#include "models/storage/store.h"

namespace headrace {

class Lustre final : public Store, private FaultSite, private Outages::Owner, private ExtentLocks::Owner {
 public:
  Lustre(const Context& context, const LustreSpec& spec)
      : Lustre(context.scope, spec, context.network, context.sets) {}
  Lustre(Scope scope, const LustreSpec& spec, Network& network, const FileSets& sets);

  // Returns how its servers widen locks [read: ldlm/ldlm_extent.c, Lustre 2.15]: to others' locks and what
  // they wait for; not downwards where many are in the way, and not far upwards where still more are.
  static LockRules lock_rules();

  FileSystem& client(const Host& host) override;

  std::int64_t osts() const { return spec_.ost.count; }
  std::int64_t mdss() const { return spec_.mds.count; }
  // Targets of bulk requests: behind the OSTs, the metadata servers' own.
  std::int64_t targets() const { return osts() + mdss(); }
  bool is_mdt(std::int32_t target) const { return target >= spec_.ost.count; }
  // Returns where a request has been, for a trace.
  Trace::Places places_of(const Rpc& rpc) const;

  // The shortest range that one flow carries, not many requests; none in a run without flows, and none where
  // a scheduler is to say which request is next.
  Bytes shortest_range() const { return shortest_range_; }
  bool flows() const { return network_.flows(); }
  // Adds, as a link, what the window of its client at its target lets through when nobody else is there, in
  // requests of its size.
  LinkId add_range_window(const Rpc& rpc);

  // Returns the job whose file it is.
  std::int32_t job_of(FileId file) const { return sets_.job_of(file.set); }
  // Returns where the bytes of a file lie; of a new one, once place_new() was told.
  Layout layout_of(const FileInfo& file);
  // A file is being created: chooses its first target.
  void place_new(const FileInfo& file);
  // Forgets a file that is removed: one of its name is another.
  void forget_place(const FileInfo& file) {
    if (space_.on()) give_space(file);
    if (!placed_.empty()) placed_.erase(file.id);
  }
  // Returns which metadata server knows a file.
  std::int32_t mds_of(const FileInfo& file) const {
    return static_cast<std::int32_t>(spec_.mds.striped_directories ? name_hash(file.id) % mdss()
                                                                   : file.directory % mdss());
  }
  // A larger one goes around the caches of servers.
  Bytes largest_cached_file() const { return largest_cached_file_; }
  // An fsync asks the metadata server, too.
  bool has_journal() const { return spec_.mds.journal_commit > Duration(); }

  RpcPool& rpcs() { return rpcs_; }  // Of its clients.
  ExtentLocks& extent_locks() { return extent_locks_; }

  // Notes that somebody writes to a set of files, and tells whether anybody did: only from then on do locks
  // on its files meet others, those that clients have already included.
  void note_written(std::int32_t set);
  bool is_written(std::int32_t set) const {
    const auto index = static_cast<std::size_t>(set);
    return index < written_.size() && written_[index];
  }

  // Puts a request on its way to the server of its target, from the port that its answer comes to. A bulk
  // request leaves when the scheduler between jobs lets it, where there is one.
  void send(Rpc& rpc, PortId from, Bytes size);
  // The answer to a bulk request is back at its client.
  void returned(Rpc& rpc);

  std::vector<ResourceResult> resources(const std::string& name) const override;
  std::string imbalance() const override;
  FaultSite* fault_site() override { return this; }

 private:
  // Bulk requests in one direction.
  struct Traffic {
    Bytes sent, returned;
  };

  // Pool: some of the targets, and whose turn it is among them.
  struct Pool {
    std::int64_t first = 0;
    std::int64_t count = 1;
    PlacementPolicy* placement = nullptr;
  };

  static std::int64_t name_hash(FileId file);
  void route_through(Routers& routers);
  Pool pool_of(const LayoutSpec& spec);
  void place(const FileInfo& file);
  void give_space(FileInfo file);
  Layout composite_of(const FileInfo& file, const Pool& pool) const;
  Speed& speed(const Place& place, Aspect aspect) override;
  void goes_down(const Place& place, const Outage& outage) override;
  void comes_up(const Place& place) override;
  std::size_t target_of(const StorageRequest& request) const override;
  void resend(StorageRequest& request) override { transmit(request); }
  void granted(StorageRequest& request, std::uint64_t grant) override {
    static_cast<Rpc&>(request).chunk = grant;
    serving(request.target).granted(static_cast<Rpc&>(request));
  }
  void call_back(const ExtentLocks::Call& call) override;
  void adopt(std::size_t target, std::size_t server) override;

  void transmit(ScheduledRequest& request);
  RequestGate& job_gate();
  Traffic& traffic_of(const Rpc& rpc) { return rpc.kind == Rpc::Kind::write ? writes_ : reads_; }
  Mds& mds_at(std::int32_t number) {  // Where its names and bytes are served now.
    const auto own = static_cast<std::size_t>(number);
    if (outages_ == nullptr) return mdss_[own];
    return mdss_[outages_->server_of(static_cast<std::size_t>(osts()) + own) - osss_.size()];
  }
  // Returns the server of a target by its number; where the target is served now is for transmit() to say.
  Oss& server_of(std::int32_t target) { return osss_[static_cast<std::size_t>(target) % osss_.size()]; }
  // Returns the server that has a target now.
  Oss& serving(std::int32_t target) {
    return outages_ == nullptr ? server_of(target)
                               : osss_[outages_->server_of(static_cast<std::size_t>(target))];
  }
  Outages& outages();

  Scope scope_;
  LustreSpec spec_;
  Network& network_;
  std::optional<Routers> routers_;
  Lnet lnet_;
  const FileSets& sets_;
  Space space_;
  std::unique_ptr<PlacementPolicy> placement_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::unique_ptr<PlacementPolicy>> pools_;
  std::map<FileId, std::int32_t>
      placed_;  // First targets of new files that lie elsewhere than existing ones.
  std::vector<std::int64_t> outstanding_;  // Bytes on their way, by target.
  std::vector<std::int64_t> sampled_;      // As they were when last sampled …
  Time sampled_at_ = Time::never();        // … which was then.
  std::int64_t under_way_ = 0;             // Bulk requests.
  Traffic reads_, writes_;
  Bytes shortest_range_ = Bytes::count(std::numeric_limits<std::int64_t>::max());
  Bytes largest_cached_file_;
  std::optional<RequestGate> job_gate_;  // Made with the first request: only then all jobs are known.
  Gauge* past_gate_ = nullptr;           // Bulk requests that it let through; only where there is one.
  std::deque<Mds> mdss_;
  std::deque<Oss> osss_;
  std::unique_ptr<Outages> outages_;  // From the first one on.
  RpcPool rpcs_;
  ExtentLocks extent_locks_;
  std::vector<bool> written_;                          // By set.
  std::optional<LustreClientMetrics> client_metrics_;  // Made with the first client.
  std::map<NodeId, std::unique_ptr<LustreClient>> clients_;
};

}  // namespace headrace
