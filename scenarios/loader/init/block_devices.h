// BlockDevices: the drives of a node, as `lsblk` lists them.
//
//   is_block_devices("NAME SIZE ROTA TYPE MODEL TRAN\nnvme0n1 3.5T 0 disk PM9A3 nvme\n")   // true
//
// Drives of one kind are taken, that with most room; disks are told and not taken, nor are partitions, loops
// and drives of a few gigabytes. Which of the drives hold the data, lsblk does not say.
#pragma once

#include <memory>
#include <string_view>

#include "scenarios/loader/init/node_evidence.h"

namespace headrace {

bool is_block_devices(std::string_view text);
NodeEvidence read_block_devices(const std::shared_ptr<const SourceText>& source);

}  // namespace headrace
