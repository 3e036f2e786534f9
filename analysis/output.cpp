#include "analysis/output.h"

#include <cerrno>
#include <cstring>

#include "analysis/errors.h"

namespace headrace {

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

}  // namespace headrace
