#include "analysis/page/init_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "scenarios/loader/import/description_part.h"
#include "scenarios/loader/init/ranked_gaps.h"

namespace headrace {

namespace {

constexpr std::size_t kValuesShown = 16, kRankedShown = 6, kGuessesShown = 12;

// Adds so many paragraphs of a list, and says how many more there are.
void add_paragraphs(std::string& text, const std::vector<std::string>& list, std::size_t most) {
  const std::size_t shown = std::min(most, list.size());
  for (std::size_t i = 0; i < shown; ++i) text += wrap(comment_words(list[i], 400), "  ", 6);
  if (shown < list.size())
    text += fmt::format("  and {} more: --verbose lists them, and the file has all\n", list.size() - shown);
}

std::vector<std::string> lines_of_read(const FirstScenario& made) {
  std::vector<std::string> lines;
  for (const ImportedValue& value : made.values)
    if (value.origin.tag != OriginTag::assumed)
      lines.push_back(value.field + ": " + value.text + "; " + origin_text(value.origin));
  return lines;
}

std::vector<std::string> lines_of_gaps(const FirstScenario& made) {
  std::vector<std::string> lines;
  for (const ImportGap& gap : made.gaps) lines.push_back(gap.field + ": " + gap.lacking + "; " + gap.stands);
  return lines;
}

std::vector<std::string> lines_of_advice(const FirstScenario& made) {
  std::vector<std::string> lines;
  for (const RankedGap& ranked : ranked_gaps(made.gaps))
    lines.push_back(ranked.gap.field + ": " + ranked.gap.lacking + "; " + ranked.gap.stands + "; " +
                    ranked.advice);
  return lines;
}

std::string_view word_of_tag(OriginTag tag) {
  switch (tag) {
    case OriginTag::read: return "read";
    case OriginTag::derived: return "derived";
    case OriginTag::assumed: break;
  }
  return "assumed";
}

}  // namespace

std::string init_report(const Evidence& evidence, const FirstScenario& made, const Style& style,
                        bool with_all) {
  std::string text = style.bold("a first scenario") + "\n";
  for (const KnownFile& file : evidence.files)
    text += wrap(comment_words(file.path, 200) + ": " + file.kind, "  ", 6);
  text += fmt::format("{} read, {} derived, {} guessed\n", count_noun(made.counts.read, "value"),
                      made.counts.derived, made.counts.assumed);
  const auto part = [&](const char* title, const std::vector<std::string>& lines, std::size_t most) {
    if (lines.empty()) return;
    text += "\n" + std::string(title) + ":\n";
    add_paragraphs(text, lines, with_all ? lines.size() : most);
  };
  part("What was read", lines_of_read(made), kValuesShown);
  part("What was guessed, and what stands there", lines_of_gaps(made), kGuessesShown);
  std::vector<std::string> lines;
  for (const Contradiction& two : made.contradictions)
    lines.push_back(two.what + ": " + two.believed + " is believed, and not " + two.other + ": " + two.why);
  part("What contradicts each other", lines, lines.size());
  lines.clear();
  for (const NotTaken& note : made.not_taken) lines.push_back(note.place + ": " + note.why);
  part("What was not taken", lines, kGuessesShown);
  part("The guesses that matter most, and what would tell them", lines_of_advice(made), kRankedShown);
  return text;
}

nlohmann::ordered_json init_tree(const Evidence& evidence, const FirstScenario& made) {
  nlohmann::ordered_json tree = {{"schema", "headrace.init/1"}};
  for (const char* list : {"files", "values", "gaps", "advice", "contradictions", "not_taken"})
    tree[list] = nlohmann::ordered_json::array();
  for (const KnownFile& file : evidence.files)
    tree["files"].push_back({{"file", file.path}, {"kind", file.kind}});
  for (const ImportedValue& value : made.values)
    tree["values"].push_back({{"field", value.field},
                              {"value", value.text},
                              {"origin", word_of_tag(value.origin.tag)},
                              {"why", comment_words(value.origin.words, 400)}});
  for (const ImportGap& gap : made.gaps)
    tree["gaps"].push_back({{"field", gap.field}, {"lacking", gap.lacking}, {"stands", gap.stands}});
  for (const RankedGap& ranked : ranked_gaps(made.gaps))
    tree["advice"].push_back({{"field", ranked.gap.field}, {"advice", ranked.advice}});
  for (const Contradiction& two : made.contradictions)
    tree["contradictions"].push_back({{"what", two.what},
                                      {"believed", comment_words(two.believed, 200)},
                                      {"other", comment_words(two.other, 200)},
                                      {"why", two.why}});
  for (const NotTaken& note : made.not_taken)
    tree["not_taken"].push_back(
        {{"place", comment_words(note.place)}, {"why", comment_words(note.why, 400)}});
  tree["storage"] = made.storage;
  tree["scenario"] = made.text;
  return tree;
}

FileKind first_scenario_kind() {
  return {"first scenario", [](std::string_view start) { return start.starts_with(first_scenario_head()); }};
}

}  // namespace headrace
