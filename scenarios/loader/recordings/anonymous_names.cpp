#include "scenarios/loader/recordings/anonymous_names.h"

#include <map>
#include <set>
#include <string_view>

#include "scenarios/loader/recordings/data_visits.h"

namespace headrace {
namespace {

constexpr std::string_view kDigits = "0123456789";

// FileNameParts: a name without its folder: "case_", "00017", "_t1", ".npz".
struct FileNameParts {
  std::string before, number, behind, ending;
};

FileNameParts parts_of(std::string_view name) {
  FileNameParts parts;
  const std::string ending = ending_of(std::string(name));
  if (!ending.empty()) {
    parts.ending = "." + ending;
    name.remove_suffix(parts.ending.size());
  }
  const std::size_t last = name.find_last_of(kDigits);
  if (last == std::string_view::npos) {
    parts.before = name;
    return parts;
  }
  const std::size_t before = name.substr(0, last).find_last_not_of(kDigits);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  parts.before = name.substr(0, begin);
  parts.number = name.substr(begin, last + 1 - begin);
  parts.behind = name.substr(last + 1);
  return parts;
}

// RankedWords: the place of each word among all in the order of the alphabet.
class RankedWords {
 public:
  void add(const std::string& word) { words_.insert(word); }
  void rank() {
    std::size_t place = 0;
    for (const std::string& word : words_) places_[word] = place++;
  }
  // Returns the place from 1 as a number, as long as the largest.
  std::string number(const std::string& word) const {
    const std::string place = std::to_string(places_.at(word) + 1);
    return std::string(std::to_string(words_.size()).size() - place.size(), '0') + place;
  }
  // Returns the place as letters, as many as the largest needs; nothing for the empty word.
  std::string letters(const std::string& word) const {
    if (word.empty()) return "";
    std::string text;
    std::size_t place = places_.at(word);
    for (std::size_t most = words_.size() - 1;; most /= 26) {
      text.insert(text.begin(), static_cast<char>('a' + place % 26));
      place /= 26;
      if (most < 26) return text;
    }
  }

 private:
  std::set<std::string> words_;
  std::map<std::string, std::size_t> places_;
};

// FolderNames: the words of the folders and files that are right in a folder.
struct FolderNames {
  RankedWords folders, before, behind;
};

class PathRenamer {
 public:
  explicit PathRenamer(std::span<const std::string> paths) {
    for (const std::string& path : paths)
      walk(path, [](FolderNames& in, const std::string& word, bool is_file) {
        if (!is_file && word.empty()) return;  // Before the first slash, or between two.
        if (!is_file) return in.folders.add(word);
        const FileNameParts parts = parts_of(word);
        in.before.add(parts.before);
        in.behind.add(parts.behind);
      });
    for (auto& [folder, names] : folders_) {
      names.folders.rank();
      names.before.rank();
      names.behind.rank();
    }
  }

  std::string rename(const std::string& path) {
    std::string renamed;
    walk(path, [&](const FolderNames& in, const std::string& word, bool is_file) {
      if (!is_file) {
        renamed += (word.empty() ? "" : in.folders.number(word)) + "/";
        return;
      }
      const FileNameParts parts = parts_of(word);
      renamed +=
          in.before.letters(parts.before) + parts.number + in.behind.letters(parts.behind) + parts.ending;
    });
    return renamed;
  }

 private:
  // Calls `take` with each folder of a path, and its name at the end.
  template <class Take>
  void walk(const std::string& path, Take take) {
    std::size_t begin = 0;
    for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', begin)) {
      take(folders_[path.substr(0, begin)], path.substr(begin, end - begin), false);
      begin = end + 1;
    }
    if (begin < path.size()) take(folders_[path.substr(0, begin)], path.substr(begin), true);
  }

  std::map<std::string, FolderNames> folders_;
};

}  // namespace

std::vector<std::string> anonymous_paths(std::span<const std::string> paths) {
  PathRenamer renamer(paths);
  std::vector<std::string> renamed;
  renamed.reserve(paths.size());
  for (const std::string& path : paths) renamed.push_back(renamer.rename(path));
  return renamed;
}

}  // namespace headrace
