#include "scenarios/loader/free_fields.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

constexpr double kOfNineInTen = 1.6449;  // Of a normal law, in standard deviations.
constexpr int kDigits = 6;

class FreeFieldReader {
 public:
  FreeFieldReader(const std::string& scenario, double reach, Problems& problems)
      : file_(scenario), reach_(reach), problems_(problems) {}

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

  // Finds a time or rate in the scenario with an override, or with none.
  std::optional<Prior> quantity_at(const std::string& path, const std::vector<std::string>& overrides) {
    const ScenarioRead read = read_scenario_file(file_, overrides);
    if (!read.scenario) {
      problems_.absorb(read.problems, "");
      return std::nullopt;
    }
    std::vector<Prior> all = quantities_of(*read.scenario, read.places);
    const auto found = std::find_if(all.begin(), all.end(), [&](const Prior& q) { return q.path == path; });
    if (found != all.end()) return *found;
    std::vector<std::string_view> paths;
    for (const Prior& quantity : all) paths.push_back(quantity.path);
    problem(in_quotes(path) + " is no time or rate of the scenario that can be found")
        .hint(did_you_mean(nearest_word(path, paths)))
        .with_help("'headrace show fields' lists them; one that is zero needs a range: " + path +
                   "=LOW..HIGH");
    return std::nullopt;
  }

  std::optional<Prior> prior_at(const std::string& path) {
    std::optional<Prior> field = quantity_at(path, {});
    if (!field || field->factor > 1) return field;
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
    const std::optional<Prior> low = quantity_at(path, {path + "=" + range.substr(0, dots)});
    const std::optional<Prior> high = quantity_at(path, {path + "=" + range.substr(dots + 2)});
    if (!low || !high) return std::nullopt;
    const double factor = std::sqrt(high->size() / low->size());
    if (factor <= 1) {
      problem("the range " + in_quotes(range) + " does not go up");
      return std::nullopt;
    }
    std::optional<Prior> middle = quantity_at(path, {path + "=" + low->text(factor, kDigits)});
    if (!middle) return std::nullopt;
    middle->factor = factor;
    middle->source = "range given for the fit";
    return middle;
  }

  // Tells whether a scenario may have what may be tried of a field.
  bool may_reach(const Prior& field) {
    const double farthest = std::exp(reach_ * deviation_of(field.factor));
    for (const double times : {1 / farthest, farthest}) {
      const std::string text = field.text(times);
      const ScenarioRead read = read_scenario_file(file_, {field.path + "=" + text});
      if (read.scenario) continue;
      problem("no scenario may have " + field.path + "=" + text + ", which may be tried")
          .with_help("give a narrower range: " + field.path + "=" + field.text(0.8) + ".." +
                     field.text(1.25));
      return false;
    }
    return true;
  }

  const std::string& file_;
  double reach_;
  Problems& problems_;
  Mark word_;
};

}  // namespace

double deviation_of(double factor) { return std::log(factor) / kOfNineInTen; }

FreeFields read_free_fields(const std::vector<std::string>& words, const std::string& scenario,
                            double reach) {
  FreeFields read;
  std::vector<Prior> fields;
  FreeFieldReader reader(scenario, reach, read.problems);
  for (const std::string& word : words)
    if (std::optional<Prior> field = reader.read(word, fields)) fields.push_back(*std::move(field));
  if (!read.problems.has_errors()) read.fields = std::move(fields);
  return read;
}

}  // namespace headrace
