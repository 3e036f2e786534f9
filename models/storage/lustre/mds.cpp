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
    if (time->mean > Duration()) return true;
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
      locks_directories_(spec.directory_lock.mean > Duration()),
      has_latency_(is_any(spec.latency)),
      busy_(scope.gauge("threads_busy", Unit::count)),
      requests_(scope.counter("requests", Unit::count)) {}

void Mds::arrive(void* self, std::uint64_t word) {
  auto& mds = *static_cast<Mds*>(self);
  Rpc& rpc = to_rpc(word);
  if (mds.outages_ != nullptr && !mds.outages_->admit(rpc, mds.number_)) return;
  if (rpc.kind == Rpc::Kind::commit) return mds.commit(rpc);
  if (mds.locks_directories_ && rpc.is_modifying()) return mds.enter_directory(rpc);
  mds.enter(rpc);
}

// A lock of the bytes is one of the name, too.
void Mds::arrive_data(void* self, std::uint64_t word) {
  auto& mds = *static_cast<Mds*>(self);
  Rpc& rpc = to_rpc(word);
  if (mds.outages_ != nullptr && !mds.outages_->admit(rpc, mds.number_)) return;
  if (rpc.kind == Rpc::Kind::enqueue) return mds.enter(rpc);
  Data& data = mds.data_of(rpc);
  Device::Kind kind = Device::Kind::commit;
  if (rpc.kind == Rpc::Kind::read) {
    kind = Device::Kind::read;
  } else if (rpc.kind == Rpc::Kind::write) {
    kind = Device::Kind::write;
  }
  Action end;
  end.run = &Mds::reply;
  end.object = self;
  end.word = word;
  mds.access(rpc, kind, mds.spec_.data_overhead.draw(data.service), end);
}

Mds::Data& Mds::data() { return data_ ? *data_ : data_.emplace(scope_, spec_); }

// The drives of a server that it works for are still that server's.
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

// A directory is in the table while somebody has its lock.
void Mds::enter_directory(Rpc& rpc) {
  const auto [directory, free] = directories_.try_emplace(rpc.directory());
  if (free) return lock_directory(rpc);
  directory->second.push(rpc);
}

void Mds::lock_directory(Rpc& rpc) {
  Action end;
  end.run = &Mds::locked;
  end.object = this;
  end.word = to_word(rpc);
  sim_.schedule_in(spec_.directory_lock.draw(holds_), end);
}

void Mds::locked(void* self, std::uint64_t word) {
  auto& mds = *static_cast<Mds*>(self);
  Rpc& rpc = to_rpc(word);
  const auto directory = mds.directories_.find(rpc.directory());
  if (directory->second.empty()) {
    mds.directories_.erase(directory);
  } else {
    mds.lock_directory(directory->second.pop());
  }
  mds.enter(rpc);
}

void Mds::enter(Rpc& rpc) {
  if (working_ == spec_.threads) return waiting_.push(rpc);
  busy_.set(sim_.now(), static_cast<double>(++working_));
  serve(rpc);
}

void Mds::serve(Rpc& rpc) {
  requests_.add();
  Action end;
  end.run = &Mds::finish;
  end.object = this;
  end.word = to_word(rpc);
  const Distribution& time = time_of(spec_, rpc.kind);
  Duration service = time.draw(service_);
  for (int name = 1; name < rpc.names; ++name) service += time.draw(service_);
  sim_.schedule_in(speed_.of(service), end);
}

void Mds::finish(void* self, std::uint64_t word) {
  auto& mds = *static_cast<Mds*>(self);
  Rpc& rpc = to_rpc(word);
  if (mds.outages_ != nullptr && mds.outages_->is_lost(rpc)) {
    mds.outages_->lose(rpc);
  } else if (rpc.length > Bytes() && rpc.kind == Rpc::Kind::open) {
    mds.read_for_open(rpc);
  } else {
    answer(self, word);
  }
  if (mds.waiting_.empty()) {
    mds.busy_.set(mds.sim_.now(), static_cast<double>(--mds.working_));
  } else {
    mds.serve(mds.waiting_.pop());
  }
}

// What waits for a directory or a commit is lost when its turn comes.
void Mds::lose_waiting() {
  while (!waiting_.empty()) outages_->lose(waiting_.pop());
}

void Mds::read_for_open(Rpc& rpc) {
  Action end;
  end.run = &Mds::answer;
  end.object = this;
  end.word = to_word(rpc);
  access(rpc, Device::Kind::read, Duration(), end);
}

void Mds::answer(void* self, std::uint64_t word) {
  auto& mds = *static_cast<Mds*>(self);
  if (!mds.has_latency_) return reply(self, word);
  Action end;
  end.run = &Mds::reply;
  end.object = self;
  end.word = word;
  mds.sim_.schedule_in(time_of(mds.spec_.latency, to_rpc(word).kind).draw(mds.latencies_), end);
}

void Mds::reply(void* self, std::uint64_t word) {
  auto& mds = *static_cast<Mds*>(self);
  Rpc& rpc = to_rpc(word);
  if (mds.outages_ != nullptr && mds.outages_->is_lost(rpc)) return mds.outages_->lose(rpc);
  if (rpc.kind == Rpc::Kind::read) mds.served_read_ += rpc.length;
  if (rpc.kind == Rpc::Kind::write) mds.served_written_ += rpc.length;
  const Bytes data = rpc.kind == Rpc::Kind::write ? Bytes() : rpc.length;
  if (mds.routers_ != nullptr)
    return mds.routers_->to_clients().send(mds.port_, rpc.reply_to, kRpcHeader + data, rpc.replied);
  mds.network_.send(mds.port_, rpc.reply_to, kRpcHeader + data, rpc.replied);
}

void Mds::commit(Rpc& rpc) {
  requests_.add();
  next_commit_.push(rpc);
  if (committing_.empty()) commit_waiting();
}

void Mds::commit_waiting() {
  committing_ = std::exchange(next_commit_, RpcQueue());
  Action end;
  end.run = &Mds::committed;
  end.object = this;
  sim_.schedule_in(spec_.journal_commit, end);
}

void Mds::committed(void* self, std::uint64_t) {
  auto& mds = *static_cast<Mds*>(self);
  while (!mds.committing_.empty()) reply(self, to_word(mds.committing_.pop()));
  if (!mds.next_commit_.empty()) mds.commit_waiting();
}

}  // namespace headrace
