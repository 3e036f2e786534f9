#include "scenarios/loader/priors.h"

#include <fstream>
#include <map>
#include <optional>

#include "scenarios/loader/fields/field_walk.h"
#include "scenarios/loader/fields/prior_range.h"

namespace headrace {
namespace {

// Comments of lines of files, each file read once: "file.yaml:12" is that of the twelfth line.
class LineComments {
 public:
  std::string at(const std::string& origin) {
    const std::size_t colon = origin.rfind(':');
    if (colon == std::string::npos) return {};
    const std::string digits = origin.substr(colon + 1);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) return {};
    const std::vector<std::string>& lines = lines_of(origin.substr(0, colon));
    const std::size_t line = std::stoul(digits);
    if (line == 0 || line > lines.size()) return {};
    const std::size_t hash = lines[line - 1].find('#');
    return hash == std::string::npos ? "" : lines[line - 1].substr(hash + 1);
  }

 private:
  const std::vector<std::string>& lines_of(const std::string& file) {
    const auto [found, is_new] = files_.try_emplace(file);
    std::ifstream stream(is_new ? file : "");
    for (std::string line; std::getline(stream, line);) found->second.push_back(line);
    return found->second;
  }

  std::map<std::string, std::vector<std::string>> files_;
};

class PriorCollector final : public FieldWalk {
 public:
  explicit PriorCollector(const std::map<std::string, std::string>& origins) : origins_(origins) {}
  std::vector<Prior> take() { return std::move(priors_); }

  void duration(const Field& field, Duration& value, Duration, Duration) override {
    if (value != Duration()) add(field, Quantity::time, value);
  }
  void bandwidth(const Field& field, Bandwidth& value) override { add(field, Quantity::rate, value); }
  void distribution(const Field& field, Distribution& value) override {
    if (value.mean != Duration()) add(field, Quantity::time, value);
  }

 private:
  void add(const Field& field, Quantity quantity, std::variant<Duration, Bandwidth, Distribution> value) {
    Prior prior{path_of(field.name), std::string(field.source), 1, value};
    const auto origin = origins_.find(prior.path);
    std::optional<double> factor;
    if (origin == origins_.end()) {
      factor = prior_factor(field.source, quantity);
    } else {
      prior.source = comments_.at(origin->second);
      prior.source.erase(0, prior.source.find_first_not_of(' '));
      factor = given_factor(prior.source, quantity);
    }
    if (!factor) return;
    prior.factor = *factor;
    priors_.push_back(std::move(prior));
  }

  const std::map<std::string, std::string>& origins_;
  LineComments comments_;
  std::vector<Prior> priors_;
};

}  // namespace

std::string Prior::text(double times) const {
  return std::visit([&](const auto& scaled) { return scaled_text(scaled, times); }, value);
}

std::string Prior::range() const {
  return std::visit([&](const auto& prior) { return range_text(prior, factor); }, value);
}

std::vector<Prior> priors_of(const Scenario& scenario) {
  Scenario visited = scenario;
  PriorCollector collector(scenario.origins);
  collector.group(Field{"platform", ""}, visited.platform);
  collector.map(Field{"jobs", ""}, visited.jobs);
  return collector.take();
}

}  // namespace headrace
