// JobKind: the names of the kinds of jobs of which more than their own folder speaks.
//
// The result of a job says its kind by name: that of its row in Job::table() (kinds.cpp), but for a workload,
// which trains or writes and reads checkpoints alone.
#pragma once

#include <span>
#include <string_view>

namespace headrace {

struct JobKind {
  static constexpr std::string_view training = "training";
  static constexpr std::string_view checkpoint = "checkpoint";
  static constexpr std::string_view replay = "replay";

  // Returns the names of all kinds. The table is in kinds.cpp, and so is this.
  static std::span<const std::string_view> all();
};

}  // namespace headrace
