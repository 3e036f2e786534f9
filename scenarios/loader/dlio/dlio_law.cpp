#include <algorithm>
#include <cmath>

#include "scenarios/loader/dlio/dlio_values.h"

namespace headrace {
namespace {

// The parts of a law's map; a name after '|' is another word for the same part.
struct LawForm {
  std::string_view type;
  Law law;
  std::string_view first, second;
};
constexpr LawForm kForms[] = {
    {"normal", Law::normal, "mean", "stdev"},  {"uniform", Law::uniform, "min", "max"},
    {"gamma", Law::gamma, "shape", "scale"},   {"exponential", Law::exponential, "scale|mean", ""},
    {"poisson", Law::poisson, "lam|mean", ""},
};
constexpr LawForm kWithoutType = {"", Law::normal, "mean", "stdev"};
constexpr std::string_view kTypes[] = {"normal", "uniform", "gamma", "exponential", "poisson"};

std::vector<std::string_view> names(std::string_view part) {
  std::vector<std::string_view> all;
  while (!part.empty()) {
    const std::size_t bar = part.find('|');
    all.push_back(part.substr(0, bar));
    part = bar == std::string_view::npos ? "" : part.substr(bar + 1);
  }
  return all;
}

const Tree* part_of(const Tree& map, std::string_view part) {
  for (const std::string_view name : names(part))
    if (const Tree::Entry* entry = map.find(name)) return &entry->value;
  return nullptr;
}

Distribution make(Law law, double first, double second) {
  const auto of = [](double seconds) { return Duration::seconds(seconds); };
  const Distribution made =
      law == Law::uniform ? Distribution(law, of((first + second) / 2), of((second - first) / 2))
      : law == Law::gamma ? Distribution(law, of(first * second), of(std::sqrt(first) * second))
                          : Distribution(law, of(first), of(second));
  const bool one_part = law == Law::exponential || law == Law::poisson;
  const bool constant = one_part ? made.mean() == Duration() : made.spread() == Duration();
  return constant ? Distribution(made.mean()) : made;
}

}  // namespace

std::optional<Distribution> DlioValues::law_of_parts(const Tree& map, const std::string& path) {
  const LawForm* form = &kWithoutType;
  if (const Tree::Entry* type = map.find("type")) {
    const auto word_index = word(type->value, path + ".type", kTypes);
    if (!word_index) return std::nullopt;
    form = &kForms[*word_index];
  }
  const std::size_t before = problems_.errors();
  std::vector<std::string_view> known = names(form->first);
  for (const std::string_view name : names(form->second)) known.push_back(name);
  known.emplace_back("type");
  for (const Tree::Entry& entry : map.entries) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    const std::string kind =
        form->type.empty() ? "a time without a type" : "a " + std::string(form->type) + " time";
    Problem& problem = problems_.add(entry.key_mark, "E0202", kind + " has no '" + entry.key + "'").at(path);
    const std::string nearest = nearest_word(entry.key, known);
    if (!nearest.empty()) problem.hint("did you mean '" + nearest + "'?");
  }
  double parts[2] = {0, 0};
  const std::string_view wanted[2] = {form->first, form->second};
  for (int i = 0; i < 2; ++i) {
    const std::string name = wanted[i].empty() ? "" : std::string(names(wanted[i]).front());
    if (name.empty() || (i == 1 && form == &kWithoutType && map.find(name) == nullptr)) continue;
    if (const Tree* value = part_of(map, wanted[i])) {
      parts[i] = number(*value, path + "." + name, {0, 1e9}).value_or(0);
    } else if (problems_.errors() == before) {
      problems_.add(map.mark, "E0211", "'" + path + "' lacks '" + name + "'").at(path);
    }
  }
  if (problems_.errors() == before && form->law == Law::uniform && parts[0] > parts[1])
    problems_.add(map.mark, "E0211", "'" + path + "' has a min above its max").at(path);
  if (problems_.errors() == before && form->law == Law::gamma && parts[0] * parts[1] > 1e9)
    problems_.add(map.mark, "E0204", "'" + path + "' has a mean above 1000000000 seconds").at(path);
  if (problems_.errors() != before) return std::nullopt;
  return make(form->law, parts[0], parts[1]);
}

}  // namespace headrace
