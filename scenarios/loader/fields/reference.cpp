#include "scenarios/loader/fields/reference.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "scenarios/loader/fields/scenario_fields.h"
#include "scenarios/loader/text/problem_codes.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::size_t kNameWidth = 24;

std::string padded(const std::string& text, std::size_t width) {
  return text.size() < width ? text + std::string(width - text.size(), ' ') : text + "  ";
}

// "whole number, default 16, 1 to 4096"
std::string takes(const FieldNode& field) {
  std::string text = field.words.empty() ? std::string(kind_name(field.kind)) : joined(field.words);
  if (field.required)
    text += "; required";
  else if (!field.initial.empty())
    text += "; default " + field.initial;
  if (const std::string range = field.bounds(); !range.empty()) text += "; " + range;
  return text;
}

std::string meaning_of(const FieldNode& field) {
  return field.members.empty() ? field.meaning : joined(field.members) + ": " + field.meaning;
}

std::string line_of(const FieldNode& field) {
  std::string text = "  " + padded(field.name, kNameWidth) + takes(field) + "\n";
  text += std::string(kNameWidth + 2, ' ') + meaning_of(field) + "\n";
  if (!field.source.empty()) text += std::string(kNameWidth + 2, ' ') + "source: " + field.source + "\n";
  if (!field.likely.empty())
    text += std::string(kNameWidth + 2, ' ') + "thought to be " + field.likely + "\n";
  return text;
}

std::string heading(const FieldNode& group) {
  if (group.path.empty()) return "a scenario";
  const std::string items = group.kind == FieldNode::Kind::map    ? ".<name>"
                            : group.kind == FieldNode::Kind::list ? "[]"
                                                                  : "";
  return group.path + items + ": " + group.meaning;
}

// Prints the group's fields, then each of its groups.
void print_groups(const FieldNode& group, std::string& out) {
  out += heading(group) + "\n";
  if (!group.one_of.empty()) out += "  exactly one of: " + joined(group.one_of) + "\n";
  for (const FieldNode& field : group.fields) out += line_of(field);
  out += "\n";
  for (const FieldNode& field : group.fields) {
    if (field.has_fields()) print_groups(field, out);
  }
}

std::vector<std::string> segments(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('.'), path.size());
    std::string part(path.substr(0, end));
    if (const std::size_t bracket = part.find('['); bracket != std::string::npos) part.resize(bracket);
    if (!part.empty()) parts.push_back(std::move(part));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

const FieldNode* child(const FieldNode& group, std::string_view name) {
  const auto found = std::find_if(group.fields.begin(), group.fields.end(),
                                  [&](const FieldNode& field) { return field.name == name; });
  return found == group.fields.end() ? nullptr : &*found;
}

// How far a path leads: the last field on it that there is, and the segment that it has no field for.
struct PathWalk {
  const FieldNode* last = nullptr;
  std::string missing;  // Empty: the whole path leads to a field.
};

PathWalk walk_to(const FieldNode& root, std::string_view path) {
  PathWalk walk{&root, {}};
  bool names_item = false;  // The next segment is a name that the user chose.
  for (const std::string& segment : segments(path)) {
    const FieldNode* const next = child(*walk.last, segment);
    // `platform.nodes.count` is understood as well as `platform.nodes.clients.count`.
    if (next == nullptr && !names_item) {
      walk.missing = segment;
      return walk;
    }
    names_item = next != nullptr && next->repeats();
    if (next != nullptr) walk.last = next;
  }
  return walk;
}

