#include "scenarios/loader/fields/field_reader.h"

#include <algorithm>

#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

constexpr std::size_t kLargeMap = 32;  // Entries; beyond, an index is cheaper than walking.

bool is_name(std::string_view word) {
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !word.empty() && std::all_of(word.begin(), word.end(), good);
}

}  // namespace

FieldReader::FieldReader(const Tree& root, Problems& problems, FindStray find_stray)
    : problems_(problems), find_stray_(find_stray) {
  const bool map = root.kind == Tree::Kind::map;
  if (!map && root.kind != Tree::Kind::null) {
    problems_.add(root.mark, "E0103", described(root) + " stands where fields were expected")
        .with_help("a field is written 'key: value', with a space behind the colon");
  }
  push(map ? &root : nullptr, "", root.mark, true);
}

void FieldReader::finish() {
  report_left_over(top());
  frames_.pop_back();
}

void FieldReader::push(const Tree* tree, std::string path, Mark named, bool fields) {
  Frame& frame = frames_.emplace_back();
  frame.tree = tree;
  frame.path = std::move(path);
  frame.named = std::move(named);
  frame.fields = fields;
  if (tree == nullptr || !fields) return;
  frame.used.resize(tree->entries.size());
  if (tree->entries.size() <= kLargeMap) return;
  for (std::size_t i = 0; i < tree->entries.size(); ++i) frame.index.emplace(tree->entries[i].key, i);
}

std::string FieldReader::path_of(std::string_view name) const {
  const std::string& path = frames_.back().path;
  return path.empty() ? std::string(name) : path + "." + std::string(name);
}

// Returns where a field stands among the entries of the map that is being read; behind all of them when it
// is not there.
std::size_t FieldReader::find(std::string_view name) const {
  const Frame& frame = frames_.back();
  const auto& entries = frame.tree->entries;
  if (!frame.index.empty()) {
    const auto found = frame.index.find(name);
    return found == frame.index.end() ? entries.size() : found->second;
  }
  std::size_t at = 0;
  while (at < entries.size() && entries[at].key != name) ++at;
  return at;
}

bool FieldReader::has_value(const Field& field, bool present) {
  const Frame& frame = top();
  if (frame.tree != nullptr && find(field.name) < frame.tree->entries.size()) return true;
  take(field);  // So that it counts as known.
  return present;
}

// Returns the entry of a field, which now counts as known; nullptr when it has no value, which is told where
// it needs one.
const Tree::Entry* FieldReader::take(const Field& field) {
  Frame& frame = top();
  if (frame.tree == nullptr) return nullptr;
  frame.known.push_back(field.name);
  const auto& entries = frame.tree->entries;
  const std::size_t at = find(field.name);
  if (at == entries.size()) {
    if (field.required)
      frame.missing.push_back(
          {field.name, in_quotes(field.name) + " is required: " + std::string(field.meaning)});
    return nullptr;
  }
  frame.used[at] = true;
  if (entries[at].value.kind == Tree::Kind::null) {
    problems_.add(entries[at].key_mark, "E0108", in_quotes(field.name) + " has no value")
        .at(path_of(field.name))
        .with_help(field.required ? "" : "leave the key out for the default");
    return nullptr;
  }
  return &entries[at];
}

void FieldReader::refuse_kind(const Field& field, const Tree& value, const char* wanted) {
  Problem& problem = problems_.add(value.mark, "E0103",
                                   in_quotes(field.name) + " takes " + wanted + ", not " + described(value));
  problem.at(path_of(field.name));
  const SourceText* source = value.mark.source.get();
  const bool added =
      source != nullptr && source->file == "command line" && source->text.find("+=") != std::string::npos;
  if (added && value.kind == Tree::Kind::sequence)
    problem.with_help("'+=' makes a list; '=' gives the value");
}

const Tree::Entry* FieldReader::take(const Field& field, Tree::Kind kind, const char* wanted) {
  const Tree::Entry* entry = take(field);
  if (entry == nullptr || entry->value.kind == kind) return entry;
  refuse_kind(field, entry->value, wanted);
  return nullptr;
}

bool FieldReader::enter(const Field& field) {
  const Tree::Entry* entry = take(field, Tree::Kind::map, "a map of fields");
  if (entry == nullptr) return false;
  places_.emplace(path_of(field.name), entry->key_mark);
  push(&entry->value, path_of(field.name), entry->key_mark, true);
  return true;
}

bool FieldReader::enter_optional(const Field& field, bool) { return enter(field); }

std::size_t FieldReader::enter_list(const Field& field, std::size_t size) {
  const Tree::Entry* entry = take(field, Tree::Kind::sequence, "a list");
  push(entry == nullptr ? nullptr : &entry->value, path_of(field.name),
       entry == nullptr ? top().named : entry->key_mark, false);
  return entry == nullptr ? size : entry->value.items.size();
}

