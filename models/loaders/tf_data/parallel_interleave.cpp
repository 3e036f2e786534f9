#include "models/loaders/tf_data/parallel_interleave.h"

#include <string>

namespace headrace {

ParallelInterleave::ParallelInterleave(StageSetting& setting, const FileList& files,
                                       const InterleaveSpec& spec, const Parallelism& calls,
                                       std::size_t first_maker)
    : setting_(setting),
      files_(files),
      spec_(spec),
      calls_(calls),
      first_maker_(first_maker),
      cycle_(static_cast<std::size_t>(spec.cycle_length)),
      to_read_(setting.context.scope.sim(), "room for samples of files"),
      ready_(setting.context.scope.sim(), "samples of files"),
      processes_(setting.context.scope.sim()) {}

void ParallelInterleave::begin() {
  has_begun_ = true;
  for (Turn& turn : cycle_) fill(turn);
  for (std::int64_t r = 0; r < readers(spec_, calls_); ++r)
    processes_.spawn_daemon(setting_.context.scope.path() + "/reader/" + std::to_string(r), read(r));
}

void ParallelInterleave::fill(Turn& turn) {
  turn = Turn();
  if (next_file_ == files_.size()) return;
  const std::int64_t place = next_file_ * setting_.context.data.spec().samples_per_file;
  turn.file = std::make_unique<RecordFile>(setting_, files_.at(next_file_++), place);
  to_read_.tell();
}

void ParallelInterleave::go_on() {
  turn_ = turn_ + 1 < cycle_.size() ? turn_ + 1 : 0;
  in_block_ = 0;
}

bool ParallelInterleave::is_over() const {
  return std::none_of(cycle_.begin(), cycle_.end(), [](const Turn& turn) { return turn.file != nullptr; });
}

// Returns the place of the cycle whose sample is next, if there is one; places that have no file, or whose
// file has given all, are passed over.
ParallelInterleave::Turn* ParallelInterleave::to_take_from() {
  for (std::size_t passed = 0; passed < cycle_.size();) {
    Turn& turn = cycle_[turn_];
    if (!turn.ready.empty()) return &turn;
    if (turn.file && turn.has_ended) {
      fill(turn);
      passed = 0;
    } else if (turn.file && spec_.deterministic) {
      return nullptr;
    } else {
      ++passed;
    }
    go_on();
  }
  return nullptr;
}

Task<std::optional<Element>> ParallelInterleave::next(Account& account) {
  if (!has_begun_) begin();
  Turn* turn = to_take_from();
  for (; turn == nullptr; turn = to_take_from()) {
    if (is_over()) co_return std::nullopt;
    co_await ready_.next();
  }
  account.spend(Activity::delivery, setting_.context.scope.sim().now());
  const Element element = turn->ready.front();
  turn->ready.pop_front();
  to_read_.tell();
  if (++in_block_ == spec_.block_length) go_on();
  co_return element;
}

ParallelInterleave::Turn* ParallelInterleave::to_read_for(std::int64_t reader) {
  if (reader >= calls_.after(begun_)) return nullptr;
  for (std::size_t i = 0; i < cycle_.size(); ++i) {
    Turn& turn = cycle_[(turn_ + i) % cycle_.size()];
    const auto ahead = static_cast<std::int64_t>(turn.ready.size());
    const bool has_room = ahead < kBlocksAhead * spec_.block_length;
    if (turn.file && !turn.has_ended && !turn.is_being_read && has_room) return &turn;
  }
  return nullptr;
}

Task<> ParallelInterleave::read(std::int64_t reader) {
  Watch::Maker& maker = setting_.watch.maker(first_maker_ + static_cast<std::size_t>(reader));
  for (;;) {
    Turn* const turn = to_read_for(reader);
    if (turn == nullptr) {
      co_await to_read_.next();
      continue;
    }
    turn->is_being_read = true;
    maker.begin(setting_.batch_of(begun_++));
    const std::optional<Element> element = co_await turn->file->next(maker);
    maker.end();
    turn->is_being_read = false;
    turn->has_ended = !element;
    if (element) turn->ready.push_back(*element);
    ready_.tell();
    to_read_.tell();
  }
}

}  // namespace headrace
