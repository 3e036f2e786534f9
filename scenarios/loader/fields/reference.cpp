#include "scenarios/loader/fields/reference.h"

#include <algorithm>

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
  return field.members.empty() ? field.meaning : field.members + ": " + field.meaning;
}

std::string line_of(const FieldNode& field) {
  std::string text = "  " + padded(field.name, kNameWidth) + takes(field) + "\n";
  text += std::string(kNameWidth + 2, ' ') + meaning_of(field) + "\n";
  if (!field.source.empty()) text += std::string(kNameWidth + 2, ' ') + "source: " + field.source + "\n";
  return text;
}

std::string heading(const FieldNode& group) {
  if (group.path.empty()) return "a scenario";
  const std::string items = group.kind == FieldNode::Kind::map    ? ".<name>"
                            : group.kind == FieldNode::Kind::list ? "[]"
                                                                  : "";
  return group.path + items + ": " + group.meaning;
}

// The group's fields, then each of its groups.
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

ReferenceText fields_reference(std::string_view path) {
  const FieldNode root = scenario_fields();
  const FieldNode* at = &root;
  bool names_item = false;  // The next segment is a name that the user chose.
  for (const std::string& segment : segments(path)) {
    if (names_item) {
      names_item = false;
      // `platform.nodes.count` is understood as well as `platform.nodes.clients.count`.
      if (child(*at, segment) == nullptr) continue;
    }
    const FieldNode* next = child(*at, segment);
    if (next == nullptr) {
      std::vector<std::string_view> names;
      for (const FieldNode& field : at->fields) names.push_back(field.name);
      const std::string nearest = nearest_word(segment, names);
      const std::string in = at->path.empty() ? "a scenario" : in_quotes(at->path);
      const std::string hint =
          nearest.empty() ? "; its fields are " + joined(names) : "; " + did_you_mean(nearest);
      return {false, in + " has no field " + in_quotes(segment) + hint};
    }
    at = next;
    names_item = at->repeats();
  }
  std::string out;
  if (at->has_fields()) {
    print_groups(*at, out);
    out.pop_back();
  } else {
    out = at->path + "\n" + line_of(*at);
    if (at->kind == FieldNode::Kind::distribution) {
      out += "\na distribution is a duration, which is always the same, or a map of\n";
      for (const FieldNode& field : distribution_fields().fields) out += line_of(field);
    }
  }
  return {true, out};
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
  for (const char* part : {"nodes", "layout", "host"}) print_table(*child(jobs, part), out);
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
