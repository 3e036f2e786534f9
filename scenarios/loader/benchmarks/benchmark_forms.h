// The forms of output that benchmarks write, by their names.
//
//   const BenchmarkRead read = read_benchmark_file("ior", "ior.txt", {});
//   if (read.problems.has_errors()) fail(read.problems.text());
//
// A text of another form is the problem E0720, which names that form; one of no form is E0721, and one
// without a run for a probe E0723. Letters that no terminal should see are read as '?'.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "scenarios/loader/benchmarks/lustre_statistics.h"
#include "scenarios/loader/benchmarks/measured_output.h"

namespace headrace {

inline constexpr std::size_t kLongestOutput = std::size_t{256} << 20;  // Bytes.

// "fio", "ior", "mdtest".
std::span<const std::string_view> benchmark_forms();

// Expects a name of benchmark_forms().
BenchmarkRead read_benchmark_file(std::string_view form, const std::string& path, const OutputChoice& choice);
BenchmarkRead read_benchmark_text(std::string_view form, std::string_view text, const std::string& file,
                                  const OutputChoice& choice);

// Adds what a dump of `lctl get_param` tells; what is returned has no outputs.
BenchmarkRead read_lustre_file(const std::string& path, const OutputChoice& choice, LustreStatistics& all);
BenchmarkRead read_lustre_text(std::string_view text, const std::string& file, const OutputChoice& choice,
                               LustreStatistics& all);

// Returns the text of an output as it is shown and searched: with plain letters and ends of lines alone.
std::shared_ptr<const SourceText> output_text(std::string_view text, std::string file);

// Returns the form that a text seems to have, of benchmark_forms() or "lctl"; empty where none is known.
std::string_view form_of_output(std::string_view text);

// Adds E0720 or E0721 where a text does not seem to have a form.
void expect_form(std::string_view form, const SourceText& source, const Mark& top, Problems& problems);

}  // namespace headrace
