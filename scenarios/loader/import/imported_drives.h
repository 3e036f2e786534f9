// ImportedDrives: the drives behind each server or target of an imported store.
#pragma once

#include "scenarios/loader/import/platform_lines.h"

namespace headrace {

// DriveShare: how many drives are behind one device of a store.
struct DriveShare {
  double drives = 1;
  std::string words;         // "24 drives of the system, by 8".
  bool is_described = true;  // Else the count of drives is a prior.
};

// Shares the drives of all servers, or those that a server is thought to have, over so many devices in all;
// `hosts` may be null.
DriveShare drive_share(const DescribedHosts* hosts, double servers, double devices);

// Writes the group `device` of so many drives: rates of their data sheet, or those of their class.
void write_device(PlatformLines& lines, const DescribedHosts* hosts, const DriveShare& share);

// Writes the group `device` of a service that is paid for by its rate.
void write_provisioned_device(PlatformLines& lines, const ToldValue& provisioned, double devices);

// Says whether the drives are disks, which are not imported.
bool are_disks(const DescribedDrives& drives);

}  // namespace headrace
