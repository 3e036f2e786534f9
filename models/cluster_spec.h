// ClusterSpec: the machine of a scenario: nodes, network, file systems.
#pragma once

#include <string>

#include "models/hardware/network.h"
#include "models/hardware/node.h"
#include "models/storage/store.h"

namespace headrace {

// The group that is given says which kind of store it is, and holds its spec.
using FileSystemSpec = GivenGroup<Store>;

struct ClusterSpec {
  std::string name;
  Named<NodeSpec> nodes;
  NetworkSpec network;
  Named<FileSystemSpec> file_systems;

  void visit(Fields& f) {
    f.text({"name", "what the machine is called"}, name);
    f.map(required("nodes", "groups of equal compute nodes, by name"), nodes);
    f.group(Field{"network", "what joins nodes and servers"}, network);
    f.map(required("file_systems", "file systems, by name"), file_systems);
  }
};

}  // namespace headrace
