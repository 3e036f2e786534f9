// FileSets: which job each set of files of a run belongs to.
//
// Data sets and checkpoint folders are sets of files; a FileId names its set.
// No two jobs share files, so a set tells a store whose request it serves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headrace {

class FileSets {
 public:
  // The number of a new set, for FileId::set.
  std::int32_t add(std::int32_t job) {
    jobs_.push_back(job);
    return static_cast<std::int32_t>(jobs_.size() - 1);
  }
  // Job 0 for a set that nobody added.
  std::int32_t job_of(std::int32_t set) const {
    const auto index = static_cast<std::size_t>(set);
    return index < jobs_.size() ? jobs_[index] : 0;
  }

  // Numbers of jobs are below it; at least 1.
  std::int32_t jobs() const {
    std::int32_t most = 0;
    for (const std::int32_t job : jobs_) most = std::max(most, job);
    return most + 1;
  }

 private:
  std::vector<std::int32_t> jobs_;
};

}  // namespace headrace
