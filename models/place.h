// Place: the part of the machine that a fault or a background load is about, as a scenario names it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/fields.h"

namespace headrace {

// Parts have the words of their file system: those of a Lustre are OST, OSS and MDS, of others targets and
// servers.
enum class Part : std::uint8_t { ost, oss, mds, target, server, node };
inline constexpr std::array<std::string_view, 6> kParts = {"ost", "oss", "mds", "target", "server", "node"};

struct Place {
  Part part = Part::ost;
  std::string owner;  // The file system, or the group of nodes.
  std::int64_t number = 0;
  std::string store;  // With a node: the file system on its drives, where one is named.
};

struct PlaceSpec {
  static constexpr std::int64_t kMost = 1'000'000;

  std::string file_system, nodes;
  std::array<std::optional<std::int64_t>, kParts.size()> numbers;  // By part, of those that it names.

  void visit(Fields& f) {
    f.text({"file_system", "the file system whose servers, or whose drives in a node, it is about"},
           file_system);
    f.integer({"ost", "of a Lustre: which of its targets"}, number(Part::ost), 0, kMost);
    f.integer({"oss", "of a Lustre: which of its object storage servers"}, number(Part::oss), 0, kMost);
    f.integer({"mds", "of a Lustre: which of its metadata servers"}, number(Part::mds), 0, kMost);
    f.integer({"target", "of another file system: which group of drives, counted over all servers"},
              number(Part::target), 0, kMost);
    f.integer({"server", "of another file system: which of its servers"}, number(Part::server), 0, kMost);
    f.text({"nodes", "the node group that it is about"}, nodes);
    f.integer({"node", "which node of that group"}, number(Part::node), 0, kMost);
  }

  std::optional<std::int64_t>& number(Part part) { return numbers[static_cast<std::size_t>(part)]; }
  bool names(Part part) const { return numbers[static_cast<std::size_t>(part)].has_value(); }

  // The first part that is named.
  Place place() const {
    Place place;
    for (std::size_t i = numbers.size(); i > 0; --i) {
      if (!numbers[i - 1]) continue;
      place.part = static_cast<Part>(i - 1);
      place.number = *numbers[i - 1];
    }
    place.owner = place.part == Part::node ? nodes : file_system;
    if (place.part == Part::node) place.store = file_system;
    return place;
  }
};

}  // namespace headrace
