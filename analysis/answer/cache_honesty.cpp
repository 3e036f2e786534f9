#include "analysis/answer/cache_honesty.h"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

namespace headrace {

namespace {

bool untouched(Bytes delivered, Bytes from_storage) {
  return delivered > Bytes() &&
         static_cast<double>(from_storage.count()) < kTouched * static_cast<double>(delivered.count());
}

// "Epoch 3", "Epochs 2-4, 6".
std::string numbered(const char* one, const char* several, const std::vector<std::int64_t>& numbers) {
  std::string text = numbers.size() == 1 ? one : several;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{} {}", i == 0 ? "" : ",", numbers[i]);
    if (last > i) text += fmt::format("-{}", numbers[last]);
    i = last + 1;
  }
  return text;
}

std::string sentence(const std::string& what) {
  return what +
         " never touched the storage: memory or a cache of the nodes had all or nearly all of the bytes, so "
         "the figures say nothing about the storage.";
}

}  // namespace

std::string cache_sentence(const JobResult& job) {
  std::vector<std::int64_t> epochs, loads;
  for (const EpochResult& epoch : job.epochs)
    if (untouched(epoch.delivered, epoch.from_storage)) epochs.push_back(epoch.epoch);
  for (const SpanResult& span : job.checkpoints)
    if (span.read && untouched(span.bytes, span.from_storage)) loads.push_back(span.number);
  std::string text;
  if (!epochs.empty()) text = sentence(numbered("Epoch", "Epochs", epochs));
  if (!loads.empty())
    text += (text.empty() ? "" : " ") + sentence(numbered("Read-back", "Read-backs", loads));
  return text;
}

}  // namespace headrace
