// Output: where text goes, so that verbs run in a test as they do in a shell.
//
// stdout is for answers, stderr for progress and problems. An answer that
// cannot be written is a failure of the run (ResourceError, exit 74); a message
// that cannot be written has nobody left to be told.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace headrace {

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void write(std::string_view text) = 0;
  // Bytes for a program that reads them, such as CSV: where no terminal shows them, nothing is escaped.
  virtual void write_exact(std::string_view bytes) { write(bytes); }
  virtual void flush() {}
};

class FileSink final : public Sink {
 public:
  enum class OnFailure { fail, ignore };

  FileSink(std::FILE* file, std::string name, OnFailure on_failure)
      : file_(file), name_(std::move(name)), on_failure_(on_failure) {}

  void write(std::string_view text) override;
  void flush() override;

 private:
  void failed();

  std::FILE* file_;
  std::string name_;
  OnFailure on_failure_;
  bool closed_ = false;  // By who reads.
};

class StringSink final : public Sink {
 public:
  void write(std::string_view text) override { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

struct Streams {
  Sink& out;
  Sink& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool colour_allowed = true;  // False when NO_COLOR is set.

  bool out_colour() const { return out_is_terminal && colour_allowed; }
  bool err_colour() const { return err_is_terminal && colour_allowed; }
};

}  // namespace headrace
