#include "sim/causes.h"

#include <limits>

namespace headrace {

PartId Causes::part(std::string_view place, std::string_view what) {
  const auto [entry, is_new] =
      numbers_.try_emplace({std::string(place), std::string(what)}, static_cast<PartId>(parts_.size()));
  if (is_new) parts_.push_back({entry->first.first, entry->first.second});
  return entry->second;
}

CauseId Causes::add(Time at, CauseId cause, PartId part) {
  while (causes_[number(cause)].at > at) cause = causes_[number(cause)].cause;
  if (causes_[number(cause)].at == at) return cause;
  HEADRACE_CHECK(causes_.size() < std::numeric_limits<std::uint32_t>::max());
  causes_.push_back({at, cause, part});
  return static_cast<CauseId>(causes_.size() - 1);
}

CauseId Causes::blame(EventId event, PartId part, CauseId after) {
  const CauseId pending = pending_[event.slot()];
  Cause& cause = causes_[number(pending)];
  if (cause.at == at(present_)) return pending;  // At once: it has no time of its own.
  while (at(after) > cause.at) after = causes_[number(after)].cause;
  cause.cause = after;
  cause.part = part;
  return pending;
}

void Causes::made(EventId event, Time at) {
  if (event.slot() >= pending_.size()) pending_.resize(event.slot() + 1);
  pending_[event.slot()] = add(at, present_, PartId());
}

}  // namespace headrace
