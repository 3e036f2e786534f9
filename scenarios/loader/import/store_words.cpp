#include "scenarios/loader/import/store_words.h"

#include <algorithm>
#include <array>

#include "scenarios/loader/import/description_part.h"
#include "scenarios/loader/import/import_priors.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"lustre", "local", "object_store",
                                                    "filer",  "gpfs",  "daos"};

// StoreWordsRow: words that tell a kind; without a kind, what there is no model of.
struct StoreWordsRow {
  std::string_view words;
  std::optional<ImportedStore> kind;
  std::string_view says;  // How it is taken for the kind, or why there is none.
};

constexpr StoreWordsRow kRows[] = {
    {"Alluxio|JuiceFS", std::nullopt, "a cache of a cluster over an object store"},
    {"NVMe-oF", std::nullopt, "a block device over the network, with a file system of the client's own"},
    {"Lustre|EXAScaler|ClusterStor|Sonexion", ImportedStore::lustre, ""},
    {"DAOS", ImportedStore::daos, ""},
    {"GPFS|Spectrum Scale|Storage Scale", ImportedStore::gpfs, ""},
    {"ICFS|InDataOS|AS13000", ImportedStore::gpfs,
     "is taken for a file system of GPFS's kind, as in as13000.yaml"},
    {"YanRong|TuringData", ImportedStore::gpfs,
     "is taken for a file system of GPFS's kind, as in f9000x.yaml"},
    {"WEKA", ImportedStore::gpfs, "is taken for a file system of GPFS's kind: blocks dealt over all servers"},
    {"Hammerspace|FlashBlade", ImportedStore::filer,
     "is taken for an NFS server of as many heads as it has data servers, as in hammerspace.yaml"},
    {"NFS|NFSv3|NFSv4|NFSv4.1|NFSv4.2|pNFS|ONTAP|NetApp", ImportedStore::filer, ""},
    {"AIStore|S3|object store|object storage", ImportedStore::object_store, ""},
};

std::string_view name_of(ImportedStore kind) { return kNames[static_cast<std::size_t>(kind)]; }

StoreChoice choice_by(const StoreWordsRow& row, const Phrase& phrase) {
  StoreChoice choice;
  choice.kind = row.kind;
  const std::string text = in_quotes(comment_words(phrase.text, 60));
  choice.why = row.kind
                   ? phrase.place + ": " + text
                   : text + " (" + phrase.place + ") is " + std::string(row.says) + ", which is not imported";
  if (row.kind && !row.says.empty()) choice.caution = text + " " + std::string(row.says);
  return choice;
}

}  // namespace

std::span<const std::string_view> imported_store_names() { return kNames; }

std::string store_words_text() {
  std::string text;
  for (const StoreWordsRow& row : kRows) {
    if (!row.kind) continue;
    std::string words(row.words);
    for (std::size_t at = words.find('|'); at != std::string::npos; at = words.find('|', at))
      words.replace(at, 1, ", ");
    text += (text.empty() ? "" : "; ") + words + ": " + std::string(name_of(*row.kind));
  }
  return text;
}

StoreChoice store_kind_of(const DescribedSystem& system, std::string_view asked) {
  const auto* const named = std::find(kNames.begin(), kNames.end(), asked);
  if (named != kNames.end())
    return {static_cast<ImportedStore>(named - kNames.begin()), "asked for with --store",
            "the kind of the store was asked for with --store"};
  if (system.is_local) return {ImportedStore::local, "the data lie on the clients' own drives", ""};
  for (const Phrase& phrase : system.solution)
    for (const StoreWordsRow& row : kRows)
      if (has_any_word(phrase.text, row.words)) return choice_by(row, phrase);
  std::string texts;
  for (const Phrase& phrase : system.solution)
    texts += (texts.empty() ? "" : ", ") + in_quotes(comment_words(phrase.text, 60));
  return {std::nullopt,
          "the words of the storage do not tell its kind: " + (texts.empty() ? "there are none" : texts), ""};
}

}  // namespace headrace
