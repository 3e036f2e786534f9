#include "sim/check.h"

#include <cstdio>
#include <cstdlib>

#include "sim/units.h"

namespace headrace {

namespace {
thread_local const Time* simulated_clock = nullptr;
constexpr int kExitProgramWrong = 70;
}  // namespace

const Time* set_check_clock(const Time* now) {
  const Time* const before = simulated_clock;
  simulated_clock = now;
  return before;
}

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
  if (simulated_clock != nullptr)
    std::fprintf(stderr, "  at simulated time %lld ns\n", static_cast<long long>(simulated_clock->ns()));
  std::fflush(stderr);
  std::_Exit(kExitProgramWrong);
}

}  // namespace headrace
