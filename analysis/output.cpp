#include "analysis/output.h"

#include <cerrno>
#include <cstring>
#include <memory>

#include "analysis/errors.h"

namespace headrace {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

void FileSink::failed() const {
  if (on_failure_ == OnFailure::fail)
    throw ResourceError(name_ + " cannot be written: " + std::strerror(errno));
}

void FileSink::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) failed();
}

void FileSink::flush() {
  if (std::fflush(file_) != 0) failed();
}

void write_file(const std::string& path, std::string_view text) {
  const std::string unfinished = path + ".part";
  std::unique_ptr<std::FILE, CloseFile> file(std::fopen(unfinished.c_str(), "wb"));
  if (!file) throw ResourceError(unfinished + ": the file cannot be made: " + std::strerror(errno));
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  // Closing reports what buffering had hidden, such as a full disk.
  const bool closed = std::fclose(file.release()) == 0;
  if (!written || !closed || std::rename(unfinished.c_str(), path.c_str()) != 0) {
    const std::string reason = std::strerror(errno);
    std::remove(unfinished.c_str());
    throw ResourceError(path + ": the file cannot be written: " + reason);
  }
}

}  // namespace headrace
