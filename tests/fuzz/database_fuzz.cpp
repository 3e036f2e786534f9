// A result database with any bytes of it changed: it is read, or refused with a sentence, never a crash or an
// endless search. Five bytes of the input are one change: where, as a number from the low byte on, and what
// stands there then.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>

#include "analysis/results/reader.h"
#include "analysis/results/run_reader.h"
#include "sim/check.h"
#include "tests/analysis/results/result_store.h"
#include "tests/analysis/results/sample_provenance.h"
#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

std::string folder() {
  std::string path = "/tmp/headrace_fuzz_XXXXXX";
  HEADRACE_CHECK(mkdtemp(path.data()) != nullptr);
  return path;
}

std::string whole_database(const std::string& path) {
  {
    ResultStore store(path);
    store.add(training_run(), sample_provenance());
    store.add(checkpoint_run(), sample_provenance());
  }
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void use(const std::string& path) {
  try {
    ResultReader reader(path);
    for (const StoredRun& run : reader.runs()) {
      reader.metrics(run.id);
      read_run(reader.database(), run.id);
      reader.resolved_text(run.scenario_hash);
    }
  } catch (const std::exception& error) {
    HEADRACE_CHECK(error.what()[0] != '\0');
  }
  try {
    ResultStore store(path);
    store.add(checkpoint_run(), sample_provenance());
  } catch (const std::exception& error) {
    HEADRACE_CHECK(error.what()[0] != '\0');
  }
}

}  // namespace
}  // namespace headrace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  static const std::string kPath = folder() + "/results.db";
  static const std::string kWhole = whole_database(kPath);
  std::string damaged = kWhole;
  for (std::size_t at = 0; at + 5 <= size; at += 5) {
    std::size_t place = 0;
    for (std::size_t byte = 4; byte > 0; --byte) place = place << 8 | data[at + byte - 1];
    damaged[place % damaged.size()] = static_cast<char>(data[at + 4]);
  }
  {
    std::ofstream file(kPath, std::ios::binary | std::ios::trunc);
    file << damaged;
  }
  use(kPath);
  unlink((kPath + "-journal").c_str());
  unlink((kPath + "-wal").c_str());
  unlink((kPath + "-shm").c_str());
  return 0;
}
