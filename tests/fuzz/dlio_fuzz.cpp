// Any text is a usable DLIO workload or a list of problems, never a crash. The
// first byte chooses the version; lines that begin with "#!" are overrides.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/dlio/dlio.h"

namespace headrace {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::vector<std::string> overrides_in(std::string_view text) {
  std::vector<std::string> overrides;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.starts_with("#!")) overrides.emplace_back(line.substr(2));
    text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
  }
  return overrides;
}

void read_one(std::string_view input) {
  const auto version = static_cast<DlioVersion>(input.empty() ? 0 : static_cast<unsigned char>(input[0]) % 3);
  const std::string text(input.substr(input.empty() ? 0 : 1));
  const Mark mark{std::make_shared<const SourceText>(SourceText{"overrides", text}), 1, 1};
  WorkloadSpec workload;
  std::vector<NoEffect> no_effect;
  Problems problems;
  const std::vector<std::string> overrides = overrides_in(text);
  const std::vector<Mark> marks(overrides.size(), mark);
  const bool usable = read_dlio(text, "fuzz.yaml", version, overrides, marks, workload, no_effect, problems);
  require(usable == !problems.has_errors());
  require(usable == problems.text().empty());
  for (const NoEffect& entry : no_effect) require(!entry.reason.empty());
  if (!usable) return;
  require(workload.dataset.record_length >= 1_B && workload.loader.batch_size >= 1);
  require(workload.training.computation_time.mean() >= Duration());
  require(workload.training.computation_time.spread() >= Duration());
}

}  // namespace
}  // namespace headrace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  headrace::read_one({reinterpret_cast<const char*>(data), size});
  return 0;
}
