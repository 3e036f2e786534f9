// Changes: how often each node changed each file of a store, for a node to ask whether others did.
#pragma once

#include <cstdint>
#include <map>

#include "models/io.h"

namespace headrace {

class Changes {
 public:
  void note(const FileId& file, NodeId node) {
    File& changed = files_[file];
    ++changed.all;
    ++changed.own[node];
  }
  std::uint64_t by_others(const FileId& file, NodeId node) const {
    const auto found = files_.find(file);
    if (found == files_.end()) return 0;
    const auto own = found->second.own.find(node);
    return found->second.all - (own == found->second.own.end() ? 0 : own->second);
  }

 private:
  struct File {
    std::uint64_t all = 0;
    std::map<NodeId, std::uint64_t> own;
  };
  std::map<FileId, File> files_;
};

}  // namespace headrace
