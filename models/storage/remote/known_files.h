// KnownFiles: the files of which a client knows something: the last so many that it used, and for so long.
#pragma once

#include <cstdint>
#include <list>
#include <map>

#include "models/io.h"

namespace headrace {

class KnownFiles {
 public:
  // Nothing is known for longer than `age`, nor of more than `most` files.
  KnownFiles(std::int64_t most, Duration age) : most_(most), age_(age) {}

  // Says whether a file is known at `now`; it is then the last one used.
  bool use(const FileId& file, Time now) {
    forget_older_than(now);
    const auto found = places_.find(file);
    if (found == places_.end() || now - found->second->learned >= age_) return false;
    order_.splice(order_.end(), order_, found->second);
    return true;
  }
  void learn(const FileId& file, Time now) {
    forget(file);
    if (most_ == 0) return;
    places_[file] = order_.insert(order_.end(), Entry{file, now});
    if (static_cast<std::int64_t>(order_.size()) > most_) forget(FileId(order_.front().file));
  }
  void forget(const FileId& file) {
    const auto found = places_.find(file);
    if (found == places_.end()) return;
    order_.erase(found->second);
    places_.erase(found);
  }
  void clear() {
    places_.clear();
    order_.clear();
  }
  std::size_t size() const { return order_.size(); }

 private:
  struct Entry {
    FileId file;
    Time learned;
  };
  void forget_older_than(Time now) {
    while (!order_.empty() && now - order_.front().learned >= age_) forget(FileId(order_.front().file));
  }

  std::int64_t most_;
  Duration age_;
  std::list<Entry> order_;  // By last use.
  std::map<FileId, std::list<Entry>::iterator> places_;
};

}  // namespace headrace
