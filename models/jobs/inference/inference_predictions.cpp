#include "models/jobs/inference/inference_predictions.h"

#include <algorithm>

namespace headrace {

PredictionWriter::PredictionWriter(const Scope& scope, FileSystem& storage, const FileInfo& file, Bytes block,
                                   Account& account)
    : storage_(storage),
      file_(file),
      account_(account),
      block_(block),
      due_(scope.sim(), "predictions of", scope.path()) {}

void PredictionWriter::add(Bytes size) {
  added_ += size;
  if (is_due()) due_.tell();
}

void PredictionWriter::finish() {
  finished_ = true;
  due_.tell();
}

Task<> PredictionWriter::run() {
  while (!is_due()) co_await due_.next();
  if (added_ == Bytes()) co_return;
  const FileHandle handle = co_await storage_.create(file_, account_);
  HeldFile file(storage_, handle);
  for (;;) {
    while (!is_due()) co_await due_.next();
    const Bytes size = std::min(block_, added_ - written_);
    if (size == Bytes()) break;
    co_await storage_.write(handle, written_, size, account_);
    written_ += size;
  }
  co_await storage_.close(file.release(), account_);
}

}  // namespace headrace
