// SystemNodes: a node of a v1.0 system description.
#pragma once

#include "scenarios/loader/import/description_part.h"

namespace headrace {

// Returns all that a node says of itself, but for how many there are.
DescribedHosts read_node(const DescriptionPart& node);

// Says whether a node holds metadata alone, by its name and its drives.
bool is_metadata_node(const DescriptionPart& node);

// Says whether a node has drives that hold data.
bool holds_data(const DescriptionPart& node);

}  // namespace headrace
