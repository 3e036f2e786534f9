#include "scenarios/loader/sweep/sweep_units.h"

#include <algorithm>

#include "scenarios/loader/text/document.h"
#include "scenarios/loader/text/scalars.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

// Returns the count that a text is, from 1 to a million; nothing where it is none.
std::optional<std::int64_t> unit_count(const std::string& text) {
  constexpr std::int64_t kMost = 1'000'000;
  Tree tree;
  tree.kind = Tree::Kind::scalar;
  tree.scalar = text;
  std::int64_t count = 0;
  if (read_scalar(tree, count) || count < 1 || count > kMost) return std::nullopt;
  return count;
}

// Splits "key.path=4"; nothing where there is no path or no value.
std::optional<AxisSetting> setting_in(const std::string& text, const Mark& mark) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) return std::nullopt;
  return AxisSetting{text.substr(0, equals), text.substr(equals + 1), mark};
}

class UnitLinks {
 public:
  UnitLinks(const Places& places, std::vector<AxisText>& axes, Problems& problems)
      : places_(places), axes_(axes), problems_(problems) {}

  void link(const std::string& name, const UnitSpec& unit) {
    const std::string path = "sweep.units." + name;
    AxisText* const text = axis_of(name, path, "no axis says how many of the unit ", name + "=1,2,4");
    if (text == nullptr) return;
    if (unit.of.empty() && !is_refused(path, problems_))
      problems_.add(place_in(places_, path), "E0419", "the unit " + in_quotes(name) + " has no parts")
          .with_help("say what it is: of: [key.path=4, key.path=8]");
    for (std::size_t v = 0; v < text->axis.values.size(); ++v)
      if (!unit_count(text->axis.values[v]))
        problems_.add(text->values[v], "E0419",
                      in_quotes(text->axis.values[v]) + " is no count of the unit " + in_quotes(name) +
                          ": it is a whole number from 1 to 1000000");
    for (std::size_t i = 0; i < unit.of.size(); ++i) {
      const Mark mark = place_in(places_, path + ".of[" + std::to_string(i) + "]");
      const auto part = setting_in(unit.of[i], mark);
      const auto each = part ? unit_count(part->value) : std::nullopt;
      if (each)
        text->axis.parts.push_back({part->path, *each, mark});
      else
        problems_.add(mark, "E0419", in_quotes(unit.of[i]) + " is no part of a unit")
            .with_help("write a whole number of the scenario and how much of it one unit is: key.path=4");
    }
  }

  void link(const std::string& name, const ChoiceSpec& choice) {
    const std::string path = "sweep.choices." + name;
    AxisText* const text = axis_of(name, path, "no axis says which of the choices ", name + "=a,b");
    if (text == nullptr) return;
    std::vector<std::string> words;
    for (const auto& [word, meaning] : choice.of) {
      words.push_back(word);
      std::vector<AxisSetting>& settings =
          text->axis.choices.emplace_back(word, std::vector<AxisSetting>()).second;
      for (std::size_t i = 0; i < meaning.overrides.size(); ++i) {
        const Mark mark = place_in(places_, path + ".of." + word + ".overrides[" + std::to_string(i) + "]");
        if (auto setting = setting_in(meaning.overrides[i], mark))
          settings.push_back(std::move(*setting));
        else
          problems_.add(mark, "E0419", in_quotes(meaning.overrides[i]) + " is no override")
              .with_help("write the path of a field and its value: key.path=4");
      }
    }
    for (std::size_t v = 0; v < text->axis.values.size(); ++v) {
      const std::string& value = text->axis.values[v];
      if (std::find(words.begin(), words.end(), value) != words.end()) continue;
      const std::vector<std::string_view> known(words.begin(), words.end());
      problems_
          .add(text->values[v], "E0419", in_quotes(value) + " is none of the choices of " + in_quotes(name))
          .hint(did_you_mean(nearest_word(value, known)))
          .with_help("its words are " + joined(words));
    }
  }

 private:
  AxisText* axis_of(const std::string& name, const std::string& path, const char* what_is_missing,
                    const std::string& example) {
    std::vector<std::string_view> names;
    for (AxisText& axis : axes_) {
      if (axis.axis.path == name) return &axis;
      names.push_back(axis.axis.path);
    }
    problems_.add(place_in(places_, path), "E0419", what_is_missing + in_quotes(name))
        .hint(did_you_mean(nearest_word(name, names)))
        .with_help("give the axes one of its name: " + example);
    return nullptr;
  }

  const Places& places_;
  std::vector<AxisText>& axes_;
  Problems& problems_;
};

void collect_names(const Tree& root, const char* of, std::vector<std::string>& names) {
  const Tree::Entry* part = root.find(of);
  for (const char* key : {"units", "choices"}) {
    const Tree::Entry* entry = part == nullptr ? nullptr : part->value.find(key);
    if (entry == nullptr) continue;
    for (const Tree::Entry& each : entry->value.entries) names.push_back(each.key);
  }
}

}  // namespace

bool link_units(const SweepSpec& spec, const Places& places, std::vector<AxisText>& axes,
                Problems& problems) {
  const std::size_t before = problems.errors();
  UnitLinks links(places, axes, problems);
  for (const auto& [name, unit] : spec.units) links.link(name, unit);
  for (const auto& [name, choice] : spec.choices) links.link(name, choice);
  return problems.errors() == before;
}

std::vector<AxisSetting> settings_of(const SweepAxis& axis, const std::string& value, const Mark& mark) {
  if (axis.is_field()) return {{axis.path, value, mark}};
  for (const auto& [word, settings] : axis.choices)
    if (word == value) return settings;
  const std::int64_t units = unit_count(value).value_or(0);
  std::vector<AxisSetting> settings;
  for (const UnitPart& part : axis.parts)
    settings.push_back({part.path, std::to_string(units * part.each), part.mark});
  return settings;
}

std::vector<std::string> fields_of(const SweepAxis& axis) {
  if (axis.is_field()) return {axis.path};
  std::vector<std::string> fields;
  for (const UnitPart& part : axis.parts) fields.push_back(part.path);
  for (const auto& [word, settings] : axis.choices) {
    const std::vector<std::string> of_others = fields;
    std::vector<std::string> own;
    for (const AxisSetting& setting : settings) {
      const auto is_known = [&](const std::vector<std::string>& paths) {
        return std::find(paths.begin(), paths.end(), setting.path) != paths.end();
      };
      if (!is_known(of_others) || is_known(own)) fields.push_back(setting.path);
      own.push_back(setting.path);
    }
  }
  return fields;
}

std::vector<std::string> take_unit_words(std::string_view text, std::vector<std::string>& words) {
  Problems none;
  const Tree root = parse_document(text, "", none);
  std::vector<std::string> names, taken;
  for (const char* of : {"sweep", "plan"}) collect_names(root, of, names);
  std::erase_if(words, [&](const std::string& word) {
    const std::string name = word.substr(0, word.find('='));
    const bool is_unit =
        name.size() < word.size() && std::find(names.begin(), names.end(), name) != names.end();
    if (is_unit) taken.push_back(word);
    return is_unit;
  });
  return taken;
}

}  // namespace headrace
