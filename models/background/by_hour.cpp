// ByHour: shares that follow each other hour by hour, as the other jobs of a machine come and go over a day
// or a week, and begin again behind the last. It draws nothing: a log of jobs says the mean of an hour.

#include <vector>

#include "models/background/policy.h"
#include "models/check.h"

namespace headrace {

namespace {

struct ByHourSpec {
  std::vector<std::int64_t> percent_taken = {30};
  std::int64_t first = 0;
  Duration hour_length = 3600_s;

  void visit(Fields& f) {
    f.integers(
        required("percent_taken",
                 "percent that others take, hour by hour: 24 of a day, or 168 of a week from Monday on"),
        percent_taken);
    f.integer({"first", "which of them the run begins in, from 0"}, first, 0, kMostHours - 1);
    f.duration({"hour_length", "how long each of them lasts"}, hour_length, 1_us, Duration::seconds(1e9));
  }
  void check(Check& check) const;

  static constexpr std::int64_t kMostHours = 10'000;
};

void ByHourSpec::check(Check& check) const {
  const auto hours = static_cast<std::int64_t>(percent_taken.size());
  if (hours == 0 || hours > kMostHours)
    return check.refuse("percent_taken", "E0734",
                        "a load by hour has 1 to " + std::to_string(kMostHours) + " values, and not " +
                            std::to_string(hours));
  for (const std::int64_t percent : percent_taken)
    if (percent < 0 || percent > static_cast<std::int64_t>(100 * BackgroundLoad::kMostTaken))
      return check.refuse("percent_taken", "E0734",
                          std::to_string(percent) + " is no share of a load: others take 0 to 99 percent");
  if (first >= hours)
    check.refuse("first", "E0734",
                 "there is no hour " + std::to_string(first) + ": the last of " + std::to_string(hours) +
                     " is " + std::to_string(hours - 1));
}

class ByHour final : public BackgroundLoad {
 public:
  ByHour(const Context&, const ByHourSpec& spec)
      : percent_(spec.percent_taken), step_(spec.hour_length), hour_(static_cast<std::size_t>(spec.first)) {}

  Step next() override {
    const double taken = static_cast<double>(percent_[hour_]) / 100;
    hour_ = (hour_ + 1) % percent_.size();
    return {taken, step_};
  }

 private:
  std::vector<std::int64_t> percent_;
  Duration step_;
  std::size_t hour_;
};

}  // namespace

std::unique_ptr<Recipe<BackgroundLoad>> by_hour() { return recipe<BackgroundLoad, ByHour, ByHourSpec>(); }

}  // namespace headrace
