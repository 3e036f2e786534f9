#include "models/jobs/training/window_memory.h"

#include <algorithm>
#include <string>
#include <utility>

#include "models/jobs/job_shape.h"
#include "models/jobs/training/setting.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::string_view kNone = "no valid operating point exists: ";

class MemoryCheck {
 public:
  MemoryCheck(const JobSpec& job, const WorkloadSpec& work, const NodeSpec& node, Check& check)
      : job_(job),
        memory_(work),
        workers_(std::max<std::int64_t>(1, work.loader.read_threads)),
        ranks_(shape_of(job, node).ranks_on_node),
        copies_(work.loader.window_copies),
        of_node_(node.memory),
        check_(check) {}

  void run() {
    if (memory_.limit > Bytes() && memory_.held > memory_.limit) return refuse_limit();
    if (bytes_of(ranks_, workers_, memory_.reads()) > static_cast<double>(of_node_.count())) refuse_window();
  }

 private:
  void refuse(const Setting& setting, std::string sentence, std::string help) {
    check_.error({.field = setting.field,
                  .shown_at = setting.place(job_, check_),
                  .code = "E0460",
                  .sentence = std::move(sentence),
                  .help = std::move(help),
                  .or_at_spec = true,
                  .is_of_all = true});
  }

  double bytes_of(std::int64_t ranks, std::int64_t workers, std::int64_t reads) const {
    return static_cast<double>(ranks) * static_cast<double>(workers) * static_cast<double>(reads) *
           static_cast<double>(memory_.held.count());
  }

  std::string text_of_read(const std::string& read) const {
    return copies_ == 1 ? read : read + " held " + std::to_string(copies_) + " times";
  }

  void refuse_limit() {
    refuse({"workload.loader.window_memory", "prefetch_window"},
           std::string(kNone) + "a worker may hold " + text_of(memory_.limit) + ", and one read of " +
               text_of_read(text_of(memory_.read)) + " needs " + text_of(memory_.held) +
               "; the largest read that fits has " + text_of(memory_.limit / copies_),
           "smaller files or row groups, or 'window_memory' of " + text_of(memory_.held) + " and more");
  }

  void refuse_window() {
    const auto node = static_cast<double>(of_node_.count());
    const auto most = [&](std::int64_t ranks, std::int64_t workers) {
      return static_cast<std::int64_t>(node / bytes_of(ranks, workers, 1));
    };
    std::string largest;
    if (const std::int64_t window = most(ranks_, workers_); window > 0) {
      largest = "the largest window that fits is " + std::to_string(window);
    } else if (const std::int64_t workers = most(ranks_, 1); workers > 0) {
      largest = "with a window of 1 the most workers that fit are " + std::to_string(workers) + " a rank";
    } else if (const std::int64_t ranks = most(1, 1); ranks > 0) {
      largest = "with a window of 1 and one worker the most ranks that fit are " + std::to_string(ranks);
    } else {
      largest = "not one read fits";
    }
    refuse(
        {"workload.loader.window", "prefetch_window"},
        std::string(kNone) + std::to_string(ranks_) + " ranks x " + std::to_string(workers_) + " workers x " +
            std::to_string(memory_.reads()) + " reads of " + text_of_read(human_text(memory_.read)) +
            " need more than the " + human_text(of_node_) + " of memory of a node; " + largest,
        "a smaller window, fewer workers or ranks on a node; reads of a workload that is spelt out may also "
        "wait, at its 'window_memory'");
  }

  const JobSpec& job_;
  WindowMemory memory_;
  std::int64_t workers_, ranks_, copies_;
  Bytes of_node_;
  Check& check_;
};

}  // namespace

WindowMemory::WindowMemory(const WorkloadSpec& work)
    : window(work.loader.window), limit(work.loader.window_memory) {
  const DatasetSpec& set = work.dataset;
  read = set.format == Format::parquet
             ? ParquetFile(set.containers.parquet, set.record_length, set.samples_per_file).length_of(0)
             : set.record_length * set.samples_per_file;
  held = work.loader.held_of(read);
}

std::int64_t WindowMemory::reads() const {
  if (limit == Bytes()) return window;
  return std::min(window, std::max<std::int64_t>(1, limit.count() / std::max<std::int64_t>(1, held.count())));
}

void check_window_memory(const JobSpec& job, const WorkloadSpec& work, const NodeSpec& node, Check& check) {
  if (work.training.enabled && work.loader.window > 0) MemoryCheck(job, work, node, check).run();
}

}  // namespace headrace
