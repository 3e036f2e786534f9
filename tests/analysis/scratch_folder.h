// A folder of its own for a test, removed with all that is in it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace headrace {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = testing::TempDir() + "headrace-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr)
      throw std::runtime_error("no folder can be made in " + testing::TempDir());
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
