// Balancer: which server of an inference job a request goes to.
//
// A balancer is one source in this folder and one line in policies.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "models/registry.h"
#include "sim/random.h"

namespace headrace {

class Balancer {
 public:
  static constexpr std::string_view kMeaning = "which server a request goes to";
  struct Context {
    std::size_t servers = 1;
    RandomStream random;
  };
  static PolicyTable<Balancer> table();

  virtual ~Balancer() = default;
  // `load`: requests waiting for and in service at each server.
  virtual std::size_t choose(std::span<const std::int64_t> load) = 0;
};

}  // namespace headrace
