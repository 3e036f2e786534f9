// Any texts as what a user has of a machine and a job: a scenario that can be read or a list of problems,
// never a crash. A line of "====" parts the texts.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/init/first_scenario.h"
#include "scenarios/loader/text/errors.h"
#include "sim/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  constexpr std::string_view kBetween = "\n====\n";
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  // In memory, where there is such a place: nothing waits for a disk.
  const std::string folder = std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp";
  std::vector<std::string> files;
  while (!rest.empty() && files.size() < 8) {
    const std::size_t end = std::min(rest.find(kBetween), rest.size());
    files.push_back(folder + "/headrace_init_" + std::to_string(getpid()) + "_" +
                    std::to_string(files.size()));
    std::ofstream(files.back(), std::ios::binary) << rest.substr(0, end);
    rest.remove_prefix(std::min(end + kBetween.size(), rest.size()));
  }
  try {
    const Evidence evidence = read_evidence(files);
    if (!evidence.problems.has_errors()) {
      const FirstScenario made = first_scenario(evidence, {folder + "/scenario.yaml", "", "", 0});
      HEADRACE_CHECK(made.problems.has_errors() || (!made.text.empty() && !made.values.empty()));
    }
  } catch (const InputError&) {
    // A text that begins as a recording does, and is none.
  }
  for (const std::string& file : files) std::filesystem::remove(file);
  return 0;
}
