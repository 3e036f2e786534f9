// Lustre: the servers of one file system and the clients that mount it.
//
//   Lustre scratch(scope, spec, network);
//   FileSystem& storage = scratch.client(node_id, port);
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "models/resource_result.h"
#include "models/storage/lustre/client.h"
#include "models/storage/lustre/mds.h"
#include "models/storage/lustre/oss.h"

namespace headrace {

class Lustre {
 public:
  Lustre(Scope scope, const LustreSpec& spec, Network& network);

  // The client on a node, made when first asked for.
  FileSystem& client(NodeId node, PortId port);

  std::int64_t osts() const { return spec_.ost.count; }
  std::int64_t mdss() const { return spec_.mds.count; }

  // Puts a request on its way to the server of its target.
  void send(Rpc& rpc, PortId from, Bytes size);

  std::vector<ResourceResult> resources(const std::string& name) const;

 private:
  Oss& server_of(std::int32_t target) { return osss_[static_cast<std::size_t>(target) % osss_.size()]; }

  Scope scope_;
  LustreSpec spec_;
  Network& network_;
  std::deque<Mds> mdss_;
  std::deque<Oss> osss_;
  std::map<NodeId, std::unique_ptr<LustreClient>> clients_;
};

}  // namespace headrace
