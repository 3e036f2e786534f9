#include "scenarios/loader/priors.h"

#include <optional>

#include "models/field_visitor.h"
#include "scenarios/loader/text/letters.h"

namespace headrace {
namespace {

// Returns the comment of the line that a mark is on; nothing where the mark is of no text.
std::string comment_at(const Mark& mark) {
  if (mark.source == nullptr) return {};
  const std::string_view line = line_of(mark);
  const std::size_t hash = line.find('#');
  return std::string(hash == std::string_view::npos ? "" : trimmed(line.substr(hash + 1)));
}

class QuantityCollector final : public FieldVisitor {
 public:
  explicit QuantityCollector(const Places& places) : places_(places) {}
  std::vector<Prior> take() { return std::move(quantities_); }

  void duration(const Field& field, Duration& value, Duration, Duration) override {
    if (value != Duration()) add(field, Quantity::time, value);
  }
  void bandwidth(const Field& field, Bandwidth& value) override { add(field, Quantity::rate, value); }
  void distribution(const Field& field, Distribution& value) override {
    if (value.mean() != Duration()) add(field, Quantity::time, value);
  }
  void number(const Field& field, double& value, double, double) override {
    if (value > 0) add(field, Quantity::number, value);
  }
  void integer(const Field& field, std::int64_t& value, std::int64_t, std::int64_t) override {
    if (value > 0) add(field, Quantity::number, WholeNumber{static_cast<double>(value)});
  }

 private:
  template <class Value>
  void add(const Field& field, Quantity quantity, const Value& value) {
    Prior prior{path_of(field.name), std::string(field.source), 1, value};
    const auto place = places_.find(prior.path);
    if (place != places_.end()) prior.source = comment_at(place->second);
    const std::optional<double> factor =
        place == places_.end() ? prior_factor(field.source, quantity) : given_factor(prior.source, quantity);
    prior.factor = factor.value_or(1);
    quantities_.push_back(std::move(prior));
  }

  const Places& places_;
  std::vector<Prior> quantities_;
};

double size_of(Duration value) { return static_cast<double>(value.ns()); }
double size_of(Bandwidth value) { return value.in_bytes_per_second(); }
double size_of(const Distribution& value) { return size_of(value.mean()); }
double size_of(double value) { return value; }
double size_of(WholeNumber value) { return value.value; }

}  // namespace

std::string Prior::text(double times, int digits) const {
  return std::visit([&](const auto& scaled) { return scaled_text(scaled, times, digits); }, value);
}

std::string Prior::range() const {
  return std::visit([&](const auto& prior) { return range_text(prior, factor); }, value);
}

double Prior::size() const {
  return std::visit([](const auto& prior) { return size_of(prior); }, value);
}

std::vector<Prior> quantities_of(const Scenario& scenario, const Places& places) {
  Scenario visited = scenario;
  QuantityCollector collector(places);
  collector.group(Field{"platform", ""}, visited.platform);
  collector.map(Field{"jobs", ""}, visited.jobs);
  return collector.take();
}

std::vector<Prior> priors_of(const Scenario& scenario, const Places& places) {
  std::vector<Prior> priors = quantities_of(scenario, places);
  std::erase_if(priors, [](const Prior& prior) { return prior.factor == 1; });
  return priors;
}

}  // namespace headrace
