// ImportPriors: what stands where a system description says nothing: one table, each row with its range and
// source.
//
//   import_prior("network.infiniband").value   // "2 us"
//
// The values are those of the shipped platforms, or of data sheets and manuals. A row is chosen by the words
// of a description, never by what was measured on the system.
#pragma once

#include <string_view>

namespace headrace {

struct ImportPrior {
  std::string_view name;
  std::string_view value;  // As a scenario writes it.
  double factor = 1;  // The truth is thought to lie within value / factor and value x factor; 1: a count.
  std::string_view source;  // One line.
};

// Expects the name of a row.
const ImportPrior& import_prior(std::string_view name);

// DriveClass: what a drive of a kind reads and writes, and the words that tell it.
struct DriveClass {
  std::string_view words;  // Separated by '|'; the first row of which the description has a word is taken.
  std::string_view read, write;
  double factor = 1;
  std::string_view source;
};

// Returns the class of a drive by the words of its type, interface and model.
const DriveClass& drive_class_of(std::string_view model);

// MemoryClass: what a socket's memory moves nominally.
struct MemoryClass {
  int channels = 0;
  int transfers = 0;  // Millions a second.
  std::string_view says;
};

// Returns the memory of a socket by the processor's model or else the memory's class; channels 0: neither
// tells.
MemoryClass memory_class_of(std::string_view cpu, std::string_view memory_class);

// Says whether a text has a word, whatever its case; letters and digits beside it make another word.
bool has_word(std::string_view text, std::string_view word);
// Says so of any of several words, separated by '|'.
bool has_any_word(std::string_view text, std::string_view words);

}  // namespace headrace
