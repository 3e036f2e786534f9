// Values of a DLIO file: bare numbers in seconds and bytes, YAML 1.1 booleans,
// words, and times that may be distributions.
//
// Each reader returns nothing after it has added a problem.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/jobs/training/workload_spec.h"
#include "scenarios/loader/text/document.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {

// Inclusive. Of a field of the workload they are what its visit() says.
struct DlioBounds {
  double low = 0;
  double high = 1e15;
  bool no_zero = false;  // -1 is a value and 0 is none.
};

DlioBounds bounds_of(WorkloadSpec& workload, const void* field);

class DlioValues {
 public:
  explicit DlioValues(Problems& problems) : problems_(problems) {}

  std::optional<std::int64_t> integer(const Tree& value, const std::string& path, const DlioBounds& bounds);
  std::optional<double> number(const Tree& value, const std::string& path, const DlioBounds& bounds,
                               std::string_view wanted = "a number");
  std::optional<bool> flag(const Tree& value, const std::string& path);
  std::optional<std::string> text(const Tree& value, const std::string& path);
  std::optional<std::vector<std::int64_t>> integers(const Tree& value, const std::string& path);
  std::optional<std::size_t> word(const Tree& value, const std::string& path,
                                  std::span<const std::string_view> words);
  // A number of seconds, or {type: normal, mean: 0.3, stdev: 0.01}. Laws without spread come back constant.
  std::optional<Distribution> law(const Tree& value, const std::string& path);

 private:
  bool is_number(const Tree& value, const std::string& path, std::string_view wanted);
  Problem& wrong_kind(const Tree& value, const std::string& path, std::string_view wanted);
  Problem& out_of_range(const Tree& value, const std::string& path, std::string_view wanted,
                        const DlioBounds& bounds);
  std::optional<Distribution> law_of_parts(const Tree& map, const std::string& path);

  Problems& problems_;
};

// Letters of a value fit for a message: cut where it is long.
std::string shown(const Tree& value);

}  // namespace headrace
