// What the partial shuffle stores and sends, as shares of the data set.
//
// A worker of M holds 1/M of the data, and while it exchanges a share Q of it,
// what it receives as well.
#pragma once

#include <cstdint>

namespace headrace {

constexpr double exchange_storage(double exchange, std::int64_t workers) {
  return (1 + exchange) / static_cast<double>(workers);
}

// Of each worker, in each epoch.
constexpr double exchange_sent(double exchange, std::int64_t workers) {
  return exchange / static_cast<double>(workers);
}

}  // namespace headrace
