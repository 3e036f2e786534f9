#include "models/storage/lustre/oss.h"

namespace headrace {

Oss::Oss(Scope scope, const OssSpec& spec, const OstSpec& ost, Network& network, const FileSets& sets)
    : sim_(scope.sim()),
      spec_(spec),
      ost_(ost),
      network_(network),
      port_(network.add_port(scope.path(), spec.nic)),
      sets_(sets),
      busy_(scope.gauge("threads_busy", Unit::count)) {}

void Oss::add_target(Scope scope, std::int32_t number) {
  numbers_.push_back(number);
  targets_.emplace_back(scope, ost_);
}

std::size_t Oss::index_of(std::int32_t number) const {
  // Targets are dealt to servers in turn, so they lie at a fixed distance.
  const std::int32_t step = numbers_.size() > 1 ? numbers_[1] - numbers_[0] : 1;
  const auto index = static_cast<std::size_t>((number - numbers_[0]) / step);
  HEADRACE_CHECK(numbers_[index] == number);
  return index;
}

void Oss::arrive(void* self, std::uint64_t word) {
  auto& oss = *static_cast<Oss*>(self);
  Rpc& rpc = to_rpc(word);
  if (rpc.kind == Rpc::Kind::enqueue || rpc.kind == Rpc::Kind::glimpse) {
    Ost& target = oss.targets_[oss.index_of(rpc.target)];
    const Distribution& cost = rpc.kind == Rpc::Kind::enqueue ? oss.ost_.lock_enqueue : oss.ost_.glimpse;
    Action end;
    end.run = &Oss::reply;
    end.object = &oss;
    end.word = word;
    oss.sim_.schedule_in(cost.draw(target.service), end);
  } else {
    ++oss.arrived_;
    oss.gate().arrive(rpc);
  }
}

RequestGate& Oss::gate() {
  if (gate_) return *gate_;
  RequestScheduler::Context context;
  context.jobs = sets_.jobs();
  context.in_flight = spec_.threads;
  return gate_.emplace(sim_, RequestGate::Owner{&Oss::serve, this}, spec_.scheduler.make(context),
                       spec_.threads);
}

void Oss::serve(void* self, ScheduledRequest& request) {
  auto& oss = *static_cast<Oss*>(self);
  Rpc& rpc = static_cast<Rpc&>(request);
  oss.busy_.set(oss.sim_.now(), static_cast<double>(oss.gate_->in_flight()));
  Ost& target = oss.targets_[oss.index_of(rpc.target)];
  Device::Access access = Device::Access::commit;
  if (rpc.kind == Rpc::Kind::read) {
    access = Device::Access::read;
    target.read.add(rpc.length);
  } else if (rpc.kind == Rpc::Kind::write) {
    access = Device::Access::write;
    target.written.add(rpc.length);
  }
  Action end;
  end.run = &Oss::finish_bulk;
  end.object = &oss;
  end.word = to_word(rpc);
  target.device.submit(access, rpc.length, oss.ost_.request_overhead.draw(target.service), end);
}

void Oss::finish_bulk(void* self, std::uint64_t word) {
  auto& oss = *static_cast<Oss*>(self);
  reply(self, word);
  ++oss.answered_;
  oss.gate_->finished(to_rpc(word));
  oss.busy_.set(oss.sim_.now(), static_cast<double>(oss.gate_->in_flight()));
}

std::string Oss::imbalance() const {
  if (!gate_) return {};
  if (arrived_ != answered_ + gate_->waiting() + gate_->in_flight())
    return std::to_string(arrived_) + " bulk requests came, " + std::to_string(answered_) +
           " were answered, " + std::to_string(gate_->waiting()) + " wait and " +
           std::to_string(gate_->in_flight()) + " are worked on";
  return gate_->imbalance();
}

void Oss::reply(void* self, std::uint64_t word) {
  auto& oss = *static_cast<Oss*>(self);
  Rpc& rpc = to_rpc(word);
  const Bytes data = rpc.kind == Rpc::Kind::read ? rpc.length : Bytes();
  oss.network_.send(oss.port_, rpc.reply_to, kRpcHeader + data, rpc.replied);
}

}  // namespace headrace
