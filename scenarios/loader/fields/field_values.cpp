#include <algorithm>
#include <cmath>

#include "scenarios/loader/fields/distribution_form.h"
#include "scenarios/loader/fields/field_reader.h"
#include "scenarios/loader/text/scalars.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

std::string bounds_text(const std::string& low, const std::string& high) { return low + " to " + high; }

// Returns a word in which what Lustre calls a part of itself is called as it is of every store: "slow_ost" is
// "slow_target".
std::string in_words_of_all_stores(std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> kParts[] = {
      {"ost", "target"}, {"oss", "server"}, {"mds", "server"}};
  std::string out;
  while (true) {
    const std::size_t end = word.find('_');
    std::string_view part = word.substr(0, end);
    for (const auto& [of_lustre, of_all] : kParts)
      if (part == of_lustre) part = of_all;
    out += part;
    if (end == std::string_view::npos) return out;
    out += '_';
    word.remove_prefix(end + 1);
  }
}

// Returns the word that may be meant; empty where none is near.
std::string meant_word(std::string_view word, std::span<const std::string_view> words) {
  const std::string nearest = nearest_word(word, words);
  return nearest.empty() ? nearest_word(in_words_of_all_stores(word), words) : nearest;
}

}  // namespace

template <class T>
bool FieldReader::read(const Field& field, const char* wanted, T& value, const Tree::Entry*& entry) {
  entry = take(field, Tree::Kind::scalar, wanted);
  if (entry == nullptr) return false;
  if (const auto fault = read_scalar(entry->value, value)) {
    add_fault(entry->value, *fault, problems_).at(path_of(field.name));
    return false;
  }
  return true;
}

void FieldReader::refuse_range(const Field& field, const Tree& value, const std::string& bounds) {
  problems_.add(value.mark, "E0107", in_quotes(field.name) + " is " + value.scalar + "; it takes " + bounds)
      .at(path_of(field.name))
      .with_help(std::string(field.meaning));
}

void FieldReader::integer(const Field& field, std::int64_t& value, std::int64_t low, std::int64_t high) {
  const Tree::Entry* entry = nullptr;
  std::int64_t read_value = 0;
  if (!read(field, "a whole number", read_value, entry)) return;
  if (read_value < low || read_value > high) {
    return refuse_range(field, entry->value, bounds_text(std::to_string(low), std::to_string(high)));
  }
  value = read_value;
  places_.emplace(path_of(field.name), entry->value.mark);
}

void FieldReader::number(const Field& field, double& value, double low, double high) {
  const Tree::Entry* entry = nullptr;
  double read_value = 0;
  if (!read(field, "a number", read_value, entry)) return;
  if (!(read_value >= low && read_value <= high)) {
    return refuse_range(field, entry->value, bounds_text(number_text(low), number_text(high)));
  }
  value = read_value;
  places_.emplace(path_of(field.name), entry->value.mark);
}

void FieldReader::flag(const Field& field, bool& value) {
  const Tree::Entry* entry = nullptr;
  if (read(field, "true or false", value, entry)) places_.emplace(path_of(field.name), entry->value.mark);
}

void FieldReader::text(const Field& field, std::string& value) {
  const Tree::Entry* entry = nullptr;
  if (read(field, "a text", value, entry)) places_.emplace(path_of(field.name), entry->value.mark);
}

template <class T>
void FieldReader::read_list(const Field& field, std::vector<T>& value, const char* wanted) {
  const Tree::Entry* entry = take(field, Tree::Kind::sequence, wanted);
  if (entry == nullptr) return;
  std::vector<T> items;
  for (const Tree& item : entry->value.items) {
    T read_value{};
    if (item.kind != Tree::Kind::scalar) {
      refuse_kind(field, item, wanted);
    } else if (const auto fault = read_scalar(item, read_value)) {
      add_fault(item, *fault, problems_).at(path_of(field.name));
    } else {
      places_.emplace(path_of(field.name) + "[" + std::to_string(items.size()) + "]", item.mark);
      items.push_back(std::move(read_value));
    }
  }
  if (items.size() != entry->value.items.size()) return;
  value = std::move(items);
  places_.emplace(path_of(field.name), entry->value.mark);
}

void FieldReader::texts(const Field& field, std::vector<std::string>& value) {
  read_list(field, value, "a list of texts");
}

void FieldReader::integers(const Field& field, std::vector<std::int64_t>& value) {
  read_list(field, value, "a list of whole numbers");
}

