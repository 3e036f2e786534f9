// FileFinder: where the files that a scenario names are looked up: beside the
// file that names them, then in the folders of HEADRACE_PATH, then in the
// catalogue that came with the program, whose own paths may begin with
// "scenarios/" as they do in the tree. A finder without disk finds nothing,
// for reading texts that nobody trusts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "scenarios/loader/text/plain_text.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {

class FileFinder {
 public:
  enum class Disk { yes, no };

  struct File {
    // Name for people: as the user wrote it, with the folder it was found in where that is theirs.
    std::string name;
    std::string path;  // For the disk.
    std::string text;
  };

  explicit FileFinder(Disk disk);

  // Finds a file that the text at `named` names, without reading it; a problem at `named` when there is none.
  std::optional<File> locate(const std::string& path, const Mark& named, Problems& problems) const;
  // Reads a file that is found so.
  std::optional<File> find(const std::string& path, const Mark& named, Problems& problems) const;

  // The names in this text are relative to where it was found.
  void place(const std::shared_ptr<const SourceText>& source, const File& file);

  // Returns where the text at a place looks first; empty: the working directory.
  std::string folder_of(const Mark& mark) const;

  // Reads a file at its own path, relative to the working directory; `named` places the problem.
  static std::optional<File> read(const std::string& path, const Mark& named, Problems& problems,
                                  std::size_t most = kLongestText);
  // Reads a file that no text names: the problem is at its own beginning. A relative path that leads to no
  // file is looked up in the catalogue, with "scenarios/" before it or without. Of a file longer than `most`
  // bytes some more than that is read, so that a reader can refuse it.
  static std::optional<File> read(const std::string& path, Problems& problems,
                                  std::size_t most = kLongestText);

 private:
  struct Folder {
    std::string name, path;
    bool is_catalogue = false;
  };

  Disk disk_;
  std::vector<Folder> catalogues_;
  std::unordered_map<const SourceText*, Folder> folders_;
  std::vector<std::shared_ptr<const SourceText>> sources_;  // Keeps the keys of folders_ alive.
};

}  // namespace headrace
