// A recording of a loader of a closed form: workers that read samples of one length at once, decode each,
// put a batch together, and wait where as many batches are ready as may be ahead.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "models/jobs/replay/recording.h"

namespace headrace {

struct LoaderForm {
  std::int64_t workers = 4, batch = 5, ahead = 2, batches = 40, epochs = 2;
  Duration read = 1_ms, decode = 4_ms, collate = 20_ms, step = 100_ms;
  Bytes length = 1_MiB;  // Of a sample, which is a file.
  bool shuffled = true;
  std::string ending = "npz";
};

// Worker w makes batches w, w + W, ...; the loop takes one every step, in order, once it is there.
inline Recording recording_of_loader(const LoaderForm& form) {
  Recording recording;
  recording.resolution = 1_us;
  const std::int64_t samples = form.batches * form.batch;
  for (std::int64_t f = 0; f < samples; ++f) {
    RecordedFile& file = recording.files.emplace_back();
    file.path = "/data/train/img_" + std::to_string(f) + "." + form.ending;
    file.size = form.length;
  }
  RecordedProcess& process = recording.processes.emplace_back();
  process.name = "rank 0";
  process.host = "node0";
  Duration start;
  for (std::int64_t epoch = 0; epoch < form.epochs; ++epoch) {
    std::vector<Duration> free(static_cast<std::size_t>(form.workers), start);
    std::vector<Duration> taken;
    Duration loop = start;
    for (std::int64_t b = 0; b < form.batches; ++b) {
      Duration& at = free[static_cast<std::size_t>(b % form.workers)];
      // A batch may be begun once the one so many batches of the worker before it was taken.
      const std::int64_t before = b - form.workers * form.ahead;
      if (before >= 0) at = std::max(at, taken[static_cast<std::size_t>(before)]);
      for (std::int64_t s = 0; s < form.batch; ++s) {
        RecordedOperation& read = process.operations.emplace_back();
        const std::int64_t place = b * form.batch + s;
        read.file = static_cast<std::uint32_t>(form.shuffled ? place * 7919 % samples : place);
        read.length = form.length;
        read.thread = static_cast<std::uint16_t>(b % form.workers + 1);
        read.begin = at;
        read.end = at + form.read;
        at = read.end + form.decode;
      }
      at = at + form.collate;
      loop = std::max(loop, at);
      taken.push_back(loop);
      loop = loop + form.step;
    }
    start = loop + 1_s;
  }
  std::stable_sort(process.operations.begin(), process.operations.end(),
                   [](const auto& one, const auto& other) { return one.begin < other.begin; });
  return recording;
}

}  // namespace headrace
