// BuildWatch: lets whoever builds a model end the building.
//
//   sim.watch_building({&may_go_on, &limits});
//   … build components, spawn processes …   // throws BuildStopped once may_go_on(&limits) is false
//   sim.watch_building({});
//
// Asked every few hundred parts and processes. What clock or memory it looks at is its own matter.
#pragma once

#include <exception>

namespace headrace {

struct BuildWatch {
  bool (*go_on)(void* context) = nullptr;
  void* context = nullptr;
};

class BuildStopped final : public std::exception {
 public:
  const char* what() const noexcept override { return "the building of a model was stopped"; }
};

}  // namespace headrace
