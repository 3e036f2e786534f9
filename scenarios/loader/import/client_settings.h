// ClientSettings: values in lines of configuration, such as "lctl set_param osc.*.max_rpcs_in_flight=32".
//
//   settings_of(system, "lustre", not_taken)   // {{"max_rpcs_in_flight", 32, …}, {"rpc_size", 1 MiB, …}}
//
// Left out are settings that no field stands for, such as checksums, and files of sysctl.
#pragma once

#include <string_view>
#include <vector>

#include "scenarios/loader/import/described_system.h"

namespace headrace {

struct ClientSetting {
  std::string_view field;  // Of the store's client.
  bool is_bytes = false;
  ToldValue value;
};

// Returns the settings of a kind of store, "lustre", "filer" or "gpfs"; where one is set twice, the last.
std::vector<ClientSetting> settings_of(const DescribedSystem& system, std::string_view store,
                                       std::vector<NotTaken>& not_taken);

}  // namespace headrace
