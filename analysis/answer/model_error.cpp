#include "analysis/answer/model_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace headrace {

namespace {

constexpr double kTail = 0.05;   // Share of errors on each side of an interval.
constexpr double kLeastAu = 69;  // No published run was predicted below, in percent.
constexpr double kMostPercent = 100;

// Logarithms of what was measured over what was predicted [derived]: scenarios/validation has what was
// measured, tests/scenarios/golden/validation what was predicted, and a test holds this table to both.
constexpr PublishedError kErrors[] = {
    {"Polaris-Lustre", -0.0024},  {"Polaris-Lustre", -0.0283}, {"Polaris-Lustre", -0.0274},
    {"Polaris-Lustre", -0.0274},  {"Polaris-Lustre", -0.0268}, {"Polaris-Lustre", -0.0274},
    {"Polaris-Lustre", -0.0260},  {"Polaris-Lustre", -0.0053}, {"Polaris-NVMe", -0.0011},
    {"Polaris-NVMe", 0.0064},     {"AI400X2", -0.0002},        {"AI400X2", -0.0452},
    {"AI400X2", -0.0208},         {"AI400X2T", -0.1241},       {"AI400X2T", -0.0285},
    {"AI400X2T", -0.0612},        {"AI400X2T", -0.0460},       {"E1000-HDR", -0.0199},
    {"E1000-HDR", -0.0760},       {"E1000-HDR", -0.0641},      {"E1000-HDR", -0.0656},
    {"E1000-Slingshot", -0.0803}, {"Hammerspace", -0.0513},    {"Hammerspace", -0.0845},
    {"Hammerspace", -0.0117},     {"Hammerspace", -0.0757},    {"Hammerspace", -0.0237},
    {"Hammerspace", -0.0710},     {"Hammerspace", -0.0259},    {"Hammerspace", -0.0263},
    {"Micron-6500", -0.1314},     {"Micron-6500", -0.0665},    {"Micron-6500", 0.0142},
    {"Micron-6500", 0.0245},      {"Micron-6500", -0.0143},    {"Micron-6500", -0.0235},
    {"Micron-9400", -0.0692},     {"Micron-9400", -0.0124},    {"Micron-9400", 0.0055},
    {"Micron-9400", -0.0267},     {"Micron-9400", -0.0265},    {"Micron-9550", -0.1257},
    {"Micron-9550", -0.0442},     {"Micron-9550", -0.0896},    {"Micron-9550", -0.0946},
    {"Micron-9550", -0.1077},     {"Micron-9550", -0.0960},    {"F8000X", -0.0077},
    {"F8000X", -0.0103},          {"F8000X", -0.0065},         {"F8000X", -0.0231},
    {"F8000X", -0.0226},          {"F8000X", 0.0055},          {"F8000X", -0.0026},
    {"F8000X", -0.0031},          {"F8000X", -0.0519},         {"F8000X", -0.0532},
    {"F8000X", -0.0828},          {"F8000X", -0.0359},         {"F8000X", -0.0046},
    {"F8000X", -0.0146},          {"F8000X", -0.0706},         {"F8000X", -0.0147},
    {"F8000X", -0.0788},          {"F8000X", -0.0379},         {"AS13000-AMD", -0.1106},
    {"AS13000-AMD", -0.0854},     {"AS13000-AMD", -0.0026},    {"AS13000-AMD", 0.0081},
    {"AS13000-AMD", -0.0387},     {"AS13000-AMD", -0.0300},    {"AS13000-Intel", -0.1212},
    {"AS13000-Intel", -0.0411},   {"AS13000-Intel", -0.0349},  {"AS13000-Intel", 0.0107},
    {"AMLFS-500", 0.0127},        {"AMLFS-250", 0.0135},       {"AMLFS-125", 0.0133},
    {"AMLFS-40", 0.0237},         {"AMLFS-20", 0.0271},        {"AMLFS-500", 0.0880},
    {"AMLFS-250", 0.0848},        {"AMLFS-125", 0.0842},       {"AMLFS-40", 0.0774},
    {"AMLFS-20", 0.0812},         {"AMLFS-125", 0.2176},       {"Solidigm-P5336", 0.0484},
    {"Solidigm-PS1010", 0.0158},
};

std::string not_known() {
  return fmt::format("no published run was predicted below {:.0f} %, so none says how far off this is",
                     kLeastAu);
}

// "AMLFS" of "AMLFS-500": systems of one maker, or one kind, err alike.
std::string_view family_of(std::string_view system) { return system.substr(0, system.find('-')); }

double with_error(double au_percent, double error) {
  return std::min(au_percent * std::exp(error), kMostPercent);
}

bool is_utilisation(std::string_view figure) {
  return figure.ends_with("au_percent") || figure.ends_with("utilisation_percent");
}

// "85.8 to 100.0 % AU on nine of ten systems, as predictions of 88 published runs, of 10 families of systems,
// were off"
std::string range_words(double predicted, std::string_view unit) {
  const std::optional<ModelInterval> interval = model_interval(predicted);
  if (!interval) return not_known();
  return fmt::format(
      "{:.1f} to {:.1f} {} on nine of ten systems, as predictions of {} published runs, of {} families of "
      "systems, were off",
      interval->low, interval->high, unit, interval->runs, interval->families);
}

}  // namespace

