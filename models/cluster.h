// Cluster: a ClusterSpec brought to life: network, nodes, file systems.
//
// Built providers first, so that it is destroyed users first. It knows every
// component there is; no component names it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/cluster_spec.h"
#include "models/faults/disturbances.h"
#include "models/jobs/job.h"
#include "models/resource_result.h"
#include "models/storage/file_sets.h"
#include "models/storage/stores.h"

namespace headrace {

class Cluster final : private FaultSite {
 public:
  // How finely it is looked at and what disturbs it are no part of the machine.
  Cluster(Scope scope, const ClusterSpec& spec, const FidelitySpec& fidelity = FidelitySpec(),
          const DisturbanceSpec& disturbances = DisturbanceSpec());

  // Returns a seat for each rank, node by node.
  std::vector<Seat> seats(const JobSpec& job);

  // Returns the table of whose files are on its file systems; jobs add theirs.
  FileSets& file_sets() { return sets_; }

  // Says what Store::imbalance() does, of all stores.
  std::string imbalance() const;

  // How busy what the jobs use was; nodes without a job do not count.
  std::vector<ResourceResult> resources();

  // Returns the owners of the resources that a job uses: its nodes and file systems, with those that these
  // stand on.
  std::vector<std::string> used_by(const JobSpec& job) const;
  // Returns which of a job's files are on which file systems; nothing where it names no places.
  std::optional<PlacesResult> places_of(const JobSpec& job) const;

 private:
  Speed& speed(const Place& place, Aspect aspect) override;
  void goes_down(const Place& place, const Outage& outage) override;
  void comes_up(const Place& place) override;
  void set_places();
  std::vector<ResourceResult> disturbed_parts() const;
  Node& node(const std::string& group, std::int64_t number);
  std::vector<std::string> with_those_below(std::vector<std::string> stores) const;
  Seat seat(const JobSpec& job, const std::vector<std::string>& stores, Node& node, Bytes memory);
  FaultSite& servers_of(const Place& place) { return *file_systems_->find(place.owner).fault_site(); }

  struct Group {
    NodeId first = 0;
    std::map<std::int64_t, Node> made;  // Nodes that were asked for, by number.
  };

  Scope scope_;
  ClusterSpec spec_;
  Network network_;
  std::map<std::string, Group> nodes_;
  FileSets sets_;
  std::optional<Stores> file_systems_;
  std::map<std::string, std::vector<Node*>> seated_;  // Nodes that a job runs on, by group and number.
  std::optional<Disturbances> disturbances_;
};

}  // namespace headrace
