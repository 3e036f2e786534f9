// StoreWords: which kind of file system of the project a description's words stand for.
//
//   const StoreChoice choice = store_kind_of(system, "");
//   choice.kind   // StoreKind::lustre, by "EXAScaler"
//
// A file system that the project takes for one of another's kind is said to be so. What is none of them is
// refused, with the words that are known.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "scenarios/loader/import/described_system.h"

namespace headrace {

enum class ImportedStore : std::uint8_t { lustre, local, object_store, filer, gpfs, daos };

struct StoreChoice {
  std::optional<ImportedStore> kind;
  std::string why;      // Where the word stands; or why there is no kind.
  std::string caution;  // Where it is taken for a kind; empty: it is one.
};

// `asked` is the kind that the user asks for; empty: the words say it.
StoreChoice store_kind_of(const DescribedSystem& system, std::string_view asked);

// Returns the kinds that may be asked for, and the words by which they are told.
std::span<const std::string_view> imported_store_names();
std::string store_words_text();

}  // namespace headrace
