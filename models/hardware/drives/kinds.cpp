// The table of drives: one line each.

#include "models/hardware/drives/drives.h"

namespace headrace {

std::unique_ptr<Recipe<Drives>> flash_drives();
std::unique_ptr<Recipe<Drives>> disk();
std::unique_ptr<Recipe<Drives>> disk_array();

PolicyTable<Drives> Drives::table() {
  static constexpr Registration<Drives> kTable[] = {
      {"flash", "solid-state drives seen as one: many accesses at once, no seeks", flash_drives},
      {"disk", "one hard disk: a head that seeks, and waits for the turn of the platter", disk},
      {"disk_array", "hard disks in parity groups, RAID6 or declustered", disk_array},
  };
  return kTable;
}

}  // namespace headrace
