#include "analysis/answer/doubts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/statistics/drawn_factor.h"

namespace headrace {

namespace {

constexpr std::int64_t kGreatSeed = std::numeric_limits<std::int64_t>::max() / 2;

std::string given(const Prior& prior, double times) { return prior.path + "=" + prior.text(times); }

double distance(const std::optional<double>& value, double from) {
  return value ? std::abs(*value - from) : 0;
}

// Returns how far another seed moves a figure.
double by_chance(const DoubtedFigure& doubted) {
  return std::max(doubted.by_seed.high - doubted.value, doubted.value - doubted.by_seed.low);
}

}  // namespace

DoubtDesign::DoubtDesign(std::vector<Prior> priors, std::int64_t seed, std::int64_t draws,
                         std::vector<std::string> kept)
    : priors_(std::move(priors)), kept_(std::move(kept)) {
  runs_.push_back({"as it is", {}});
  for (std::size_t other = 1; other <= kSeeds; ++other) {
    // The greatest seed has none above it.
    const auto away = static_cast<std::int64_t>(seed < kGreatSeed ? other : -other);
    const std::string word = std::to_string(seed + away);
    runs_.push_back({"seed " + word, {"seed=" + word}});
  }
  for (const Prior& prior : priors_) {
    runs_.push_back({prior.path + ", low", {given(prior, 1 / prior.factor)}});
    runs_.push_back({prior.path + ", high", {given(prior, prior.factor)}});
  }
  for (std::int64_t draw = 1; draw <= draws; ++draw) {
    DoubtRun& run = runs_.emplace_back(DoubtRun{"draw " + std::to_string(draw), {}});
    for (const Prior& prior : priors_) {
      const double times = drawn_factor(prior.factor, static_cast<std::uint64_t>(seed), prior.path,
                                        static_cast<std::uint64_t>(draw));
      run.overrides.push_back(given(prior, times));
    }
  }
}

std::vector<std::string> DoubtDesign::of_draw(std::size_t run, std::span<const std::size_t> priors) const {
  std::vector<std::string> overrides;
  for (const std::size_t prior : priors) overrides.push_back(runs_[run].overrides[prior]);
  return overrides;
}

std::vector<std::string> DoubtDesign::of_draw_without(std::size_t run,
                                                      std::span<const std::size_t> priors) const {
  std::vector<std::string> overrides;
  for (std::size_t prior = 0; prior < priors_.size(); ++prior)
    if (std::find(priors.begin(), priors.end(), prior) == priors.end())
      overrides.push_back(runs_[run].overrides[prior]);
  return overrides;
}

DoubtInterval order_interval(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  const std::size_t r = std::max<std::size_t>(1, (n + 1) / 20);
  return {values[r - 1], values[n - r],
          (static_cast<double>(n) + 1 - 2 * static_cast<double>(r)) / (static_cast<double>(n) + 1)};
}

bool DoubtedFigure::matters(const DoubtedPrior& prior) const { return prior.moves > by_chance(*this); }

std::vector<std::size_t> DoubtedFigure::measure_first() const {
  if (together) return together->priors;
  if (priors.empty() || !matters(priors.front())) return {};
  return {priors.front().prior};
}

std::optional<std::size_t> draw_beyond_priors(const DoubtDesign& design, const DoubtedFigure& doubted,
                                              std::span<const std::optional<double>> values) {
  double alone = by_chance(doubted);
  if (!doubted.priors.empty()) alone = std::max(alone, doubted.priors.front().moves);
  std::optional<std::size_t> farthest;
  double most = 2 * alone;
  for (std::size_t run = design.first_draw(); run < values.size(); ++run) {
    if (distance(values[run], doubted.value) <= most) continue;
    most = distance(values[run], doubted.value);
    farthest = run;
  }
  return farthest;
}

std::optional<DoubtedFigure> doubts_of(const DoubtDesign& design, const Headline& headline,
                                       std::span<const std::optional<double>> values) {
  DoubtedFigure doubted;
  doubted.headline = headline;
  std::vector<double> seeds, draws;
  for (std::size_t run = 0; run < values.size(); ++run) {
    if (!values[run])
      ++doubted.missing;
    else if (run <= DoubtDesign::kSeeds)
      seeds.push_back(*values[run]);
    else if (run >= design.first_draw())
      draws.push_back(*values[run]);
  }
  if (seeds.size() <= DoubtDesign::kSeeds) return std::nullopt;
  doubted.value = seeds.front();
  doubted.by_seed = order_interval(std::move(seeds));
  if (!draws.empty()) doubted.by_priors = order_interval(std::move(draws));
  for (std::size_t prior = 0; prior < design.priors().size(); ++prior) {
    const std::size_t end = design.first_end_of(prior);
    DoubtedPrior& moved = doubted.priors.emplace_back();
    moved.prior = prior;
    moved.at_low = values[end];
    moved.at_high = values[end + 1];
    moved.moves = std::max(distance(moved.at_low, doubted.value), distance(moved.at_high, doubted.value));
  }
  std::stable_sort(doubted.priors.begin(), doubted.priors.end(),
                   [](const DoubtedPrior& a, const DoubtedPrior& b) { return a.moves > b.moves; });
  return doubted;
}

}  // namespace headrace
