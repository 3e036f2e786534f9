#include "models/loaders/watch.h"

namespace headrace {

Watch::Watch(Account& waiting, std::int64_t makers) : waiting_(waiting) {
  for (std::int64_t i = 0; i < makers; ++i) makers_.emplace_back(*this, static_cast<std::uint32_t>(i) + 1);
}

void Watch::clear() {
  batch_ = kNone;
  for (Maker& maker : makers_) maker.end();
}

}  // namespace headrace
