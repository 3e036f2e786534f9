// ImportedStores: the file system of an imported platform, by its kind.
#pragma once

#include "scenarios/loader/import/platform_lines.h"
#include "scenarios/loader/import/store_words.h"

namespace headrace {

// Writes the ports of a node's group, or their priors; `efficiency` with it.
void write_ports(PlatformLines& lines, const DescribedPorts& ports, std::string_view prior_group,
                 const std::string& whose);

// Writes the file system under the name that store_name_of() returns.
void write_store(PlatformLines& lines, const DescribedSystem& system, const StoreChoice& choice,
                 std::vector<NotTaken>& not_taken);

std::string_view store_name_of(ImportedStore kind);

}  // namespace headrace