std::span<const PublishedError> published_errors() { return kErrors; }

ModelInterval::ModelInterval(double au_percent, std::span<const PublishedError> errors)
    : runs(errors.size()), predicted_(au_percent) {
  std::vector<double> values;
  std::vector<std::string_view> of_family;
  for (const PublishedError& of : errors) {
    values.push_back(of.error);
    of_family.push_back(family_of(of.system));
  }
  families = std::set(of_family.begin(), of_family.end()).size();
  errors_ = grouped_spread(values, of_family).value();
  low = with_error(au_percent, errors_.quantile(kTail));
  high = with_error(au_percent, errors_.quantile(1 - kTail));
}

double ModelInterval::above(double au_percent) const {
  if (au_percent > kMostPercent) return 0;
  return errors_.probability_above(std::log(au_percent / predicted_));
}

std::optional<ModelInterval> model_interval(double au_percent) {
  if (au_percent < kLeastAu) return std::nullopt;
  return ModelInterval(au_percent, published_errors());
}

std::string how_sure_of_target(std::string_view figure, double predicted, double target) {
  if (!is_utilisation(figure)) return {};
  const std::optional<ModelInterval> interval = model_interval(predicted);
  if (!interval) return not_known();
  return fmt::format(
      "{:.0f} % of systems would meet it, as predictions of {} published runs, of {} families of systems, "
      "were off",
      kMostPercent * interval->above(target), interval->runs, interval->families);
}

std::string how_sure(const JobResult& job) {
  if (job.kind != JobKind::training || !job.au_percent) return {};
  std::string text = "How sure: " + range_words(*job.au_percent, "% AU");
  if (const auto interval = model_interval(*job.au_percent); interval && job.au_threshold_percent > 0)
    text += fmt::format("; the target is met on {:.0f} % of systems",
                        kMostPercent * interval->above(job.au_threshold_percent));
  return text + ".";
}

RatioError ratio_error(std::span<const PublishedError> errors) {
  std::vector<double> values;
  std::vector<std::string_view> of_family;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (errors[i].system != errors[j].system) continue;
      // Either run may stand first.
      for (const double sign : {1.0, -1.0}) {
        values.push_back(sign * (errors[i].error - errors[j].error));
        of_family.push_back(family_of(errors[i].system));
      }
    }
  }
  const GroupedSpread spread = grouped_spread(values, of_family).value();
  return {std::exp(spread.quantile(1 - kTail)) - 1, values.size() / 2,
          std::set(of_family.begin(), of_family.end()).size()};
}

std::string how_sure_of_ratio() {
  const RatioError error = ratio_error(published_errors());
  return fmt::format(
      "How sure: nine of ten ratios of two runs on one system are within {:.0f} % of the predicted one, as "
      "predictions of {} pairs of published runs, of {} families of systems, were off; those differ in "
      "workload or size.",
      kMostPercent * error.nine_of_ten, error.pairs, error.families);
}

std::string how_sure_of_figure(std::string_view figure, double predicted) {
  return is_utilisation(figure) ? "How sure: " + range_words(predicted, "%") + "." : "";
}

}  // namespace headrace