std::string text_of(const FieldNode& field) {
  std::string out;
  if (field.has_fields()) {
    print_groups(field, out);
    out.pop_back();
    return out;
  }
  out = field.path + "\n" + line_of(field);
  if (field.kind != FieldNode::Kind::distribution) return out;
  out += "\na distribution is a duration, which is always the same, or a map of\n";
  for (const FieldNode& part : distribution_fields().fields) out += line_of(part);
  return out;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

void visit_fields(const FieldNode& group, const std::function<void(const FieldNode&)>& visit) {
  for (const FieldNode& field : group.fields) {
    visit(field);
    visit_fields(field, visit);
  }
}

// Finds the fields whose path or meaning contains a word, in whatever case.
std::vector<const FieldNode*> fields_with(const FieldNode& root, std::string_view word) {
  const std::string wanted = lowered(word);
  std::vector<const FieldNode*> found;
  visit_fields(root, [&](const FieldNode& field) {
    const bool has = lowered(field.path).find(wanted) != std::string::npos ||
                     lowered(meaning_of(field)).find(wanted) != std::string::npos;
    if (has) found.push_back(&field);
  });
  return found;
}

std::string list_of(const std::vector<const FieldNode*>& fields, std::string_view word) {
  std::string out = fields.size() == 1 ? "1 field has " : std::to_string(fields.size()) + " fields have ";
  out += in_quotes(word) + " in path or meaning; `headrace show fields PATH` tells one in full\n";
  for (const FieldNode* field : fields)
    out += field->path + "  (" + takes(*field) + ")  " + meaning_of(*field) + "\n";
  return out;
}

std::string missing_field(const PathWalk& walk) {
  std::vector<std::string_view> names;
  for (const FieldNode& field : walk.last->fields) names.push_back(field.name);
  const std::string nearest = nearest_word(walk.missing, names);
  const std::string in = walk.last->path.empty() ? "a scenario" : in_quotes(walk.last->path);
  const std::string hint =
      nearest.empty() ? "; its fields are " + joined(names) : "; " + did_you_mean(nearest);
  return in + " has no field " + in_quotes(walk.missing) + hint;
}

// Adds the words of a text: letters, digits and underscores.
void add_words(std::string_view text, std::set<std::string>& words) {
  std::string word;
  for (const char c : lowered(text) + " ") {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_') {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, {}));
    }
  }
}

std::string missing_word(const FieldNode& root, std::string_view word) {
  constexpr std::size_t kMostNamed = 3;
  std::set<std::string> words;
  visit_fields(root, [&](const FieldNode& field) {
    add_words(field.name, words);
    add_words(meaning_of(field), words);
  });
  std::vector<std::string_view> candidates(words.begin(), words.end());
  std::vector<std::string> nearest;
  while (nearest.size() < kMostNamed) {
    const std::string next = nearest_word(lowered(word), candidates);
    if (next.empty()) break;
    nearest.push_back(in_quotes(next));
    std::erase(candidates, next);
  }
  return "no field has " + in_quotes(word) + " in path or meaning" +
         (nearest.empty() ? "; `headrace show fields` lists them all"
                          : "; did you mean " + joined(nearest) + "?");
}

std::string field_markdown(const FieldNode& field) {
  const std::string words = field.words.empty() ? std::string(kind_name(field.kind)) : joined(field.words);
  const std::string initial = field.required ? "required" : field.initial;
  return "| `" + field.name + "` | " + words + " | " + initial + " | " + field.bounds() + " | " +
         meaning_of(field) + " | " + field.source + " |\n";
}

void print_table(const FieldNode& group, std::string& out) {
  out += "\n### " +
         (group.path.empty() ? "A scenario"
                             : "`" + group.path + (group.kind == FieldNode::Kind::map ? ".<name>`" : "`")) +
         "\n\n";
  if (!group.meaning.empty()) out += group.meaning + (group.one_of.empty() ? "\n\n" : "");
  if (!group.one_of.empty()) out += "; exactly one of " + joined(group.one_of) + " is given\n\n";
  out += "| field | takes | default | bounds | meaning | source of the default |\n";
  out += "| --- | --- | --- | --- | --- | --- |\n";
  for (const FieldNode& field : group.fields) out += field_markdown(field);
}

