#include "models/jobs/inference/inference_sweep.h"

#include <algorithm>

namespace headrace {

namespace {

// Returns the first sample of a rank, of `samples` dealt out in order: the first ranks get one more where
// they cannot get the same.
SampleId first_of(std::size_t rank, std::size_t ranks, std::int64_t samples) {
  const auto r = static_cast<std::int64_t>(rank), all = static_cast<std::int64_t>(ranks);
  return r * (samples / all) + std::min(r, samples % all);
}

}  // namespace

InferenceSweep::InferenceSweep(const Scope& scope, const InferenceSpec& spec, const std::vector<Seat>& seats,
                               const Dataset& data, std::vector<std::unique_ptr<PredictionWriter>>& writers)
    : InferenceWork(scope, seats),
      path_(scope.path()),
      spec_(spec),
      data_(data),
      writers_(writers),
      completed_(scope.counter("completed", Unit::count)),
      processes_(scope.sim()) {
  const Format format = data_.spec().decoded_as();
  for (std::size_t r = 0; r < seats.size(); ++r) {
    const SampleId first = first_of(r, seats.size(), data_.samples());
    const SampleId last = first_of(r + 1, seats.size(), data_.samples());
    ranks_.push_back(
        std::make_unique<Rank>(scope.part("server", static_cast<std::int64_t>(r)), seats[r],
                               std::make_unique<SamplePieces>(data_, first, last, spec_.transfer_size,
                                                              seats[r].node->host_work().decode.of(format)),
                               last - first, spec_.read_threads));
  }
}

void InferenceSweep::open(std::size_t rank) {
  if (!opened_) opened_ = sim_.now();
  processes_.spawn(path_ + "/server/" + std::to_string(rank), sweep(rank));
}

Task<> InferenceSweep::sweep(std::size_t number) {
  Rank& rank = *ranks_[number];
  const std::int64_t ahead = spec_.prefetch_batches * spec_.max_batch;
  rank.reader.set_limit(ahead);
  rank.reader.start();
  while (rank.taken < rank.share) {
    const std::int64_t batch = std::min(spec_.max_batch, rank.share - rank.taken);
    turn(number, Cause::batch_wait);
    std::optional<Relay::Listening> listening(std::in_place, rank.reader.moving(), account(number));
    while (rank.reader.done() < rank.taken + batch) co_await rank.reader.progress().next();
    listening.reset();
    rank.taken += batch;
    rank.reader.set_limit(rank.taken + ahead);
    turn(number, Cause::compute);
    co_await sim_.delay(rank.node.slowed(spec_.draw_service(rank.service, batch)),
                        sim_.blamed(path_, "service"));
    rank.completed += batch;
    ++rank.batches;
    completed_.add(batch);
    if (!writers_.empty()) writers_[number]->add(spec_.prediction_size * batch);
  }
  turn(number, Cause::idle);
  last_reply_ = sim_.now();
  ++swept_;
  changed().tell();
}

double InferenceSweep::done() const {
  return data_.samples() == 0
             ? 1
             : static_cast<double>(completed_.value()) / static_cast<double>(data_.samples());
}

// Fills in the result of a sweep, which has all its samples from the start: nothing arrives, and what it has
// not begun is not inside.
void InferenceSweep::fill(InferenceResult& result) const {
  result.mode = "offline";
  result.servers = static_cast<std::int64_t>(ranks_.size());
  Duration busy;
  for (std::size_t r = 0; r < ranks_.size(); ++r) {
    result.arrived += ranks_[r]->taken;
    result.completed += ranks_[r]->completed;
    result.batches += ranks_[r]->batches;
    result.bytes_read += ranks_[r]->reader.bytes();
    busy += spent(r, Cause::compute);
  }
  result.inside = result.arrived - result.completed;
  if (result.batches > 0)
    result.batch_mean = static_cast<double>(result.completed) / static_cast<double>(result.batches);
  // From when the first server could work, for others may still load their model then.
  if (!opened_) return;
  result.window = (drained() ? last_reply_ : sim_.now()) - *opened_;
  if (result.window <= Duration()) return;
  result.offered_per_second = static_cast<double>(result.arrived) / result.window.in_seconds();
  result.completed_per_second = static_cast<double>(result.completed) / result.window.in_seconds();
  result.busy_share = busy / result.window / static_cast<double>(result.servers);
}

std::string InferenceSweep::imbalance() const {
  for (const auto& rank : ranks_) {
    const std::int64_t read = rank->reader.done();
    if (rank->completed <= rank->taken && rank->taken <= std::max(read, std::int64_t{0})) continue;
    return "samples: read " + std::to_string(read) + ", taken " + std::to_string(rank->taken) +
           ", completed " + std::to_string(rank->completed);
  }
  return {};
}

}  // namespace headrace
