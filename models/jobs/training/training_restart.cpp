// What a failure undoes of a job that trains, and how its ranks go on.

#include <algorithm>
#include <utility>

#include "models/jobs/training/rank.h"

namespace headrace {

// Marks where a rank stands at a checkpoint, to go back to. Of the marks before, the last one on the storage
// is enough.
void TrainingJob::mark(Rank& rank, std::int64_t number) {
  rank.marks.emplace_back(number, rank.books);
  while (rank.marks.size() > 1 && writer_->durable(rank.marks[1].number) < Time::never())
    rank.marks.pop_front();
}

void TrainingJob::stop() {
  processes_.cancel_all();
  if (startup_) startup_->stop();
  if (logs_) logs_->stop();
  barrier_.clear();
  note_durable(lone_checkpoints_);
  for (EpochTotals& epoch : epochs_) note_durable(epoch.result.checkpoints);
  for (const auto& each : ranks_) {
    Rank& rank = *each;
    rank.account.begin(Cause::failure);
    const auto last = rank.marks.begin() + static_cast<std::ptrdiff_t>(mark_on_storage(rank));
    rank.marks = {*last};
    if (Books& books = rank.marks.front().books; has_ended(books)) books.begin_next_epoch();
    for (AcceleratorFeed* feed : {rank.feed.get(), rank.evaluation_feed.get()})
      if (feed != nullptr) feed->end_epoch();
    for (DataLoader* loader : {rank.loader.get(), rank.evaluation_loader.get()})
      if (loader != nullptr) loader->end_epoch();
    rank.loader.reset();
    rank.evaluation_loader.reset();
    rank.feed.reset();
    rank.evaluation_feed.reset();
  }
  if (handed_on_) handed_on_->stop();
  if (caches_) caches_->clear();
  exchanges_.clear();
  shared_.reset();
  writer_.reset();
}

// All of the epoch's steps are in the checkpoint, and nothing after them is to be done again.
bool TrainingJob::has_ended(const Books& books) const {
  const auto epoch = static_cast<std::size_t>(books.epoch - 1);
  return epoch < epochs_.size() && books.steps == steps_ &&
         epochs_[epoch].ranks_done == static_cast<std::int64_t>(ranks_.size());
}

std::size_t TrainingJob::mark_on_storage(const Rank& rank) const {
  std::size_t last = writer_ ? rank.marks.size() - 1 : 0;
  while (last > 0 && writer_->durable(rank.marks[last].number) == Time::never()) --last;
  return last;
}

// Begins the job again where its last checkpoint on the storage was written. A checkpoint is there when all
// ranks have written it, so that all go back to the same one. None that was begun is written into again.
void TrainingJob::begin_again() {
  HEADRACE_CHECK(work_.training.enabled && !writer_);
  std::int64_t next = 0;
  for (const auto& rank : ranks_) next = std::max(next, rank->checkpoints);
  for (const auto& rank : ranks_) {
    spend(*rank, Cause::failure);
    rank->books = rank->marks.front().books;
    rank->in_block = false;
    rank->checkpoints = next;
  }
  roll_back_epochs();
  ranks_ended_ = 0;
  write_checkpoints_anew();
  ++begins_;
  load_anew();
  spawn_ranks();
}

void TrainingJob::roll_back_epochs() {
  const Books& books = ranks_.front()->books;
  const std::int64_t steps = (books.epoch - 1) * steps_ + books.steps;
  steps_done_ = steps * static_cast<std::int64_t>(ranks_.size());
  for (auto number = static_cast<std::size_t>(books.epoch - 1); number < epochs_.size(); ++number) {
    const EpochResult undone = std::exchange(epochs_[number], EpochTotals()).result;
    EpochResult& result = epochs_[number].result;
    result.checkpoints = undone.checkpoints;  // They were written.
    if (static_cast<std::int64_t>(number) + 1 > books.epoch) continue;
    result.steps = books.steps;
    result.blocks.assign(undone.blocks.begin(), undone.blocks.begin() + books.blocks);
  }
}

Job::Saved TrainingJob::saved() const {
  Saved saved;
  const auto take = [&](std::int64_t number) {
    const Time durable = writer_ ? writer_->durable(number) : Time::never();
    if (durable < Time::never()) saved.at = std::max(saved.at, durable);
  };
  for (const SpanResult& span : lone_checkpoints_)
    if (!span.read) take(span.file_number);
  if (!work_.training.enabled) return saved;
  const Rank& first = *ranks_.front();
  take(first.marks[mark_on_storage(first)].number);
  saved.compute = Duration();
  for (const auto& rank : ranks_) *saved.compute += rank->marks[mark_on_storage(*rank)].books.compute;
  return saved;
}

}  // namespace headrace
