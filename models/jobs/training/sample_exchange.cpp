#include "models/jobs/training/sample_exchange.h"

#include <map>
#include <string>
#include <utility>

#include "models/formats/format.h"
#include "models/loaders/next_use.h"

namespace headrace {

SampleExchange::SampleExchange(const Scope& scope, const std::vector<Seat>& seats, const Dataset& data,
                               const ShufflePolicy& orders, JobCaches* caches, const Plan& plan)
    : scope_(scope),
      seats_(seats),
      data_(data),
      orders_(orders),
      caches_(caches),
      plan_(plan),
      holds_files_(cost_of(data.spec().format).pattern == ReadPattern::whole_file &&
                   data.spec().samples_per_file > 1),
      on_device_(caches != nullptr && caches->of(0).on_device()) {
  for (std::size_t r = 0; r < seats.size(); ++r) senders_.emplace_back(scope.sim());
}

void SampleExchange::after_step(RankId rank, std::int64_t epoch, std::int64_t steps, bool last) {
  if (epoch >= plan_.epochs || of(rank).begun == epoch) return;
  if (!last && steps * plan_.batch_size < orders_.handed_on(rank)) return;
  of(rank).begun = epoch;
  begin(rank, epoch);
}

// Begins to send on what a rank gives up: one message after another to each of its next readers, all of them
// at once.
void SampleExchange::begin(RankId rank, std::int64_t epoch) {
  std::map<RankId, std::vector<Handed>> parcels;
  const auto order = orders_.order(epoch, rank);
  for (std::int64_t position = 0; position < orders_.handed_on(rank); ++position) {
    const SampleId sample = order->at(position);
    const auto next = orders_.find(epoch + 1, sample);
    if (!next || next->rank == rank || !gives_up(rank, next->rank, sample)) continue;
    const Bytes length = data_.sample_length(data_.file_of(sample));
    const Bytes size = on_device_ ? data_.spec().decoded(length) : length;
    parcels[next->rank].push_back({sample, size, moment_of(epoch + 1, next->position)});
  }
  for (auto& [to, samples] : parcels) {
    std::string name = scope_.path() + "/rank/" + std::to_string(rank) + "/to/" + std::to_string(to);
    of(rank).sending.spawn(std::move(name), send(rank, to, std::move(samples)));
  }
}

// Says whether the sender holds what the receiver does not share; then it holds it no longer.
bool SampleExchange::gives_up(RankId from, RankId to, SampleId sample) {
  if (caches_ != nullptr && !holds_files_ && &caches_->of(from) == &caches_->of(to)) return false;
  const bool cached = caches_ != nullptr && !holds_files_ &&
                      caches_->of(from).give_up({static_cast<std::uint64_t>(sample), 0});
  return cached || (seats_[static_cast<std::size_t>(from)].owns_storage && &node_of(from) != &node_of(to));
}

Task<> SampleExchange::send(RankId from, RankId to, std::vector<Handed> samples) {
  Node& sender = node_of(from);
  const Node& receiver = node_of(to);
  for (const Handed& each : samples) {
    co_await sender.send(receiver, each.size);
    if (&sender != &receiver) bytes_ += each.size;
    if (caches_ == nullptr || holds_files_) continue;
    const CacheKey key{static_cast<std::uint64_t>(each.sample), 0};
    caches_->of(to).keep(key, each.size, each.next_use);
  }
}

void SampleExchange::stop() {
  for (Sender& sender : senders_) {
    sender.sending.cancel_all();
    sender.begun = 0;
  }
}

}  // namespace headrace
