#include "scenarios/loader/fields/field_writer.h"

#include <algorithm>

#include "scenarios/loader/fields/distribution_form.h"
#include "scenarios/loader/text/scalars.h"
#include "sim/hash.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

bool is_plain(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto harmless = [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') ||
           std::string_view("_-./+() ").find(c) != std::string_view::npos;
  };
  return !needs_quotes(text) && letter(text.front()) && text.back() != ' ' &&
         std::all_of(text.begin(), text.end(), harmless);
}

std::string without_controls(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '?');
  return text;
}

}  // namespace

std::string yaml_text(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (c == '\n')
      out += "\\n";
    else if (byte < 0x20 || byte == 0x7F)
      (out += "\\x") += hexadecimal_of(c);
    else
      out += c;
  }
  return out + "\"";
}

std::string text_of(const Distribution& value) {
  if (value.law() == Law::constant) return text_of(value.mean());
  std::string text = "{law: " + std::string(kLaws[static_cast<std::size_t>(value.law())]) +
                     ", mean: " + text_of(value.mean());
  if (has_spread(value.law())) text += ", spread: " + text_of(value.spread());
  return text + "}";
}

std::string FieldWriter::path_of(std::string_view name) const {
  if (paths_.empty()) return std::string(name);
  return paths_.back() + "." + std::string(name);
}

std::string FieldWriter::comment(const std::string& path) const {
  if (origins_ == nullptr) return {};
  const auto origin = origins_->find(path);
  return origin == origins_->end() ? "" : "  # " + without_controls(origin->second);
}

void FieldWriter::line(std::string_view name, const std::string& value) {
  const std::size_t indent = 2 * paths_.size();
  text_ += item_begins_ ? std::string(indent - 2, ' ') + "- " : std::string(indent, ' ');
  item_begins_ = false;
  text_ += std::string(name) + ":";
  head_.value_at = text_.size();
  text_ += (value.empty() ? "" : " ") + value + comment(path_of(name)) + "\n";
}

void FieldWriter::open(const std::string& head, std::string path) {
  line(head, "");
  paths_.push_back(std::move(path));
  head_.end = text_.size();
  head_.depth = paths_.size();
}

void FieldWriter::integer(const Field& field, std::int64_t& value, std::int64_t, std::int64_t) {
  line(field.name, std::to_string(value));
}
void FieldWriter::number(const Field& field, double& value, double, double) {
  line(field.name, number_text(value));
}
void FieldWriter::flag(const Field& field, bool& value) { line(field.name, value ? "true" : "false"); }
void FieldWriter::text(const Field& field, std::string& value) {
  if (!value.empty()) line(field.name, yaml_text(value));
}
void FieldWriter::duration(const Field& field, Duration& value, Duration, Duration) {
  line(field.name, text_of(value));
}
void FieldWriter::bytes(const Field& field, Bytes& value, Bytes, Bytes) { line(field.name, text_of(value)); }
void FieldWriter::bandwidth(const Field& field, Bandwidth& value) { line(field.name, text_of(value)); }
void FieldWriter::distribution(const Field& field, Distribution& value) { line(field.name, text_of(value)); }

void FieldWriter::texts(const Field& field, std::vector<std::string>& value) {
  if (value.empty()) {
    if (field.required) line(field.name, "[]");
    return;
  }
  std::string list;
  for (const std::string& item : value) {
    // In a list between brackets a comma ends an item.
    const bool plain = is_plain(item);
    list += (list.empty() ? "" : ", ") + (plain ? "\"" + item + "\"" : yaml_text(item));
  }
  line(field.name, "[" + list + "]");
}

void FieldWriter::integers(const Field& field, std::vector<std::int64_t>& value) {
  if (value.empty()) return;
  std::string list;
  for (const std::int64_t item : value) list += (list.empty() ? "" : ", ") + std::to_string(item);
  line(field.name, "[" + list + "]");
}

void FieldWriter::word(const Field& field, std::size_t& index, std::span<const std::string_view> words) {
  line(field.name, yaml_text(words[index]));
}

bool FieldWriter::enter(const Field& field) {
  open(std::string(field.name), path_of(field.name));
  return true;
}
bool FieldWriter::enter_optional(const Field& field, bool present) { return present && enter(field); }

std::size_t FieldWriter::enter_list(const Field& field, std::size_t size) {
  if (size == 0) {
    paths_.push_back(path_of(field.name));
  } else {
    open(std::string(field.name), path_of(field.name));
  }
  return size;
}
void FieldWriter::enter_item(std::size_t index) {
  paths_.push_back(paths_.back() + "[" + std::to_string(index) + "]");
  item_begins_ = true;
}

std::vector<std::string> FieldWriter::enter_map(const Field& field, std::vector<std::string> names) {
  if (names.empty()) {
    if (field.required) line(field.name, "{}");
    paths_.push_back(path_of(field.name));
  } else {
    open(std::string(field.name), path_of(field.name));
  }
  return names;
}
void FieldWriter::enter_entry(const std::string& name) { open(yaml_text(name), path_of(name)); }

// A group of which nothing was written has a value all the same, or it would not be there when read.
void FieldWriter::leave() {
  if (head_.depth == paths_.size() && head_.end == text_.size()) text_.insert(head_.value_at, " {}");
  paths_.pop_back();
}

}  // namespace headrace
