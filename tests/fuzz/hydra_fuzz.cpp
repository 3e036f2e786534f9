// Any text as the value of a Hydra override: a tree or a sentence that says why it is none.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "scenarios/loader/dlio/hydra_value.h"
#include "sim/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Mark mark{std::make_shared<const SourceText>(SourceText{"overrides", text}), 1, 1};
  std::string why;
  const std::optional<Tree> value = parse_hydra_value(text, mark, why);
  HEADRACE_CHECK(value.has_value() == why.empty());
  return 0;
}
