// OutputNotes: what a reader of a benchmark's output finds, with its places.
//
//   if (!bandwidth) notes.drop(line, "the row has no bandwidth");
//   notes.doubt(output, "W0092", "fio tells error 5", "what was measured is of a run that failed");
//   notes.add(std::move(output));
//
// Every reader stops where is_stopped() says so: the user asked for that at the first bad record.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "scenarios/loader/benchmarks/measured_output.h"

namespace headrace {

class OutputNotes {
 public:
  OutputNotes(std::shared_ptr<const SourceText> source, const OutputChoice& choice)
      : source_(std::move(source)), choice_(choice) {}

  std::string_view text() const { return source_->text; }
  const std::shared_ptr<const SourceText>& source() const { return source_; }
  // Returns the place of a line: of its first word.
  Mark line(int number) const;

  // Notes a record that cannot be read, and one that no probe makes again.
  void drop(const Mark& mark, std::string why);
  void leave(const Mark& mark, std::string why);
  bool is_stopped() const { return read_.problems.has_errors(); }

  // Warns of an output whose figures may not be those of the storage.
  void doubt(MeasuredOutput& output, const char* code, std::string sentence, std::string help);
  // Takes an output with at least one figure, and doubts it where it is short or faster than the ports.
  // Drops one that no scenario can have.
  void add(MeasuredOutput output);

  BenchmarkRead take() { return std::move(read_); }

 private:
  void check_time(MeasuredOutput& output);
  void check_ports(MeasuredOutput& output);

  std::shared_ptr<const SourceText> source_;
  OutputChoice choice_;
  BenchmarkRead read_;
};

// Returns the bytes a second of an output by its rate; 0 where it moved none.
double bytes_per_second_of(const MeasuredOutput& output);

}  // namespace headrace
