#include "scenarios/loader/init/node_forms.h"

#include "scenarios/loader/init/accelerator_list.h"
#include "scenarios/loader/init/block_devices.h"
#include "scenarios/loader/init/node_sizes.h"
#include "scenarios/loader/init/port_rates.h"

namespace headrace {

std::span<const NodeForm> node_forms() {
  static constexpr NodeForm kForms[] = {
      {"lsblk", "drives: `lsblk -o NAME,SIZE,ROTA,TYPE,MODEL,TRAN`, with -J or without", is_block_devices,
       read_block_devices},
      {"nvidia-smi", "accelerators: `nvidia-smi -L`, its table, or its CSV of names", is_accelerator_list,
       read_accelerator_list},
      {"lscpu", "cores: `lscpu`", is_processor_list, read_processor_list},
      {"free", "memory: `free`, or /proc/meminfo", is_memory_sizes, read_memory_sizes},
      {"ibstat", "ports: `ibstat`, `ibstatus` or `ethtool PORT`", is_port_rates, read_port_rates},
  };
  return kForms;
}

}  // namespace headrace
