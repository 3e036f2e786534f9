// ClusterSpec: the machine of a scenario: nodes, network, file systems.
#pragma once

#include <optional>
#include <string>

#include "models/hardware/network.h"
#include "models/hardware/node.h"
#include "models/storage/local/local_spec.h"
#include "models/storage/lustre/lustre_spec.h"

namespace headrace {

// One of the kinds is present; which one says what the file system is.
struct FileSystemSpec {
  std::optional<LustreSpec> lustre;
  std::optional<LocalSpec> local;

  void visit(Fields& f) {
    f.group(Field{"lustre", "a Lustre file system"}, lustre);
    f.group(Field{"local", "a file system on each node's own drives"}, local);
  }
};

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
