// NodeEvidence: what the tools of a node tell of it: cores, memory, ports, drives and accelerators.
//
//   NodeEvidence node;
//   add_evidence(node, read_memory_sizes(source), "the first file is believed", contradictions);
//   node.host.memory->value   // in bytes
//
// A value that no tool tells is absent. Where two tell of one, the first is believed, and the other told.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/import/described_system.h"

namespace headrace {

struct NodeEvidence {
  DescribedHosts host;  // A node; how many there are, no tool of it tells.
  Phrase accelerator;   // Name of its accelerators: "NVIDIA H100 80GB HBM3".
  std::string fabric;   // Words of its network: "InfiniBand".
  std::vector<NotTaken> not_taken;
};

// Contradiction: two places that tell other values of one thing.
struct Contradiction {
  std::string what;      // "cores of a node"
  std::string believed;  // "64 (lscpu.txt:5)"
  std::string other;     // "48 (nodes[0].CPU)"
  std::string why;
};

// Adds what is told to what is known already; `why` says why that is believed where they differ.
void add_evidence(NodeEvidence& known, NodeEvidence told, std::string_view why,
                  std::vector<Contradiction>& contradictions);

// Returns a place for a comment: "lscpu.txt:5".
std::string place_in(const SourceText& source, int line);

// Returns the origin of what was read in a line.
Origin read_in(const SourceText& source, int line, const std::string& words);

}  // namespace headrace
