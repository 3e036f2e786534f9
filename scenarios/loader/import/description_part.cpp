#include "scenarios/loader/import/description_part.h"

#include <charconv>
#include <cmath>

#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/words.h"

namespace headrace {

std::optional<double> whole_number_text(std::string_view text) {
  text = trimmed(text);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string comment_words(std::string_view text, std::size_t most) {
  std::string words;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code > ' ' && code < 0x7f)
      words += c;
    else if (code >= 0x80)
      words += '?';
    else if (!words.empty() && words.back() != ' ')
      words += ' ';
  }
  while (words.ends_with(' ')) words.pop_back();
  if (words.size() <= most) return words;
  words.resize(most - 3);
  return words + "...";
}

std::string DescriptionPart::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

const Tree* DescriptionPart::value_at(std::string_view key) const {
  const Tree::Entry* const entry = map_ == nullptr ? nullptr : map_->find(key);
  return entry == nullptr || entry->value.kind == Tree::Kind::null ? nullptr : &entry->value;
}

const Tree* DescriptionPart::value_of(std::string_view key, Tree::Kind kind, std::string_view wanted) const {
  const Tree* const value = value_at(key);
  if (value == nullptr || value->kind == kind) return value;
  problem(key, "E0703",
          in_quotes(path_of(key)) + " is " + described(*value) + " where " + std::string(wanted) + " stands");
  return nullptr;
}

Mark DescriptionPart::mark_of(std::string_view key) const {
  if (const Tree* const value = value_at(key)) return value->mark;
  return map_ == nullptr ? Mark() : map_->mark;
}

std::vector<std::string> DescriptionPart::keys() const {
  std::vector<std::string> keys;
  if (map_ == nullptr) return keys;
  for (const Tree::Entry& entry : map_->entries) keys.push_back(entry.key);
  return keys;
}

DescriptionPart DescriptionPart::part(std::string_view key) const {
  return {value_of(key, Tree::Kind::map, "a map"), path_of(key), *notes_};
}

std::vector<DescriptionPart> DescriptionPart::list(std::string_view key) const {
  std::vector<DescriptionPart> parts;
  const Tree* const items = value_of(key, Tree::Kind::sequence, "a list");
  if (items == nullptr) return parts;
  for (std::size_t i = 0; i < items->items.size(); ++i) {
    const Tree& item = items->items[i];
    const std::string path = path_of(key) + "[" + std::to_string(i) + "]";
    if (item.kind == Tree::Kind::map) {
      parts.emplace_back(&item, path, *notes_);
    } else {
      notes_->problems.add(item.mark, "E0703",
                           in_quotes(path) + " is " + described(item) + " where a map stands");
    }
  }
  return parts;
}

std::string DescriptionPart::text(std::string_view key) const {
  std::string text;
  for (const Phrase& phrase : phrases(key)) text += (text.empty() ? "" : " ") + phrase.text;
  return text;
}

std::vector<Phrase> DescriptionPart::phrases(std::string_view key) const {
  const Tree* const value = value_at(key);
  if (value == nullptr) return {};
  if (value->kind == Tree::Kind::scalar) return {{path_of(key), value->scalar}};
  std::vector<Phrase> phrases;
  if (value_of(key, Tree::Kind::sequence, "a text or a list of texts") == nullptr) return phrases;
  for (std::size_t i = 0; i < value->items.size(); ++i)
    if (value->items[i].kind == Tree::Kind::scalar)
      phrases.push_back({path_of(key) + "[" + std::to_string(i) + "]", value->items[i].scalar});
  return phrases;
}

std::optional<ToldValue> DescriptionPart::number(std::string_view key, const Plausible& plausible) const {
  const Tree* const value = value_of(key, Tree::Kind::scalar, "a number");
  if (value == nullptr) return std::nullopt;
  const std::optional<double> number = whole_number_text(value->scalar);
  if (!number) {
    leave(key, in_quotes(comment_words(value->scalar, 40)) + " is no number");
    return std::nullopt;
  }
  if (*number < plausible.low || *number > plausible.high) {
    leave(key, comment_words(value->scalar, 40) + " cannot be meant: " + std::string(plausible.says));
    return std::nullopt;
  }
  return ToldValue{*number, {OriginTag::read, path_of(key)}};
}

void DescriptionPart::leave(std::string_view key, std::string why) const {
  notes_->not_taken.push_back({path_of(key), std::move(why)});
}

Problem& DescriptionPart::problem(std::string_view key, const char* code, std::string sentence) const {
  return notes_->problems.add(mark_of(key), code, std::move(sentence));
}

}  // namespace headrace
