// IorRun: one test of IOR, as its text or its JSON tells it.
//
//   run.option("xfersize", "262144 bytes"); run.rate("write", 101.04, 202.69, mark, words);
//   run.tell(notes);   // Measured outputs: one of each operation.
//
// Left out are operations other than write and read, and tasks that do not lie evenly on nodes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/benchmarks/output_notes.h"

namespace headrace {

// IorRate: what IOR tells of an operation.
struct IorRate {
  std::string operation;  // "write"
  double mebibytes = 0;   // A second: mean over repetitions, or one of them.
  double seconds = 0;
  std::int64_t count = 1;   // Repetitions.
  bool is_summary = false;  // A mean of all repetitions; else one of them.
  Mark mark;
  std::string words;
};

class IorRun {
 public:
  IorRun(std::string program, const Mark& mark) : program_(std::move(program)), mark_(mark) {}

  // Takes an option by its name in IOR's own list: "tasks", "clients per node", "xfersize"; the last holds.
  void option(std::string_view name, std::string_view value) { options_[std::string(name)] = value; }
  void command(std::string_view line);
  void error(std::string_view line);
  void rate(IorRate rate) { rates_.push_back(std::move(rate)); }
  bool has_rates() const { return !rates_.empty(); }
  const Mark& mark() const { return mark_; }

  void tell(OutputNotes& notes) const;

 private:
  std::string option_of(std::string_view name) const;
  std::optional<std::int64_t> count_of(std::string_view name) const;
  std::optional<Bytes> bytes_of(std::string_view name) const;
  bool has_word(std::string_view word) const;
  bool read_shape(MeasuredOutput& output, std::string& lacks) const;
  bool read_tasks(MeasuredOutput& output, std::string& lacks) const;
  void tell(const IorRate& rate, OutputNotes& notes) const;
  void doubt_cache(MeasuredOutput& output, const IorRate& rate, OutputNotes& notes) const;
  std::vector<IorRate> joined_rates() const;

  std::string program_;
  Mark mark_;
  std::map<std::string, std::string, std::less<>> options_;
  std::vector<std::string> words_;  // Words of the command line.
  std::vector<IorRate> rates_;
  std::string error_;  // The first line that tells an error.
};

// Returns IOR's size, "1 MiB" or "262144 bytes".
std::optional<Bytes> ior_bytes(std::string_view text);

}  // namespace headrace
