// A folder of its own for a test, removed with all that is in it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace headrace {

class ScratchFolder {
 public:
  enum class Where { disk, memory };  // In memory, where there is such a place, nothing waits for a disk.

  explicit ScratchFolder(Where where = Where::disk) {
    constexpr const char* kMemory = "/dev/shm/";
    const bool in_memory = where == Where::memory && ::access(kMemory, W_OK) == 0;
    const std::string above = in_memory ? kMemory : testing::TempDir();
    std::string name = above + "headrace-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder can be made in " + above);
    path_ = name;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(path_); }

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace headrace
