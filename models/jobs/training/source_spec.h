// SourceSpec: a source that produces the samples of a job as it runs, such as an instrument or a log of
// events.
//
// All ranks have one source, and take batches from its buffer as they are free. Samples come whole: their way
// to the nodes takes no time here, and the data set says their number, size and work on cores.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/arrivals/policy.h"
#include "models/fields.h"

namespace headrace {

enum class SourceOverflow : std::uint8_t { drop, wait };
inline constexpr std::string_view kSourceOverflows[] = {"drop", "wait"};

struct SourceSpec {
  Chosen<ArrivalProcess> arrivals = Chosen<ArrivalProcess>("poisson");
  std::int64_t buffer = 10'000;
  SourceOverflow overflow = SourceOverflow::drop;

  void visit(Fields& f) {
    arrivals.visit(f, Field{"arrivals", "how samples arrive: its requests are samples"});
    f.integer({"buffer", "samples that wait for the ranks at most", "prior [assumed]"}, buffer, 1,
              1'000'000'000'000);
    f.choice(
        {"overflow", "what becomes of a sample that finds the buffer full: it is lost, or the source waits"},
        overflow, kSourceOverflows);
  }
};

}  // namespace headrace
