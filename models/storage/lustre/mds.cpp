#include "models/storage/lustre/mds.h"

namespace headrace {

Mds::Mds(Scope scope, const MdsSpec& spec, Network& network)
    : sim_(scope.sim()),
      spec_(spec),
      network_(network),
      port_(network.add_port(scope.path(), spec.nic)),
      service_(scope.random("service")),
      busy_(scope.gauge("threads_busy", Unit::count)),
      requests_(scope.counter("requests", Unit::count)) {}

void Mds::arrive(void* self, std::uint64_t word) {
  auto& mds = *static_cast<Mds*>(self);
  Rpc& rpc = to_rpc(word);
  if (mds.outages_ != nullptr && !mds.outages_->admit(rpc)) return;
  if (mds.working_ == mds.spec_.threads) {
    mds.waiting_.push(rpc);
  } else {
    mds.busy_.set(mds.sim_.now(), static_cast<double>(++mds.working_));
    mds.serve(rpc);
  }
}

void Mds::serve(Rpc& rpc) {
  requests_.add();
  Action end;
  end.run = &Mds::finish;
  end.object = this;
  end.word = to_word(rpc);
  sim_.schedule_in(speed_.of(cost(rpc.kind).draw(service_)), end);
}

void Mds::finish(void* self, std::uint64_t word) {
  auto& mds = *static_cast<Mds*>(self);
  Rpc& rpc = to_rpc(word);
  if (mds.outages_ != nullptr && mds.outages_->is_lost(rpc)) {
    mds.outages_->lose(rpc);
  } else {
    mds.network_.send(mds.port_, rpc.reply_to, kRpcHeader, rpc.replied);
  }
  if (mds.waiting_.empty()) {
    mds.busy_.set(mds.sim_.now(), static_cast<double>(--mds.working_));
  } else {
    mds.serve(mds.waiting_.pop());
  }
}

void Mds::lose_waiting() {
  while (!waiting_.empty()) outages_->lose(waiting_.pop());
}

const Distribution& Mds::cost(Rpc::Kind kind) const {
  switch (kind) {
    case Rpc::Kind::open: return spec_.open;
    case Rpc::Kind::close: return spec_.close;
    case Rpc::Kind::getattr: return spec_.getattr;
    case Rpc::Kind::create: return spec_.create;
    default: break;
  }
  HEADRACE_CHECK(false);
}

}  // namespace headrace
