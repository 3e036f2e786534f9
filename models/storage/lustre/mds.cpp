#include "models/storage/lustre/mds.h"

#include <utility>

namespace headrace {

namespace {

const Distribution& time_of(const MdsTimes& times, Rpc::Kind kind) {
  switch (kind) {
    case Rpc::Kind::open: return times.open;
    case Rpc::Kind::close: return times.close;
    case Rpc::Kind::getattr: return times.getattr;
    case Rpc::Kind::lookup:
    case Rpc::Kind::enqueue: return times.lookup;
    case Rpc::Kind::readdir: return times.readdir;
    case Rpc::Kind::create: return times.create;
    case Rpc::Kind::unlink: return times.unlink;
    default: break;
  }
  HEADRACE_CHECK(false);
}

bool is_any(const MdsTimes& times) {
  for (const Distribution* time : {&times.open, &times.close, &times.getattr, &times.lookup, &times.readdir,
                                   &times.create, &times.unlink})
    if (time->mean() > Duration()) return true;
  return false;
}

}  // namespace

Mds::Mds(Scope scope, const MdsSpec& spec, Network& network)
    : scope_(scope),
      sim_(scope.sim()),
      spec_(spec),
      network_(network),
      port_(network.add_port(scope.path(), spec.nic)),
      service_(scope.random("service")),
      latencies_(scope.random("latency")),
      holds_(scope.random("directory_lock")),
      metadata_(scope.blamed("metadata")),
      locks_directories_(spec.directory_lock.mean() > Duration()),
      has_latency_(is_any(spec.latency)),
      busy_(scope.gauge("threads_busy", Unit::count)),
      requests_(scope.counter("requests", Unit::count)) {}

void Mds::arrive(Rpc& rpc) {
  if (rpc.arrived == Time()) rpc.arrived = sim_.now();  // Not when it comes again after an outage.
  if (outages_ != nullptr && !outages_->admit(rpc, number_)) return;
  if (rpc.kind == Rpc::Kind::commit) return commit(rpc);
  if (locks_directories_ && rpc.is_modifying()) return enter_directory(rpc);
  enter(rpc);
}

// Takes a request to a file's bytes. A lock of the bytes is one of the name, too.
void Mds::arrive_data(Rpc& rpc) {
  rpc.begun = sim_.now();
  if (rpc.arrived == Time()) rpc.arrived = rpc.begun;
  if (outages_ != nullptr && !outages_->admit(rpc, number_)) return;
  if (rpc.kind == Rpc::Kind::enqueue) return enter(rpc);
  Data& data = data_of(rpc);
  Device::Kind kind = Device::Kind::commit;
  if (rpc.kind == Rpc::Kind::read) {
    kind = Device::Kind::read;
  } else if (rpc.kind == Rpc::Kind::write) {
    kind = Device::Kind::write;
  }
  access(rpc, kind, spec_.data_overhead.draw(data.service), Action::of<&Mds::reply>(*this, rpc));
}

Mds::Data& Mds::data() { return data_ ? *data_ : data_.emplace(scope_, spec_); }

// Returns the drives that a request is for. Those of a server that this one works for are still that
// server's.
Mds::Data& Mds::data_of(const Rpc& rpc) {
  if (adopted_.empty()) return data();
  const auto found = adopted_.find({rpc.is_metadata(), rpc.target});
  return found == adopted_.end() ? data() : found->second->data();
}

void Mds::access(const Rpc& rpc, Device::Kind kind, Duration overhead, Action done) {
  DriveAccess access;
  access.kind = kind;
  access.length = rpc.length;
  access.object = rpc.object;
  access.offset = rpc.offset_in_object;
  Data& data = data_of(rpc);
  if (kind == Device::Kind::read) data.read.add(rpc.length);
  if (kind == Device::Kind::write) data.written.add(rpc.length);
  data.device.submit(access, overhead, done);
}

// Locks a directory for a request, or has it wait. A directory is in the table while somebody has its lock.
void Mds::enter_directory(Rpc& rpc) {
  const auto [directory, free] = directories_.try_emplace(rpc.directory());
  if (free) return lock_directory(rpc);
  directory->second.push(rpc);
}

void Mds::lock_directory(Rpc& rpc) {
  sim_.schedule_in(spec_.directory_lock.draw(holds_), Action::of<&Mds::locked>(*this, rpc), metadata_);
}

void Mds::locked(Rpc& rpc) {
  const auto directory = directories_.find(rpc.directory());
  if (directory->second.empty()) {
    directories_.erase(directory);
  } else {
    lock_directory(directory->second.pop());
  }
  enter(rpc);
}

void Mds::enter(Rpc& rpc) {
  if (working_ == spec_.threads) return waiting_.push(rpc);
  busy_.set(sim_.now(), static_cast<double>(++working_));
  serve(rpc);
}

void Mds::serve(Rpc& rpc) {
  requests_.add();
  const Action end = Action::of<&Mds::finish>(*this, rpc);
  sim_.schedule_in(speed_.of(time_of(spec_, rpc.kind).draw(service_)), end, metadata_);
}

void Mds::finish(Rpc& rpc) {
  if (outages_ != nullptr && outages_->is_lost(rpc)) {
    outages_->lose(rpc);
  } else if (rpc.length > Bytes() && rpc.kind == Rpc::Kind::open) {
    read_for_open(rpc);
  } else {
    answer(rpc);
  }
  if (waiting_.empty()) {
    busy_.set(sim_.now(), static_cast<double>(--working_));
  } else {
    serve(waiting_.pop());
  }
}

// Loses what waits for a thread. What waits for a directory or a commit is lost when its turn comes.
void Mds::lose_waiting() {
  while (!waiting_.empty()) outages_->lose(waiting_.pop());
}

void Mds::read_for_open(Rpc& rpc) {
  rpc.moving = sim_.now();
  access(rpc, Device::Kind::read, Duration(), Action::of<&Mds::answer>(*this, rpc));
}

void Mds::answer(Rpc& rpc) {
  if (!has_latency_) return reply(rpc);
  sim_.schedule_in(time_of(spec_.latency, rpc.kind).draw(latencies_), Action::of<&Mds::reply>(*this, rpc),
                   metadata_);
}

void Mds::reply(Rpc& rpc) {
  if (outages_ != nullptr && outages_->is_lost(rpc)) return outages_->lose(rpc);
  rpc.served = sim_.now();
  if (rpc.kind == Rpc::Kind::read) served_read_ += rpc.length;
  if (rpc.kind == Rpc::Kind::write) served_written_ += rpc.length;
  const Bytes data = rpc.kind == Rpc::Kind::write ? Bytes() : rpc.length;
  if (routers_ != nullptr)
    return routers_->to_clients().send(port_, rpc.reply_to, kRequestHeader + data, rpc.replied);
  network_.send(port_, rpc.reply_to, kRequestHeader + data, rpc.replied);
}

void Mds::commit(Rpc& rpc) {
  requests_.add();
  next_commit_.push(rpc);
  if (committing_.empty()) commit_waiting();
}

void Mds::commit_waiting() {
  committing_ = std::exchange(next_commit_, RpcQueue());
  sim_.schedule_in(spec_.journal_commit, Action::of<&Mds::committed>(*this), metadata_);
}

void Mds::committed() {
  while (!committing_.empty()) reply(committing_.pop());
  if (!next_commit_.empty()) commit_waiting();
}

}  // namespace headrace
