// Any text as a constraint of a sweep: it holds for a point, or does not, or is refused with a place in the
// text.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/loader/sweep/constraint.h"
#include "sim/check.h"

namespace headrace {
namespace {

std::vector<SweepAxis> axes() {
  std::vector<SweepAxis> all(3);
  all[0].path = "jobs.a.loader.threads";
  all[0].values = {"4", "0"};
  all[1].path = "jobs.a.cache.capacity";
  all[1].values = {"64 GiB", "1 B"};
  all[2].path = "jobs.a.cache.policy";
  all[2].values = {"lru", "none"};
  for (SweepAxis& axis : all) set_numbers(axis);
  return all;
}

}  // namespace
}  // namespace headrace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  static const std::vector<SweepAxis> kAxes = axes();
  const std::string text(reinterpret_cast<const char*>(data), size);
  Problems problems;
  const Mark mark{std::make_shared<const SourceText>(SourceText{"fuzz.yaml", text}), 1, 1,
                  static_cast<int>(text.size())};
  const auto constraint = Constraint::parse(text, mark, kAxes, problems);
  HEADRACE_CHECK(constraint.has_value() == !problems.has_errors());
  HEADRACE_CHECK(problems.text().empty() == constraint.has_value());
  if (!constraint) return 0;
  for (std::size_t value = 0; value < 2; ++value) {
    std::vector<std::string> values;
    for (const SweepAxis& axis : kAxes) values.push_back(axis.values[value]);
    HEADRACE_CHECK(constraint->holds(values) == constraint->holds(values));
  }
  return 0;
}
