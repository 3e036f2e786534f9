// StoreFacts: what the spec of a store says of it before it is built, for whoever checks the rest of a
// scenario. A spec gives them in `StoreFacts facts() const`; without it, it has none of all this.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/place.h"

namespace headrace {

class Check;
struct LayoutSpec;

struct StoreFacts {
  std::array<std::int64_t, kParts.size()>
      servers{};                   // Number by part, where faults act; 0: it has no such part.
  std::string_view drives;         // Kind of the drives behind those; empty: there are none.
  std::optional<Bytes> on_nodes;   // Room on a node, of a file system on the nodes' own drives.
  Bytes pages;                     // Memory of a node that keeps its pages; 0: the share says it.
  double pages_share = 0;          // Share of the node's memory that does.
  Bytes request = 1_MiB;           // What one of its requests carries, for an estimate, …
  double events_of_request = 4.3;  // … and the engine's events of it, measured on shipped scenarios.
  std::string_view order;        // Name of what orders its requests otherwise than they come; empty: nothing.
  std::optional<Bytes> free;     // Room on its targets as the run begins, where somebody counts it.
  bool places_by_space = false;  // It looks at that to place files that are created.
  bool locks_ahead = false;      // Whether it has locks that are asked for ahead, and those of groups.
  std::int64_t heads = 0;        // Servers that each serve directories whole; 0: it deals files otherwise.
  std::string above, below;      // File systems that it stands on.
  // Checks the layout of a job's files on it, in the check of that job; null: any will do.
  void (*check_layout)(const LayoutSpec& layout, Check& check) = nullptr;

  std::int64_t count(Part part) const { return servers[static_cast<std::size_t>(part)]; }
  void set(Part part, std::int64_t number) { servers[static_cast<std::size_t>(part)] = number; }
  bool has_servers() const { return servers != std::array<std::int64_t, kParts.size()>{}; }
  Bytes memory_for_pages(Bytes of_node) const {
    if (pages > Bytes()) return pages;
    return Bytes::count(static_cast<std::int64_t>(pages_share * static_cast<double>(of_node.count())));
  }
};

}  // namespace headrace