void FieldReader::enter_item(std::size_t index) {
  const std::string path = top().path + "[" + std::to_string(index) + "]";
  const Tree* item = top().tree == nullptr ? nullptr : &top().tree->items[index];
  if (item != nullptr && item->kind != Tree::Kind::map) {
    problems_.add(item->mark, "E0103", in_quotes(path) + " takes a map of fields, not " + described(*item))
        .at(path);
    item = nullptr;
  }
  push(item, path, item == nullptr ? top().named : item->mark, true);
}

std::vector<std::string> FieldReader::enter_map(const Field& field, std::vector<std::string> names) {
  const Tree::Entry* entry = take(field, Tree::Kind::map, "a map of names");
  const std::string path = path_of(field.name);
  push(entry == nullptr ? nullptr : &entry->value, path, entry == nullptr ? top().named : entry->key_mark,
       false);
  if (entry == nullptr) return names;
  places_.emplace(path, entry->key_mark);
  std::vector<std::string_view> others;
  for (const Tree::Entry& item : entry->value.entries) {
    if (!item.from_override) others.push_back(item.key);
  }
  names.clear();
  for (const Tree::Entry& item : entry->value.entries) {
    if (item.from_override) {
      problems_.add(item.key_mark, "E0033", in_quotes(path) + " has no " + in_quotes(item.key))
          .at(path)
          .hint(did_you_mean(problems_.is_full() ? "" : nearest_word(item.key, others)))
          .with_help("an override changes what is there; " + path + "." + item.key + "+=… would add it");
      continue;
    }
    if (!is_name(item.key)) {
      problems_.add(item.key_mark, "E0112", in_quotes(item.key) + " is not a name")
          .at(path)
          .with_help("names are made of letters, digits, '-' and '_'");
    }
    names.push_back(item.key);
    top().entries.push_back(&item);
  }
  return names;
}

void FieldReader::enter_entry(const std::string& name) {
  const std::string path = path_of(name);
  Frame& frame = top();
  const Tree::Entry* entry =
      frame.next_entry < frame.entries.size() ? frame.entries[frame.next_entry++] : nullptr;
  const Tree* tree = entry == nullptr ? nullptr : &entry->value;
  if (tree != nullptr && tree->kind != Tree::Kind::map) {
    problems_
        .add(tree->kind == Tree::Kind::null ? entry->key_mark : tree->mark, "E0103",
             in_quotes(path) + " takes a map of fields, not " + described(*tree))
        .at(path);
    tree = nullptr;
  }
  const Mark named = entry == nullptr ? frame.named : entry->key_mark;
  if (tree != nullptr) places_.emplace(path, named);
  push(tree, path, named, true);
}

void FieldReader::leave() {
  report_left_over(top());
  frames_.pop_back();
}

void FieldReader::report_left_over(const Frame& frame) {
  if (!frame.fields || frame.tree == nullptr) return;
  const std::string in = frame.path.empty() ? "the scenario" : in_quotes(frame.path);
  std::vector<std::string> suggested;
  for (std::size_t i = 0; i < frame.used.size(); ++i) {
    if (frame.used[i]) continue;
    const Tree::Entry& entry = frame.tree->entries[i];
    const std::string nearest = problems_.is_full() ? "" : nearest_word(entry.key, frame.known);
    const std::string path = frame.path.empty() ? entry.key : frame.path + "." + entry.key;
    const bool asks = find_stray_ != nullptr && !problems_.is_full();
    const StrayField stray = asks ? find_stray_(path) : StrayField();
    std::string help = nearest.empty() ? "its fields are " + joined(frame.known) : "";
    if (!stray.places.empty()) help = "it is a field at " + joined(stray.places);
    if (!stray.policies.empty())
      help = "it is a parameter of " + stray.policies + ", which is not the one chosen here";
    const std::size_t opens = std::min(entry.key.find(" {"), entry.key.find(" ["));
    const std::string word = entry.key.substr(0, opens);
    std::string meant = stray.policies.empty() ? did_you_mean(nearest) : "";
    if (word != entry.key) meant = did_you_mean(word + ":" + entry.key.substr(opens));
    if (!meant.empty()) suggested.push_back(word != entry.key ? word : nearest);
    problems_.add(entry.key_mark, "E0101", in + " has no field " + in_quotes(entry.key))
        .at(path)
        .hint(meant)
        .with_help(help);
  }
  for (const Missing& field : frame.missing)
    if (std::find(suggested.begin(), suggested.end(), field.name) == suggested.end())
      problems_.add(frame.named, "E0102", in + " has no " + in_quotes(field.name))
          .at(path_of(field.name))
          .with_help(field.help);
}

}  // namespace headrace
