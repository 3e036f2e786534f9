// AnonymousNames: other names for the files of a recording, which tell nobody's folders and data.
//
//   anonymous_paths({"/home/ann/brain/case_00017.npz"})     // {"/1/1/1/a00017.npz"}
//
// Folders become numbers and beginnings of names letters, each by its place in the order of the alphabet, so
// that all depths and orders stay. Endings stay, too, and the last number in a name, by which files of a set
// are in order. Left out: other numbers, which may be dates or people.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace headrace {

// Returns a name for each path, in their order; equal ones of equal paths.
std::vector<std::string> anonymous_paths(std::span<const std::string> paths);

}  // namespace headrace