void print_tables(const FieldNode& group, std::string& out) {
  print_table(group, out);
  for (const FieldNode& field : group.fields) {
    if (field.has_fields()) print_tables(field, out);
  }
}

std::string units_line(std::string_view quantity, std::span<const std::string_view> units,
                       std::string_view example) {
  return "  " + padded(std::string(quantity), 12) + joined(units) + "\n" + std::string(14, ' ') + "such as " +
         std::string(example) + "\n";
}

}  // namespace

ReferenceText fields_reference(std::string_view path_or_word) {
  const FieldNode root = scenario_fields();
  const PathWalk walk = walk_to(root, path_or_word);
  if (walk.missing.empty()) return {true, text_of(*walk.last)};
  const std::vector<const FieldNode*> found = fields_with(root, path_or_word);
  if (!found.empty()) return {true, list_of(found, path_or_word)};
  const bool is_path = walk.last != &root || path_or_word.find('.') != std::string_view::npos;
  return {false, is_path ? missing_field(walk) : missing_word(root, path_or_word)};
}

std::string models_reference() {
  const FieldNode root = scenario_fields();
  std::string out;
  for (const char* part : {"platform", "jobs"}) print_groups(*child(root, part), out);
  out += "a distribution, where a field takes one: a duration, which is always the same, or a map of\n";
  for (const FieldNode& field : distribution_fields().fields) out += line_of(field);
  return out;
}

ReferenceText codes_reference(std::string_view code) {
  std::string out;
  std::vector<std::string_view> all;
  const std::vector<ProblemCode> codes = problem_codes();
  for (const ProblemCode& entry : codes) {
    all.push_back(entry.code);
    if (code.empty() || code == entry.code)
      out += std::string(entry.code) + "  " + std::string(entry.meaning) + "\n";
  }
  if (!out.empty()) return {true, out};
  const std::string nearest = nearest_word(code, all);
  return {false,
          "there is no code " + in_quotes(code) + (nearest.empty() ? "" : "; " + did_you_mean(nearest))};
}

std::string units_reference() {
  return "A quantity is a number and a unit, with or without a space. Units are case-sensitive: B is bytes, "
         "b and\n"
         "bit are bits, k M G T P are powers of 1000, Ki Mi Gi Ti Pi are powers of 1024.\n\n" +
         units_line("duration", duration_units(), "80 us, 1.5 ms, 0.323s") +
         units_line("bytes", bytes_units(), "64 KiB, 2 TiB, 0 B") +
         units_line("bandwidth", bandwidth_units(), "5 GB/s, 200 Gbit/s, 200 Gb/s");
}

std::string scenario_tables_markdown() {
  const FieldNode root = scenario_fields();
  std::string out;
  print_table(root, out);
  print_table(*child(root, "platform"), out);
  const FieldNode& jobs = *child(root, "jobs");
  print_table(jobs, out);
  for (const char* part : {"nodes", "layout", "places", "startup", "host"})
    print_table(*child(jobs, part), out);
  print_table(*child(root, "measure"), out);
  return out.substr(1);
}

std::string models_markdown() {
  const FieldNode root = scenario_fields();
  std::string out =
      "# What is modelled, and with which numbers\n\n"
      "Made from the field lists of the specs (`headrace show models` prints the same); a test compares.\n"
      "In the last column, [read] is a published figure or the program's own default, [measured] our own "
      "measurement,\n"
      "[derived] computed from such, [assumed] a prior that nothing but judgement supports: give your own "
      "number.\n"
      "Where a field takes a distribution, a plain duration is always the same; else it is a map, as in\n"
      "`{law: lognormal, mean: 80 us, cv: 0.3}`, of the fields at the end.\n";
  for (const char* part : {"platform", "jobs"}) print_tables(*child(root, part), out);
  FieldNode law = distribution_fields();
  law.path = "a distribution";
  print_table(law, out);
  return out;
}

}  // namespace headrace
