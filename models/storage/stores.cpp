#include "models/storage/stores.h"

#include <algorithm>
#include <utility>

#include "sim/check.h"

namespace headrace {

std::string kinds_of_stores(bool (*holds)(const StoreFacts&)) {
  std::string kinds;
  for (const auto& kind : Store::table())
    if (holds(kind.recipe()->facts())) kinds += (kinds.empty() ? "" : ", ") + std::string(kind.name);
  return kinds;
}

Stores::Stores(Scope scope, const Named<GivenGroup<Store>>& specs, Network& network, const FileSets& sets)
    : scope_(std::move(scope)), specs_(specs), network_(network), sets_(sets) {}

Stores::~Stores() {
  while (!made_.empty()) made_.pop_back();
}

Store& Stores::find(const std::string& name) {
  if (const auto made = by_name_.find(name); made != by_name_.end()) return *made->second;
  const auto spec =
      std::find_if(specs_.begin(), specs_.end(), [&](const auto& item) { return item.first == name; });
  HEADRACE_CHECK(spec != specs_.end());
  std::unique_ptr<Store> store = spec->second.make(Store::Context{scope_.part(name), network_, sets_, this});
  made_.push_back(std::move(store));
  return *(by_name_[name] = made_.back().get());
}

}  // namespace headrace
