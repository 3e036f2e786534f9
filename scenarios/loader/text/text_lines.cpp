#include "scenarios/loader/text/text_lines.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace headrace {

namespace {

constexpr std::size_t kPiece = 4 << 20;
constexpr std::size_t kLongestLine = 16 << 20;

}  // namespace

class TextLines::Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;
  // Returns how many bytes were read: 0 at the end and where something is wrong.
  virtual std::size_t read(char* to, std::size_t most, std::string& fault) = 0;

  class File;
  class Text;
};

class TextLines::Source::File final : public Source {
 public:
  explicit File(const std::string& path) : file_(gzopen(path.c_str(), "rb")), why_(errno) {
    if (file_ != nullptr) gzbuffer(file_, 1 << 18);
  }
  ~File() override {
    if (file_ != nullptr) gzclose_r(file_);
  }
  std::size_t read(char* to, std::size_t most, std::string& fault) override {
    if (file_ == nullptr) {
      fault = std::strerror(why_);
      return 0;
    }
    const int had = gzread(file_, to, static_cast<unsigned>(most));
    int code = Z_OK;
    const char* const words = gzerror(file_, &code);
    if (code == Z_BUF_ERROR) {
      fault = "the compressed file is cut short";
    } else if (code != Z_OK && code != Z_STREAM_END) {
      fault = code == Z_ERRNO ? std::strerror(errno) : words;
    }
    return had > 0 ? static_cast<std::size_t>(had) : 0;
  }

 private:
  gzFile file_;
  int why_;
};

class TextLines::Source::Text final : public Source {
 public:
  explicit Text(std::string_view text) : rest_(text) {}
  std::size_t read(char* to, std::size_t most, std::string&) override {
    const std::size_t given = std::min(most, rest_.size());
    std::copy_n(rest_.begin(), given, to);
    rest_.remove_prefix(given);
    return given;
  }

 private:
  std::string_view rest_;
};

TextLines::TextLines() = default;
TextLines::TextLines(TextLines&&) noexcept = default;
TextLines& TextLines::operator=(TextLines&&) noexcept = default;
TextLines::~TextLines() = default;

TextLines::TextLines(const std::string& path) : source_(std::make_unique<Source::File>(path)) {}

TextLines TextLines::of_text(std::string_view text) {
  TextLines lines;
  lines.source_ = std::make_unique<Source::Text>(text);
  return lines;
}

// Reads on behind what is not yet given out, which moves to the front.
bool TextLines::fill() {
  if (at_end_) return false;
  if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() < end_ + kPiece + kPadding) buffer_.resize(end_ + kPiece + kPadding);
  const std::size_t had = source_->read(buffer_.data() + end_, kPiece, fault_);
  end_ += had;
  std::memset(buffer_.data() + end_, 0, kPadding);
  at_end_ = had == 0;
  return had > 0;
}

bool TextLines::pass_over() {
  ++too_long_;
  ++number_;
  while (true) {
    const std::size_t found = std::string_view(buffer_).substr(begin_, end_ - begin_).find('\n');
    const std::size_t length = found == std::string_view::npos ? end_ - begin_ : found + 1;
    bytes_ += static_cast<std::int64_t>(length);
    begin_ += length;
    if (found != std::string_view::npos) return true;
    if (!fill()) return false;
  }
}

bool TextLines::next() {
  std::size_t searched = 0;
  while (true) {
    const char* const from = buffer_.data() + begin_;
    const auto* const found =
        static_cast<const char*>(std::memchr(from + searched, '\n', end_ - begin_ - searched));
    if (found != nullptr || (at_end_ && end_ > begin_)) {
      const std::size_t length = found == nullptr ? end_ - begin_ : static_cast<std::size_t>(found - from);
      line_ = std::string_view(from, length);
      begin_ += std::min(length + 1, end_ - begin_);
      bytes_ += static_cast<std::int64_t>(length) + (found == nullptr ? 0 : 1);
      ++number_;
      return true;
    }
    searched = end_ - begin_;
    if (searched > kLongestLine) {
      if (!pass_over()) return false;
      searched = 0;
    } else if (!fill() && end_ == begin_) {
      return false;
    }
  }
}

}  // namespace headrace
