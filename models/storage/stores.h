// Stores: the file systems of a machine by name, each made when first found, after those that it stands on.
// Stores that nobody uses are not made.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/storage/store.h"

namespace headrace {

// Returns the kinds of stores of which something holds, before a scenario says more of them: "lustre".
std::string kinds_of_stores(bool (*holds)(const StoreFacts&));

class Stores final : public StoreFinder {
 public:
  // No store stands on itself, nor on one that stands on it: that was checked.
  Stores(Scope scope, const Named<GivenGroup<Store>>& specs, Network& network, const FileSets& sets);
  Stores(const Stores&) = delete;
  Stores& operator=(const Stores&) = delete;
  ~Stores();

  // Finds a store that there is.
  Store& find(const std::string& name) override;
  // Returns those that were found so far.
  const std::map<std::string, Store*>& all() const { return by_name_; }

 private:
  Scope scope_;
  const Named<GivenGroup<Store>>& specs_;
  Network& network_;
  const FileSets& sets_;
  std::map<std::string, Store*> by_name_;
  std::vector<std::unique_ptr<Store>> made_;  // In that order; they go in the opposite one.
};

}  // namespace headrace
