// Fidelity: how finely a run follows bulk data.
//
// request: every request by itself, one after another through ports and drives.
// flow: data moves as fluids do, many transfers at once over shared links; what
// is at least two requests long is one flow, not many requests. auto: likewise from a threshold on, or by
// requests in a run that flows would make dearer (scenarios/loader/read/estimate.h).
// Metadata and headers are messages in every case: what they take of a port is negligible.
// Fidelity belongs to the run, not to the machine.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/fields.h"

namespace headrace {

enum class Fidelity : std::uint8_t { request, flow, automatic };
inline constexpr std::string_view kFidelities[] = {"request", "flow", "auto"};

struct FidelitySpec {
  Fidelity fidelity = Fidelity::request;
  Bytes flow_threshold = 4_MiB;
  double flow_tolerance = 0.005;

  bool flows() const { return fidelity != Fidelity::request; }

  void visit(Fields& f);
};

inline void FidelitySpec::visit(Fields& f) {
  f.choice({"fidelity",
            "how finely bulk data is followed: each request, or flows that share links; auto: flows for "
            "what is large"},
           fidelity, kFidelities);
  f.bytes({"flow_threshold", "with fidelity auto, a range of at least so many bytes is one flow",
           "[derived] one bulk request of Lustre"},
          flow_threshold, 64_KiB, 1024_GiB);
  f.number(
      {"flow_tolerance",
       "with flows, the share of its capacity by which a link that is full may carry more or less, so that "
       "a change reaches few others; 0: exact, and slower where many flows share each link",
       "[assumed] far below what a flow leaves out; docs/fair_share.md says what it changes"},
      flow_tolerance, 0, 0.1);
}

}  // namespace headrace
