// Traces the way of a request: from its client through a thread of its server to a drive, for a timeline.
//
//   trace_answer(sim_, request, "read", [&] { return servers_.places_of(request); });
//
// Called when the answer is with the client. Places are asked for only where the request is kept.
#pragma once

#include <string_view>

#include "models/storage/request/storage_request.h"
#include "sim/simulation.h"

namespace headrace {

template <class PlacesOf>
void trace_answer(Simulation& sim, const StorageRequest& request, std::string_view name, PlacesOf places_of) {
  Trace* const trace = sim.trace();
  if (trace == nullptr || !trace->takes_request(request.client, sim.now())) return;
  const FileId id = file_of_object(request.object);
  Trace::Request traced;
  traced.file.set = id.set;
  traced.file.index = id.index;
  traced.file.offset = request.offset_in_object;
  traced.file.length = request.length;
  traced.sent = request.sent;
  traced.arrived = request.arrived;
  traced.begun = request.begun;
  traced.served = request.served;
  traced.answered = sim.now();
  trace->add_request(traced, name, places_of());
}

}  // namespace headrace
