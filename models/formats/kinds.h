// The kinds of containers: which one reads the files of a format, and how large its files are.
//
// A new one is a source in this folder and a line in each function of kinds.cpp.
#pragma once

#include <cstdint>
#include <memory>

#include "models/formats/container.h"

namespace headrace {

// Returns null where a sample is read as one piece, at its place in the file.
std::unique_ptr<Container> make_container(Format format, const ContainerSpecs& specs,
                                          const ContainerWork& work);
// Returns the size of a file of so many samples of one length.
Bytes size_of_file(Format format, const ContainerSpecs& specs, Bytes sample, std::int64_t samples);

}  // namespace headrace
