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
      busy_(scope.gauge("threads_busy", Unit::count)),
      requests_(scope.counter("requests", Unit::count)),
      read_(scope.counter("bytes_read", Unit::bytes)),
      written_(scope.counter("bytes_written", Unit::bytes)) {
  for (std::int64_t i = 0; i < spec.devices; ++i) devices_.emplace_back(scope.part("device", i), spec.device);
}

RequestGate& Server::gate() {
  if (gate_) return *gate_;
  filter_ = schedulers_.make_filter();
  return gate_.emplace(sim_, RequestGate::Owner{&Server::serve, this}, schedulers_.make_scheduler(),
                       threads_);
}

void Server::arrive(void* self, std::uint64_t word) {
  auto& server = *static_cast<Server*>(self);
  ++server.arrived_;
  server.requests_.add();
  RemoteRequest& request = to_request(word);
  RequestGate& gate = server.gate();
  if (server.filter_ != nullptr && server.filter_->refuses(request, server.sim_.now()))
    return server.refuse(request);
  gate.arrive(request);
}

void Server::refuse(RemoteRequest& request) {
  request.refused = true;
  transport_.send(request, port_, request.home, kRequestHeader, *request.back, request.answered);
  ++answered_;
}

void Server::serve(void* self, ScheduledRequest& scheduled) {
  auto& server = *static_cast<Server*>(self);
  auto& request = static_cast<RemoteRequest&>(scheduled);
  server.busy_.set(server.sim_.now(), static_cast<double>(server.gate_->in_flight()));
  const Duration span = request.service->draw(server.service_);
  Action end;
  end.run = &Server::finish;
  end.object = self;
  end.word = to_word(request);
  DriveAccess access;
  access.length = request.length;
  access.object = request.object;
  access.offset = request.offset_in_object;
  switch (request.work) {
    case RemoteRequest::Work::none: break;
    case RemoteRequest::Work::commit: access.kind = Device::Kind::commit; break;
    case RemoteRequest::Work::read:
      access.kind = Device::Kind::read;
      server.read_.add(request.length);
      break;
    case RemoteRequest::Work::write:
      access.kind = Device::Kind::write;
      server.written_.add(request.length);
      break;
  }
  if (request.work == RemoteRequest::Work::none || server.devices_.empty()) {
    server.sim_.schedule_in(span, end);
  } else {
    const std::size_t device = static_cast<std::size_t>(request.target) % server.devices_.size();
    server.devices_[device].submit(access, span, end);
  }
}

void Server::finish(void* self, std::uint64_t word) {
  auto& server = *static_cast<Server*>(self);
  RemoteRequest& request = to_request(word);
  const Bytes data = request.work == RemoteRequest::Work::read ? request.length : Bytes();
  server.transport_.send(request, server.port_, request.home, kRequestHeader + data, *request.back,
                         request.answered);
  ++server.answered_;
  server.gate_->finished(request);
  server.busy_.set(server.sim_.now(), static_cast<double>(server.gate_->in_flight()));
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
