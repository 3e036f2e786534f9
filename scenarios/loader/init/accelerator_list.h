// AcceleratorList: the accelerators of a node, as `nvidia-smi` lists them: -L, the table, or the CSV of
// --query-gpu=name,memory.total.
//
//   read_accelerator_list(source).host.accelerators->value   // 8
//
// Accelerators of several kinds are all counted, and the first names them. Parts of one (MIG) are not
// counted.
#pragma once

#include <memory>
#include <string_view>

#include "scenarios/loader/init/node_evidence.h"

namespace headrace {

bool is_accelerator_list(std::string_view text);
NodeEvidence read_accelerator_list(const std::shared_ptr<const SourceText>& source);

// AcceleratorName: the name that a scenario takes for an accelerator.
struct AcceleratorName {
  std::string name;       // "H100"; empty: there is none.
  bool is_known = false;  // Else the nearest one, or the words as they stand.
};

// Finds the known name in words such as "NVIDIA H100 80GB HBM3" or "unet3d_h100.yaml", else the nearest.
AcceleratorName accelerator_name_in(std::string_view words);

}  // namespace headrace
