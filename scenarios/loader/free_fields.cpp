#include "scenarios/loader/free_fields.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

constexpr double kOfNineInTen = 1.6449;  // Of a normal law, in standard deviations.
constexpr int kDigits = 6;

class FreeFieldReader {
 public:
  FreeFieldReader(const std::vector<ScenarioFile>& scenarios, double reach, Problems& problems)
      : scenarios_(scenarios), reach_(reach), problems_(problems) {}

  // Reads a field that is none of the others.
  std::optional<Prior> read(const std::string& word, std::span<const Prior> others) {
    word_ = Mark{std::make_shared<const SourceText>(SourceText{"command line", word}), 1, 1};
    const std::size_t equals = word.find('=');
    const std::string path = word.substr(0, equals);
    const auto is_same = [&](const Prior& other) { return other.path == path; };
    if (std::any_of(others.begin(), others.end(), is_same)) {
      problem(in_quotes(path) + " is to be found twice");
      return std::nullopt;
    }
    std::optional<Prior> field =
        equals == std::string::npos ? prior_at(path) : field_within(path, word.substr(equals + 1));
    if (field && !may_reach(*field)) field.reset();
    return field;
  }

 private:
  Problem& problem(std::string sentence) { return problems_.add(word_, "E0610", std::move(sentence)); }

  static ScenarioRead read_with(const ScenarioFile& scenario, const std::vector<std::string>& more) {
    std::vector<std::string> overrides = scenario.overrides;
    overrides.insert(overrides.end(), more.begin(), more.end());
    return read_scenario_file(scenario.path, overrides);
  }

  // Finds a time, rate or number in a scenario with an override, or with none.
  std::optional<Prior> quantity_in(const ScenarioFile& scenario, const std::string& path,
                                   const std::vector<std::string>& overrides) {
    const ScenarioRead read = read_with(scenario, overrides);
    if (!read.scenario) {
      problems_.absorb(read.problems, "");
      return std::nullopt;
    }
    std::vector<Prior> all = quantities_of(*read.scenario, read.places);
    const auto found = std::find_if(all.begin(), all.end(), [&](const Prior& q) { return q.path == path; });
    if (found != all.end()) return *found;
    std::vector<std::string_view> paths;
    for (const Prior& quantity : all) paths.push_back(quantity.path);
    problem(in_quotes(path) + " is no time, rate, share or count of " + scenario.path + " that can be found")
        .hint(did_you_mean(nearest_word(path, paths)))
        .with_help("'headrace show fields' lists them; one that is zero or none needs a range: " + path +
                   "=LOW..HIGH");
    return std::nullopt;
  }

  std::optional<Prior> prior_at(const std::string& path) {
    std::optional<Prior> field = quantity_in(scenarios_.front(), path, {});
    if (!field) return field;
    for (const ScenarioFile& scenario : scenarios_) {
      const std::optional<Prior> other = quantity_in(scenario, path, {});
      if (!other) return std::nullopt;
      if (other->text() == field->text() && other->factor == field->factor) continue;
      problem(in_quotes(path) + " is " + field->text() + " in " + scenarios_.front().path + " and " +
              other->text() + " in " + scenario.path + ": one value is to be found for both")
          .with_help("give its range: " + path + "=" + field->text(0.5) + ".." + field->text(2));
      return std::nullopt;
    }
    if (field->factor > 1) return field;
    problem(in_quotes(path) + " is no prior: nothing says how far off it may be")
        .with_help("give its range: " + path + "=" + field->text(0.5) + ".." + field->text(2));
    return std::nullopt;
  }

  std::optional<Prior> field_within(const std::string& path, const std::string& range) {
    const std::size_t dots = range.find("..");
    if (dots == std::string::npos || dots == 0 || dots + 2 == range.size()) {
      problem(in_quotes(range) + " is no range").with_help("write it as " + path + "=1 ms..4 ms");
      return std::nullopt;
    }
    const ScenarioFile& first = scenarios_.front();
    const std::optional<Prior> low = quantity_in(first, path, {path + "=" + range.substr(0, dots)});
    const std::optional<Prior> high = quantity_in(first, path, {path + "=" + range.substr(dots + 2)});
    if (!low || !high) return std::nullopt;
    const double factor = std::sqrt(high->size() / low->size());
    if (factor <= 1) {
      problem("the range " + in_quotes(range) + " does not go up");
      return std::nullopt;
    }
    std::optional<Prior> middle = quantity_in(first, path, {path + "=" + low->text(factor, kDigits)});
    if (!middle) return std::nullopt;
    if (middle->is_whole()) middle->value = WholeNumber{low->size() * factor};
    middle->factor = factor;
    middle->source = "range given for the fit";
    return middle;
  }

  // Tells whether the scenarios may have what may be tried of a field.
  bool may_reach(const Prior& field) {
    const double farthest = std::exp(reach_ * deviation_of(field.factor));
    if (field.is_whole() && field.text(1 / farthest) == field.text(farthest)) {
      problem(in_quotes(field.path) + " is a whole number, and no other is within its range, " +
              field.range())
          .with_help("give a wider range: " + field.path + "=" + field.text(0.5) + ".." + field.text(2));
      return false;
    }
    for (const double times : {1 / farthest, farthest}) {
      const std::string text = field.text(times);
      for (const ScenarioFile& scenario : scenarios_) {
        if (read_with(scenario, {field.path + "=" + text}).scenario) continue;
        problem("no scenario may have " + field.path + "=" + text + ", which may be tried")
            .with_help("give a narrower range: " + field.path + "=" + field.text(0.8) + ".." +
                       field.text(1.25));
        return false;
      }
    }
    return true;
  }

  const std::vector<ScenarioFile>& scenarios_;
  double reach_;
  Problems& problems_;
  Mark word_;
};

}  // namespace

double deviation_of(double factor) { return std::log(factor) / kOfNineInTen; }

FreeFields read_free_fields(const std::vector<std::string>& words, const std::vector<ScenarioFile>& scenarios,
                            double reach) {
  FreeFields read;
  std::vector<Prior> fields;
  FreeFieldReader reader(scenarios, reach, read.problems);
  for (const std::string& word : words)
    if (std::optional<Prior> field = reader.read(word, fields)) fields.push_back(*std::move(field));
  if (!read.problems.has_errors()) read.fields = std::move(fields);
  return read;
}

}  // namespace headrace
