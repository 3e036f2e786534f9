// NodeSizes: cores and memory of a node, as `lscpu`, `free` and /proc/meminfo tell them.
//
//   read_processor_list(source).host.cores->value   // 64: "Core(s) per socket" times "Socket(s)"
//
// Memory of `free` without units is of KiB, or of MiB or bytes where that alone is a node's.
#pragma once

#include <memory>
#include <string_view>

#include "scenarios/loader/init/node_evidence.h"

namespace headrace {

bool is_processor_list(std::string_view text);
NodeEvidence read_processor_list(const std::shared_ptr<const SourceText>& source);

bool is_memory_sizes(std::string_view text);
NodeEvidence read_memory_sizes(const std::shared_ptr<const SourceText>& source);

}  // namespace headrace
