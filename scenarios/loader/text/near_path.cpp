#include "scenarios/loader/text/near_path.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "scenarios/loader/text/problems.h"

namespace headrace {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNames = 10'000;  // Names of one folder; in a larger one nothing is suggested.

std::string nearest_name(const fs::path& folder, const std::string& name) {
  std::error_code failure;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    names.push_back(entry->path().filename().string());
    if (names.size() > kMostNames) return {};
  }
  std::sort(names.begin(), names.end());
  const std::vector<std::string_view> views(names.begin(), names.end());
  return nearest_word(name, views);
}

}  // namespace

std::string near_path(const std::string& folder, const std::string& path) {
  std::error_code failure;
  fs::path at = folder.empty() ? fs::path(".") : fs::path(folder);
  fs::path meant;
  bool replaced = false;
  for (const fs::path& part : fs::path(path)) {
    std::string name = part.string();
    if (!fs::exists(at / part, failure)) {
      name = replaced ? std::string() : nearest_name(at, name);
      if (name.empty()) return {};
      replaced = true;
    }
    at /= name;
    meant /= name;
  }
  return replaced && fs::is_regular_file(at, failure) ? meant.string() : std::string();
}

}  // namespace headrace