void FieldReader::duration(const Field& field, Duration& value, Duration low, Duration high) {
  const Tree::Entry* entry = nullptr;
  Duration read_value;
  if (!read(field, "a duration", read_value, entry)) return;
  if (read_value < low || read_value > high) {
    return refuse_range(field, entry->value, bounds_text(text_of(low), text_of(high)));
  }
  value = read_value;
  places_.emplace(path_of(field.name), entry->value.mark);
}

void FieldReader::bytes(const Field& field, Bytes& value, Bytes low, Bytes high) {
  const Tree::Entry* entry = nullptr;
  Bytes read_value;
  if (!read(field, "an amount of bytes", read_value, entry)) return;
  if (read_value < low || read_value > high) {
    return refuse_range(field, entry->value, bounds_text(text_of(low), text_of(high)));
  }
  value = read_value;
  places_.emplace(path_of(field.name), entry->value.mark);
}

void FieldReader::bandwidth(const Field& field, Bandwidth& value) {
  const Tree::Entry* entry = nullptr;
  Bandwidth read_value;
  if (!read(field, "a bandwidth", read_value, entry)) return;
  if (read_value < kSlowest || read_value > kFastest) {
    return refuse_range(field, entry->value, bounds_text(text_of(kSlowest), text_of(kFastest)));
  }
  value = read_value;
  places_.emplace(path_of(field.name), entry->value.mark);
}

void FieldReader::distribution(const Field& field, Distribution& value) {
  const Tree::Entry* entry = take(field);
  if (entry == nullptr) return;
  if (entry->value.kind == Tree::Kind::map) return read_law(field, value, *entry);
  if (entry->value.kind != Tree::Kind::scalar) {
    return refuse_kind(field, entry->value, "a duration or a map with 'law' and 'mean'");
  }
  Duration constant;
  if (const auto fault = read_scalar(entry->value, constant)) {
    add_fault(entry->value, *fault, problems_).at(path_of(field.name));
    return;
  }
  if (constant > kLongestDraw) {
    return refuse_range(field, entry->value, bounds_text("0 s", text_of(kLongestDraw)));
  }
  value = Distribution(constant);
  places_.emplace(path_of(field.name), entry->value.mark);
}

void FieldReader::read_law(const Field& field, Distribution& value, const Tree::Entry& entry) {
  const std::string path = path_of(field.name);
  const std::size_t errors_before = problems_.errors();
  DistributionForm form;
  push(&entry.value, path, entry.key_mark, true);
  form.visit(*this);
  leave();
  const Tree::Entry* spread = entry.value.find("spread");
  const Tree::Entry* cv = entry.value.find("cv");
  if (problems_.errors() == errors_before) {
    const std::string law = "the law " + in_quotes(kLaws[static_cast<std::size_t>(form.law)]);
    if (spread != nullptr && cv != nullptr) {
      problems_.add(cv->key_mark, "E0113", "'cv' and 'spread' say the same thing")
          .at(path)
          .with_help("give one");
    } else if (!has_spread(form.law) && (spread != nullptr || cv != nullptr)) {
      problems_.add((spread != nullptr ? spread : cv)->key_mark, "E0113", law + " takes no spread").at(path);
    } else if (has_spread(form.law) && spread == nullptr && cv == nullptr) {
      problems_.add(entry.key_mark, "E0102", law + " needs a 'spread' or a 'cv'").at(path);
    }
  }
  if (problems_.errors() != errors_before) return;
  if (cv != nullptr) {
    const double ns = std::floor(static_cast<double>(form.mean.ns()) * form.cv + 0.5);
    const bool longest = ns >= static_cast<double>(kLongestDraw.ns());
    form.spread = longest ? kLongestDraw : Duration::nanoseconds(static_cast<std::int64_t>(ns));
  }
  value = Distribution(form.law, form.mean, form.spread);
  places_.emplace(path, entry.value.mark);
}

void FieldReader::word(const Field& field, std::size_t& index, std::span<const std::string_view> words) {
  const Tree::Entry* entry = take(field, Tree::Kind::scalar, "a word");
  if (entry == nullptr) return;
  const auto found = std::find(words.begin(), words.end(), entry->value.scalar);
  if (found == words.end()) {
    problems_
        .add(entry->value.mark, "E0109",
             described(entry->value) + " is not a value of " + in_quotes(field.name))
        .at(path_of(field.name))
        .hint(did_you_mean(meant_word(entry->value.scalar, words)))
        .with_help("it is one of " + joined(words));
    return;
  }
  index = static_cast<std::size_t>(found - words.begin());
  places_.emplace(path_of(field.name), entry->value.mark);
}

}  // namespace headrace
