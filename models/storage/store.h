// Store: a file system of the machine: its servers or drives, and a FileSystem
// for each node that uses it.
//
// A kind of store is a folder here and one line in kinds.cpp, made from its own
// Spec; no other model names it.
#pragma once

#include <string>
#include <vector>

#include "models/fault_site.h"
#include "models/hardware/network.h"
#include "models/registry.h"
#include "models/resource_result.h"
#include "models/storage/file_sets.h"
#include "models/storage/file_system.h"
#include "models/store_facts.h"
#include "sim/scope.h"

namespace headrace {

class Node;

// A node that mounts it.
struct Host {
  NodeId node = 0;
  PortId port = 0;
  Bytes memory;             // Of the node; what a client caches is a share of it.
  PartId copies{};          // Part whose time it is when threads copy for its client.
  Node* machine = nullptr;  // The node itself; null for a server that is a client of another store.

  // Returns the host for a client whose copies are a part of their own.
  Host copied_for(PartId part) const {
    Host host = *this;
    host.copies = part;
    return host;
  }
};

class Store;

// The stores of a machine, for one that stands on others.
class StoreFinder {
 public:
  virtual Store& find(const std::string& name) = 0;

 protected:
  ~StoreFinder() = default;
};

class Store {
 public:
  struct Context {
    Scope scope;
    Network& network;
    const FileSets& sets;  // Whose files are read and written; the same for all stores of a run.
    StoreFinder* others = nullptr;
  };
  using Facts = StoreFacts;
  static PolicyTable<Store> table();

  virtual ~Store() = default;

  // The file system as a node sees it, made when first asked for.
  virtual FileSystem& client(const Host& host) = 0;

  // Says whether a node finds there what it wrote itself, and nothing else.
  virtual bool is_node_local() const { return false; }

  // Returns its servers, where faults act on it; null when it has none.
  virtual FaultSite* fault_site() { return nullptr; }

  // The names of the stores that it stands on.
  virtual std::vector<std::string> stands_on() const { return {}; }

  virtual std::vector<ResourceResult> resources(const std::string& name) const = 0;

  // Says what was lost or doubled on the way through its queues and tiers; empty when every byte is accounted
  // for. Asked at the end of a run.
  virtual std::string imbalance() const = 0;
};

}  // namespace headrace
