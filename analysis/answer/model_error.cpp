#include "analysis/answer/model_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace headrace {

namespace {

constexpr double kTail = 0.05;   // Share of errors on each side of an interval.
constexpr double kLeastAu = 65;  // No published run was predicted below, in percent.
constexpr double kMostPercent = 100;

// Logarithms of what was measured over what was predicted [derived]: scenarios/validation has what was
// measured, tests/scenarios/golden/validation what was predicted, and a test holds this table to both.
constexpr PublishedError kErrors[] = {
    {"Polaris-Lustre", 0.0021},   {"Polaris-Lustre", -0.0175}, {"Polaris-Lustre", -0.0135},
    {"Polaris-Lustre", -0.0103},  {"Polaris-Lustre", -0.0061}, {"Polaris-Lustre", -0.0047},
    {"Polaris-Lustre", -0.0013},  {"Polaris-Lustre", 0.0064},  {"Polaris-NVMe", 0.0035},
    {"Polaris-NVMe", 0.0171},     {"AI400X2", 0.0129},         {"AI400X2", -0.0088},
    {"AI400X2", 0.0485},          {"AI400X2T", -0.1111},       {"AI400X2T", -0.0184},
    {"AI400X2T", -0.0026},        {"AI400X2T", 0.0021},        {"E1000-HDR", 0.0374},
    {"E1000-HDR", -0.0247},       {"E1000-HDR", -0.0284},      {"E1000-HDR", -0.0375},
    {"E1000-Slingshot", -0.0410}, {"Hammerspace", 0.0097},     {"Hammerspace", -0.0085},
    {"Hammerspace", 0.0367},      {"Hammerspace", -0.0092},    {"Hammerspace", 0.0092},
    {"Hammerspace", -0.0202},     {"Hammerspace", -0.0069},    {"Hammerspace", 0.0086},
    {"Micron-6500", -0.1178},     {"Micron-6500", -0.0547},    {"Micron-6500", 0.0143},
    {"Micron-6500", 0.0240},      {"Micron-6500", 0.0087},     {"Micron-6500", -0.0108},
    {"Micron-9400", -0.0692},     {"Micron-9400", -0.0123},    {"Micron-9400", 0.0056},
    {"Micron-9400", -0.0010},     {"Micron-9400", -0.0080},    {"Micron-9550", -0.1122},
    {"Micron-9550", -0.0328},     {"Micron-9550", -0.0268},    {"Micron-9550", -0.0376},
    {"Micron-9550", -0.0789},     {"Micron-9550", -0.0724},    {"F8000X", 0.0036},
    {"F8000X", 0.0017},           {"F8000X", 0.0053},          {"F8000X", -0.0117},
    {"F8000X", -0.0114},          {"F8000X", 0.0164},          {"F8000X", 0.0103},
    {"F8000X", 0.0207},           {"F8000X", -0.0015},         {"F8000X", 0.0094},
    {"F8000X", -0.0246},          {"F8000X", 0.0404},          {"F8000X", 0.0082},
    {"F8000X", 0.0077},           {"F8000X", -0.0391},         {"F8000X", 0.0206},
    {"F8000X", -0.0423},          {"F8000X", 0.0093},          {"AS13000-AMD", -0.0972},
    {"AS13000-AMD", -0.0724},     {"AS13000-AMD", 0.0087},     {"AS13000-AMD", 0.0187},
    {"AS13000-AMD", -0.0361},     {"AS13000-AMD", -0.0280},    {"AS13000-Intel", -0.1077},
    {"AS13000-Intel", -0.0300},   {"AS13000-Intel", -0.0061},  {"AS13000-Intel", 0.0111},
    {"AMLFS-500", 0.0574},        {"AMLFS-250", 0.0582},       {"AMLFS-125", 0.0579},
    {"AMLFS-40", 0.0917},         {"AMLFS-20", 0.0951},        {"AMLFS-500", 0.1454},
    {"AMLFS-250", 0.1422},        {"AMLFS-125", 0.1416},       {"AMLFS-40", 0.1701},
    {"AMLFS-20", 0.1740},         {"AMLFS-125", 0.0737},       {"AIStore-GCP", -0.0025},
    {"AIStore-OCI-3", -0.0011},   {"AIStore-OCI-3", 0.0065},   {"AIStore-OCI-6", 0.0063},
    {"XSKY-AIMesh", -0.0107},     {"XSKY-AIMesh", 0.3346},     {"XSKY-AIMesh", 0.1116},
    {"Seahorse", 0.0021},         {"Mayascale", -0.0548},      {"Mayascale", -0.0257},
    {"Nebius", -0.0590},          {"Nebius", -0.0530},         {"Solidigm-P5336", 0.0437},
    {"Solidigm-PS1010", 0.0135},  {"Hickory", -0.0453}};

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

// "85.8 to 100.0 % AU on nine of ten systems, as predictions of 101 published runs, of 16 families of
// systems, were off"
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

std::optional<double> predicted_for(double target, double share, double& most) {
  const auto met = [&](double predicted) {
    const std::optional<ModelInterval> interval = model_interval(predicted);
    return interval ? interval->above(target) : 0;
  };
  most = met(kMostPercent);
  if (most < share) return std::nullopt;
  // A higher prediction meets the target on as many systems or more, so the bound is found by halving.
  constexpr double kClose = 0.01;
  double low = kLeastAu, high = kMostPercent;
  while (high - low > kClose) {
    const double middle = (low + high) / 2;
    (met(middle) < share ? low : high) = middle;
  }
  return high;
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
