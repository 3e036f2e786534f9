#include "models/jobs/training/job_logs.h"

namespace headrace {

JobLogs::JobLogs(const JobSetting& setting, const LogSpec& spec, const LayoutSpec& layout)
    : sim_(setting.scope.sim()), spec_(spec), layout_(layout), set_(setting.add_files("logs")) {
  for (std::size_t rank = 0; rank < setting.seats.size(); ++rank) {
    if (!spec_.writes(static_cast<std::int64_t>(rank))) break;
    if (files_.empty() || !spec_.shared) files_.emplace_back();
    writers_.emplace_back(setting.seats[rank].at(Purpose::logs), files_.size() - 1);
  }
  result_.writers = static_cast<std::int64_t>(writers_.size());
}

Task<> JobLogs::append(RankId rank, Account& account) {
  const Time since = sim_.now();
  Writer& writer = writers_[static_cast<std::size_t>(rank)];
  if (!writer.open) {
    FileInfo info;
    info.id.set = set_;
    info.id.index = static_cast<std::int64_t>(writer.file);
    info.layout = layout_;
    const FileHandle created = co_await writer.storage.create(info, account);
    writer.open.emplace(writer.storage, created);
  }
  Bytes& end = files_[writer.file].end;
  const Bytes at = end;
  end += spec_.size;
  const FileHandle handle = writer.open->handle();
  co_await writer.storage.write(handle, at, spec_.size, account);
  if (spec_.sync) co_await writer.storage.sync(handle, account);
  result_.written += spec_.size;
  result_.spent += sim_.now() - since;
  result_.records.record(sim_.now() - since);
}

Task<> JobLogs::close(RankId rank, Account& account) {
  if (!spec_.writes(rank)) co_return;
  Writer& writer = writers_[static_cast<std::size_t>(rank)];
  if (!writer.open) co_return;
  const FileHandle handle = writer.open->release();
  writer.open.reset();
  co_await writer.storage.close(handle, account);
}

void JobLogs::stop() {
  for (Writer& writer : writers_) writer.open.reset();
}

}  // namespace headrace
