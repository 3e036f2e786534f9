// ServerBudget: where the time of one server of an inference job went.
//
// It is always in one state, from begin() to end(), so its causes add up to
// the time between the two whatever happens, also in a run that is stopped.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "sim/units.h"

namespace headrace {

enum class ServerState : std::uint8_t { storage_wait, idle, network_wait, compute };
inline constexpr std::string_view kServerStates[] = {"storage_wait", "idle", "network_wait", "compute"};

class ServerBudget {
 public:
  void begin(Time now, ServerState state) {
    since_ = now;
    state_ = state;
    running_ = true;
  }
  void enter(Time now, ServerState state) {
    spent_[static_cast<std::size_t>(state_)] += now - since_;
    since_ = now;
    state_ = state;
  }
  void end(Time now) {
    enter(now, state_);
    running_ = false;
  }

  Duration spent(ServerState state, Time now) const {
    const Duration open = running_ && state == state_ ? now - since_ : Duration();
    return spent_[static_cast<std::size_t>(state)] + open;
  }

 private:
  std::array<Duration, std::size(kServerStates)> spent_{};
  Time since_;
  ServerState state_ = ServerState::idle;
  bool running_ = false;
};

}  // namespace headrace
