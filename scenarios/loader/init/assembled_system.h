// AssembledSystem: the machine that evidence tells of, as one system description, and what does not fit in.
//
//   const AssembledSystem made = assemble_system(evidence, choice);
//   if (made.system) import_description(...);   // else only a shipped platform has a storage
//
// Tools of a node are believed before a description, and a dump of lctl before its words.
// Figures that benchmarks measured are taken for the drives of a node, and for no storage behind a network:
// what bound them there, they do not say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/loader/benchmarks/lustre_values.h"
#include "scenarios/loader/import/platform_lines.h"
#include "scenarios/loader/init/evidence.h"

namespace headrace {

struct MachineChoice {
  std::string store;        // Kind of store that a user names, or empty.
  std::int64_t nodes = 0;   // Nodes that a user names; 0: none.
  bool is_shipped = false;  // The storage is that of a shipped platform.
};

struct AssembledSystem {
  std::optional<DescribedSystem> system;  // Absent: nothing tells of a storage.
  std::string asked;                      // Kind of its store, where words do not tell; may be empty.
  DescribedHosts node;                    // A node that runs the job; its count may be absent.
  Phrase accelerator;
  std::vector<ToldText> targets, metadata, client, layout;  // What lctl says, as fields take it.
  std::vector<ImportGap> gaps;
  std::vector<Contradiction> contradictions;
  std::vector<NotTaken> not_taken;
};

AssembledSystem assemble_system(const Evidence& evidence, const MachineChoice& choice);

}  // namespace headrace
