// PortRates: the network ports of a node, as `ibstat`, `ibstatus` or `ethtool` tell them.
//
//   read_port_rates(source).host.ports.bandwidth->value   // 25e9: "Rate: 200", in bytes a second
//
// Ports that are up and have the highest rate are taken. Which of them reach the storage, no tool says.
#pragma once

#include <memory>
#include <string_view>

#include "scenarios/loader/init/node_evidence.h"

namespace headrace {

bool is_port_rates(std::string_view text);
NodeEvidence read_port_rates(const std::shared_ptr<const SourceText>& source);

}  // namespace headrace
