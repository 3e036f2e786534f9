#include "models/jobs/probe/probe_spec.h"

namespace headrace {
namespace {

constexpr std::int64_t kMostPopular = 10'000'000;  // Files; each has eight bytes in the table of its law.

void refuse(Check& check, std::string_view field, std::string sentence) {
  check.error({.field = field, .code = "E0370", .sentence = std::move(sentence), .or_at_spec = true});
}

void check_popularity(Check& check, const ProbeSpec& probe, const std::string& word) {
  const bool chooses = !probe.is_bulk() && probe.operation != ProbeOperation::send &&
                       probe.operation != ProbeOperation::create && probe.operation != ProbeOperation::unlink;
  if (!chooses) return refuse(check, "popularity", word + " takes its files in turn and chooses none");
  if (probe.files_per_process > kMostPopular)
    refuse(check, "popularity",
           "Zipf's law over more than " + std::to_string(kMostPopular) + " files of a process");
}

}  // namespace

void ProbeSpec::check(Check& check) const {
  if (check.is_refused()) return;
  const std::string word = "'" + std::string(kProbeOperations[static_cast<std::size_t>(operation)]) + "'";
  if ((is_bulk() || operation == ProbeOperation::send) && file_size == Bytes())
    refuse(check, "file_size", word + " of files without a byte moves nothing");
  if (shared_file && !is_bulk())
    refuse(check, "shared_file", word + " is of whole files, and one file cannot be shared by all processes");
  if (popularity > 0) check_popularity(check, *this, word);
}

}  // namespace headrace
