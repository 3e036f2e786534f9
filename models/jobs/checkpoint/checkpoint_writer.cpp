#include "models/jobs/checkpoint/checkpoint_writer.h"

#include <utility>

namespace headrace {

CheckpointWriter::CheckpointWriter(const CheckpointSetting& setting, const StatePathSpec& path)
    : setting_(setting),
      sim_(setting.scope.sim()),
      path_(path),
      relays_(setting.seats.size()),
      writing_back_(sim_) {}

Task<> CheckpointWriter::settle(Account& account) {
  if (behind_ == nullptr) co_return;
  std::deque<Relay::Listening> all;
  for (Relay& relay : relays_) all.emplace_back(relay, account);
  co_await behind_->join();
  account.spend(Activity::delivery, sim_.now());
}

Time CheckpointWriter::durable(std::int64_t number) const {
  const auto found = checkpoints_.find(number);
  if (found == checkpoints_.end() || found->second.safe < files().size()) return Time::never();
  return found->second.last;
}

bool CheckpointWriter::idle() const { return behind_ == nullptr || behind_->running() == 0; }

std::string CheckpointWriter::imbalance() const {
  if (captured_ == stored_ + kept_) return {};
  return std::to_string(captured_.count()) + " bytes of checkpoints were captured, " +
         std::to_string(stored_.count()) + " stored and " + std::to_string(kept_.count()) + " kept locally";
}

Task<> CheckpointWriter::capture(RankId rank, Account& account) {
  const Bytes size = files().size_of(rank);
  captured_ += size;
  if (!path_.capture) co_return;
  const Duration alone = size / path_.capture->bandwidth;
  co_await seat(rank).node->copy(Node::Copy::from_device, seat(rank).accelerator, size, alone);
  account.spend(Activity::copy, sim_.now());
}

Task<> CheckpointWriter::write(FileSystem& storage, RankId writer, std::vector<FileInfo> files, bool fsync,
                               Account& account) {
  for (const FileInfo& file : files) {
    if (path_.serialise)
      co_await seat(writer).node->work(file.size / path_.serialise->bandwidth, Bytes(), account);
    account.spend(Activity::preprocess, sim_.now());
    co_await write_file(storage, file, fsync, account);
  }
}

void CheckpointWriter::stored(RankId rank, std::int64_t number, FileSystem& storage) {
  stored_ += files().size_of(rank);
  if (files().fsync()) return safe(rank, number);
  writing_back_.spawn(setting_.scope.path() + "/write_back/" + std::to_string(rank),
                      write_back(rank, number, storage));
}

Task<> CheckpointWriter::write_back(RankId rank, std::int64_t number, FileSystem& storage) {
  const std::vector<FileInfo> written = files().of(number, rank);
  for (const FileInfo& file : written) co_await storage.written_back(file.id);
  safe(rank, number);
}

void CheckpointWriter::safe(RankId rank, std::int64_t number) {
  Progress& progress = checkpoints_[number];
  progress.safe += files().size_of(rank);
  progress.last = sim_.now();
}

}  // namespace headrace
