#include "analysis/output.h"

#include <cerrno>
#include <cstring>

#include "analysis/errors.h"

namespace headrace {

// Throws after a write that failed, if failures count. That who reads has seen enough, as `head` has, is no
// failure, and nobody is left to be told.
void FileSink::failed() {
  if (errno == EPIPE) {
    closed_ = true;
    return;
  }
  if (on_failure_ == OnFailure::fail)
    throw ResourceError(name_ + " cannot be written: " + std::strerror(errno));
}

void FileSink::write(std::string_view text) {
  if (closed_) return;
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) failed();
}

void FileSink::flush() {
  if (closed_) return;
  if (std::fflush(file_) != 0) failed();
}

}  // namespace headrace
