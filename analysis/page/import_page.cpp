#include "analysis/page/import_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "scenarios/loader/import/description_part.h"

namespace headrace {

namespace {

constexpr std::string_view kImportedFirstWords = "# A platform imported by headrace ";
constexpr std::size_t kGapsShown = 12;

std::string lines_of_gaps(const ImportedPlatform& platform, bool with_every_gap) {
  std::string text;
  std::size_t shown = 0;
  for (const ImportGap& gap : platform.gaps) {
    if (!with_every_gap && shown == kGapsShown) break;
    text += wrap(gap.field + ": " + gap.lacking + "; " + gap.stands, "  ", 6);
    ++shown;
  }
  if (shown < platform.gaps.size())
    text += fmt::format("  and {} more: --verbose lists them, and the file has all\n",
                        platform.gaps.size() - shown);
  return text;
}

}  // namespace

std::string import_file(const ImportSource& source, const ImportRead& read) {
  std::string text = fmt::format("{}{} (revision {}) from {}\n", kImportedFirstWords, source.version,
                                 source.revision, comment_words(source.file, 120));
  text += fmt::format("# (hash {}), a system description of {}. [read] is in the description, [derived]\n",
                      source.hash, read.system.form);
  text +=
      "# follows from it, [assumed] is a prior that nothing here was fitted to, with its range. Results of\n"
      "# the system were not looked at.\n";
  return text + read.platform->text;
}

std::string import_report(const ImportRead& read, const Style& style, bool with_every_gap) {
  const ImportedPlatform& platform = *read.platform;
  std::string text =
      style.bold(fmt::format("{} of {}", platform.storage, comment_words(read.system.name))) + "\n";
  text += fmt::format("{} read, {} derived, {} assumed\n", count_noun(platform.counts.read, "value"),
                      platform.counts.derived, platform.counts.assumed);
  text += "\nWhat the description does not say, and what stands there:\n" +
          lines_of_gaps(platform, with_every_gap);
  if (platform.not_taken.empty()) return text;
  text += "\nWhat it says and was not taken:\n";
  for (const NotTaken& note : platform.not_taken)
    text += wrap(comment_words(note.place) + ": " + comment_words(note.why, 200), "  ", 6);
  return text;
}

nlohmann::ordered_json import_tree(const ImportSource& source, const ImportRead& read) {
  const ImportedPlatform& platform = *read.platform;
  nlohmann::ordered_json tree = {{"schema", "headrace.import/1"},
                                 {"file", source.file},
                                 {"hash", source.hash},
                                 {"revision", source.revision},
                                 {"form", read.system.form},
                                 {"storage", platform.storage},
                                 {"read", platform.counts.read},
                                 {"derived", platform.counts.derived},
                                 {"assumed", platform.counts.assumed},
                                 {"gaps", nlohmann::ordered_json::array()},
                                 {"not_taken", nlohmann::ordered_json::array()}};
  for (const ImportGap& gap : platform.gaps)
    tree["gaps"].push_back({{"field", gap.field}, {"lacking", gap.lacking}, {"stands", gap.stands}});
  for (const NotTaken& note : platform.not_taken)
    tree["not_taken"].push_back(
        {{"place", comment_words(note.place)}, {"why", comment_words(note.why, 200)}});
  tree["platform"] = import_file(source, read);
  return tree;
}

FileKind import_kind() {
  return {"imported platform", [](std::string_view start) { return start.starts_with(kImportedFirstWords); }};
}

}  // namespace headrace
