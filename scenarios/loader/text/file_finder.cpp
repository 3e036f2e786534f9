#include "scenarios/loader/text/file_finder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "scenarios/loader/text/near_path.h"
#include "scenarios/loader/text/plain_text.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

namespace fs = std::filesystem;

std::string joined_path(const std::string& folder, const std::string& path) {
  if (folder.empty() || fs::path(path).is_absolute()) return fs::path(path).lexically_normal().string();
  return (fs::path(folder) / path).lexically_normal().string();
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// Appends the next piece of a stream to a text: as much as there is of it, at least 64 KiB.
void read_on(std::istream& stream, std::string& text) {
  constexpr std::size_t kPiece = 65'536;
  const std::size_t had = text.size();
  text.resize(had + std::max(had, kPiece));
  stream.read(text.data() + had, static_cast<std::streamsize>(text.size() - had));
  text.resize(had + static_cast<std::size_t>(stream.gcount()));
}

// Says whether it is a pipe or a device, as a scenario given by the command line may be.
bool is_endless(const std::string& path) {
  std::error_code ignored;
  return !fs::is_regular_file(path, ignored) && !fs::is_directory(path, ignored);
}

// Returns the folders of HEADRACE_PATH. No other place reads this variable.
std::vector<std::string> folders_of_environment() {
  std::vector<std::string> folders;
  const char* variable = std::getenv("HEADRACE_PATH");
  std::string_view rest = variable == nullptr ? "" : variable;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

// Returns where the files are that came with the program: beside it where it is installed (bin/headrace and
// share/headrace/scenarios), wherever that lies, and where it was built otherwise.
std::string catalogue() {
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  const fs::path beside = program.parent_path().parent_path() / "share/headrace/scenarios";
  return !failure && fs::is_directory(beside, failure) ? beside.string() : HEADRACE_CATALOGUE;
}

// Returns the path of a file in the catalogue, there or not.
std::string shipped_path(const std::string& catalogue, const std::string& path) {
  constexpr std::string_view kFolder = "scenarios/";
  return joined_path(catalogue, path.starts_with(kFolder) ? path.substr(kFolder.size()) : path);
}

// Returns the path of a file, in the catalogue where there is none at the path itself.
std::string own_or_shipped(const std::string& path) {
  if (exists(path) || fs::path(path).is_absolute()) return path;
  const std::string shipped = shipped_path(catalogue(), path);
  return exists(shipped) ? shipped : path;
}

}  // namespace

FileFinder::FileFinder(Disk disk) : disk_(disk) {
  if (disk == Disk::no) return;
  for (std::string& folder : folders_of_environment()) catalogues_.push_back({folder, folder});
  // Nameless, because messages do not tell where the program was built.
  catalogues_.push_back({"", catalogue(), true});
}

std::optional<FileFinder::File> FileFinder::read(const std::string& path, Problems& problems,
                                                 std::size_t most) {
  const std::string found = own_or_shipped(path);
  return read(found, Mark{std::make_shared<const SourceText>(SourceText{found, {}})}, problems, most);
}

std::optional<FileFinder::File> FileFinder::read(const std::string& path, const Mark& named,
                                                 Problems& problems, std::size_t most) {
  std::error_code failure;
  if (fs::is_directory(path, failure)) {
    problems.add(named, "E0001", in_quotes(path) + " is a directory, not a file");
    return std::nullopt;
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    problems.add(named, "E0001",
                 exists(path) ? in_quotes(path) + " cannot be read" : "there is no file " + in_quotes(path));
    return std::nullopt;
  }
  File file{path, path, {}};
  while (stream && file.text.size() <= most) read_on(stream, file.text);
  if (stream.bad()) {
    problems.add(named, "E0001", in_quotes(path) + " cannot be read to its end");
    return std::nullopt;
  }
  return file;
}

std::optional<FileFinder::File> FileFinder::locate(const std::string& path, const Mark& named,
                                                   Problems& problems) const {
  if (disk_ == Disk::no) {
    problems.add(named, "E0024", "other files cannot be read from here");
    return std::nullopt;
  }
  std::vector<Folder> places;
  const auto beside = folders_.find(named.source.get());
  places.push_back(beside == folders_.end() ? Folder{} : beside->second);
  if (!fs::path(path).is_absolute()) places.insert(places.end(), catalogues_.begin(), catalogues_.end());
  for (const Folder& place : places) {
    const std::string at =
        place.is_catalogue ? shipped_path(place.path, path) : joined_path(place.path, path);
    if (!exists(at)) continue;
    if (is_endless(at)) {
      problems.add(named, "E0001", in_quotes(path) + " is no regular file, and reading it may never end");
      return std::nullopt;
    }
    return File{joined_path(place.name, path), at, {}};
  }
  std::vector<std::string> searched;
  std::string meant;
  for (const Folder& place : places) {
    if (meant.empty()) meant = near_path(place.path, path);
    if (!place.name.empty()) searched.push_back(in_quotes(place.name));
  }
  problems.add(named, "E0024", "there is no file " + in_quotes(path))
      .hint(did_you_mean(meant))
      .with_help("looked for beside the file that names it" + std::string(searched.empty() ? "" : " (") +
                 joined(searched) + (searched.empty() ? "" : ")") +
                 ", in HEADRACE_PATH and in the catalogue");
  return std::nullopt;
}

std::optional<FileFinder::File> FileFinder::find(const std::string& path, const Mark& named,
                                                 Problems& problems) const {
  const auto found = locate(path, named, problems);
  auto file = found ? read(found->path, named, problems) : std::nullopt;
  if (file) file->name = found->name;
  return file;
}

std::string FileFinder::folder_of(const Mark& mark) const {
  const auto found = folders_.find(mark.source.get());
  return found == folders_.end() ? std::string() : found->second.path;
}

void FileFinder::place(const std::shared_ptr<const SourceText>& source, const File& file) {
  if (source == nullptr) return;
  sources_.push_back(source);
  folders_[source.get()] = {fs::path(file.name).parent_path().string(),
                            fs::path(file.path).parent_path().string()};
}

}  // namespace headrace
