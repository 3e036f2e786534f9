#include "analysis/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "analysis/errors.h"

namespace headrace {

namespace {

std::uint64_t unforeseen_number() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number))
    throw ResourceError(std::string("the system gives no random number: ") + std::strerror(errno));
  return number;
}

// A new file beside the one to be written, gone again unless it takes that one's place.
class PartFile {
 public:
  explicit PartFile(const std::string& path) : path_(path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    part_ = (folder / fmt::format(".headrace-{:016x}.part", unforeseen_number())).string();
    file_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file_ < 0) throw ResourceError(path_ + ": the file cannot be made: " + std::strerror(errno));
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  ~PartFile() {
    if (file_ >= 0) ::close(file_);
    if (!part_.empty()) ::unlink(part_.c_str());
  }

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(file_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void take_place() {
    // Closing reports what a network file system had hidden, such as a full disk.
    if (::close(std::exchange(file_, -1)) != 0) fail();
    if (std::rename(part_.c_str(), path_.c_str()) != 0) fail();
    part_.clear();
  }

 private:
  [[noreturn]] void fail() const {
    throw ResourceError(path_ + ": the file cannot be written: " + std::strerror(errno));
  }

  std::string path_, part_;
  int file_ = -1;
};

std::string start_of(const std::string& path, std::size_t most) {
  std::ifstream file(path, std::ios::binary);
  std::string start(most, '\0');
  file.read(start.data(), static_cast<std::streamsize>(most));
  if (!file && !file.eof())
    throw ResourceError(path + ": a file stands there already and cannot be read: " + std::strerror(errno));
  start.resize(static_cast<std::size_t>(file.gcount()));
  return start;
}

void expect_replaceable(const std::string& path, const FileKind& kind) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::symlink_status(path, error);
  if (!std::filesystem::exists(status)) return;  // Or it cannot be looked at: making the file says why.
  constexpr const char* kLeft = "; it was left as it is";
  if (std::filesystem::is_symlink(status))
    throw InputError(path + " is a link, which is not followed when a file is written" + kLeft +
                     "; name the file that it stands for");
  if (std::filesystem::is_directory(status)) throw InputError(path + " is a folder, no file to be written");
  if (!std::filesystem::is_regular_file(status))
    throw InputError(path + " is a device or a pipe, which no file can take the place of");
  const std::string start = start_of(path, kind.look);
  if (start.empty() || kind.is_one(start)) return;
  throw InputError(fmt::format("{} is no {} that headrace wrote{}; name another file, or remove this one",
                               path, kind.name, kLeft));
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) return true;
  const auto whole = [&error](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  return whole(a) == whole(b);
}

}  // namespace

void expect_writable(const std::string& path, const FileKind& kind) {
  expect_replaceable(path, kind);
  const PartFile part(path);
}

void write_file(const std::string& path, std::string_view text, const FileKind& kind) {
  expect_replaceable(path, kind);
  PartFile part(path);
  part.write(text);
  part.take_place();
}

void expect_apart(const std::vector<NamedOutput>& outputs, std::span<const std::string> inputs) {
  std::vector<NamedOutput> all;
  for (const NamedOutput& output : outputs) {
    if (output.path.empty()) continue;
    for (const std::string& input : inputs)
      if (is_same_file(output.path, input))
        throw UsageError(output.option + " " + output.path + " would replace what this command reads");
    for (const NamedOutput& other : all)
      if (is_same_file(output.path, other.path))
        throw UsageError(fmt::format("{} and {} are one file, {}; give each its own", other.option,
                                     output.option, output.path));
    all.push_back(output);
    if (!output.database) continue;
    for (const char* ending : {"-wal", "-journal", "-shm"})
      all.push_back({output.option + " (a file that SQLite keeps beside it)", output.path + ending});
  }
}

std::string with_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) throw ResourceError(folder.string() + ": the folder cannot be made: " + error.message());
  return path;
}

}  // namespace headrace
