#include "models/storage/remote/server.h"

namespace headrace {

Server::Server(Scope scope, const ServerSpec& spec, Network& network, Transport& transport,
               const SchedulerMaker& schedulers)
    : sim_(scope.sim()),
      threads_(spec.threads),
      transport_(transport),
      schedulers_(schedulers),
      port_(network.add_port(scope.path(), spec.nic)),
      service_(scope.random("service")),
      serves_(scope.blamed("service")),
      busy_(scope.gauge("threads_busy", Unit::count)),
      requests_(scope.counter("requests", Unit::count)),
      read_(scope.counter("bytes_read", Unit::bytes)),
      written_(scope.counter("bytes_written", Unit::bytes)) {
  for (std::int64_t i = 0; i < spec.devices; ++i) devices_.emplace_back(scope.part("device", i), spec.device);
}

RequestGate& Server::gate() {
  if (gate_) return *gate_;
  filter_ = schedulers_.make_filter();
  return gate_.emplace(sim_, RequestGate::Owner::of<&Server::serve>(*this), schedulers_.make_scheduler(),
                       threads_);
}

void Server::arrive(RemoteRequest& request) {
  if (request.arrived == Time()) request.arrived = sim_.now();  // Not when it is sent again.
  if (outages_ != nullptr && !outages_->admit(request, number_)) return;
  ++arrived_;
  requests_.add();
  RequestGate& entrance = gate();  // Which makes the filter, too.
  if (filter_ != nullptr && filter_->refuses(request, sim_.now())) return refuse(request);
  entrance.arrive(request);
}

void Server::refuse(RemoteRequest& request) {
  request.refused = true;
  transport_.send(request, port_, request.reply_to, kRequestHeader, *request.back, request.replied);
  ++answered_;
}

// Serves a request whose turn has come. One that waited when its target went down is found only now, as a
// scheduler's queue is not searched, and holds a thread for no time.
void Server::serve(ScheduledRequest& scheduled) {
  auto& request = static_cast<RemoteRequest&>(scheduled);
  busy_.set(sim_.now(), static_cast<double>(gate_->in_flight()));
  request.begun = sim_.now();
  if (is_lost(request)) {
    sim_.schedule_now(Action::of<&Server::lose>(*this, request));
    return;
  }
  request.by_thread = request.service->draw(service_);
  for (std::int64_t i = 0; i < request.more; ++i) request.by_thread += request.of_each->draw(service_);
  work_on(request, Action::of<&Server::finish>(*this, request));
}

void Server::work_on(RemoteRequest& request, Action end) {
  DriveAccess access;
  access.length = request.length;
  access.object = request.object;
  access.offset = request.offset_in_object;
  switch (request.work) {
    case RemoteRequest::Work::none: break;
    case RemoteRequest::Work::commit: access.kind = Device::Kind::commit; break;
    case RemoteRequest::Work::read:
      access.kind = Device::Kind::read;
      read_.add(request.length);
      break;
    case RemoteRequest::Work::write:
      access.kind = Device::Kind::write;
      written_.add(request.length);
      break;
  }
  if (request.work == RemoteRequest::Work::none || devices_.empty()) {
    sim_.schedule_in(request.by_thread, end, serves_);
    return;
  }
  const auto target = static_cast<std::size_t>(request.target);
  const auto adopted = adopted_.find(target);
  Device& drives = adopted == adopted_.end() ? drives_of(target) : *adopted->second;
  drives.submit(access, request.by_thread, end);
}

// Answers what was served. Bytes of what is lost at the last moment are taken back: they count when it is
// executed for its client.
void Server::finish(RemoteRequest& request) {
  if (is_lost(request)) {
    if (request.work == RemoteRequest::Work::read) read_.add(-request.length.count());
    if (request.work == RemoteRequest::Work::write) written_.add(-request.length.count());
    return lose(request);
  }
  request.served = sim_.now();
  if (request.executes) {
    request.executes();
  } else {
    answer(request);
  }
  leave(request);
}

void Server::answer(RemoteRequest& request) {
  const Bytes data = request.work == RemoteRequest::Work::read ? request.length : Bytes();
  transport_.send(request, port_, request.reply_to, kRequestHeader + data, *request.back, request.replied);
}

void Server::lose(RemoteRequest& request) {
  leave(request);
  outages_->lose(request);
}

void Server::leave(RemoteRequest& request) {
  ++answered_;
  gate_->finished(request);
  busy_.set(sim_.now(), static_cast<double>(gate_->in_flight()));
}

std::string Server::imbalance() const {
  if (!gate_) return {};
  if (arrived_ != answered_ + gate_->waiting() + gate_->in_flight())
    return std::to_string(arrived_) + " requests came, " + std::to_string(answered_) + " were answered, " +
           std::to_string(gate_->waiting()) + " wait and " + std::to_string(gate_->in_flight()) +
           " are worked on";
  return gate_->imbalance();
}

}  // namespace headrace
