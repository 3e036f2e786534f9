#include "scenarios/loader/sweep/sweep_spec.h"

#include "scenarios/loader/sweep/designs/design.h"

namespace headrace {

void PrecisionSpec::visit(Fields& f) {
  f.text(
      required("figure", "the figure of the answer whose interval is to be narrow, as an assertion names it"),
      figure);
  f.number(required("half_width", "half of the 95 % interval at the end, in the figure's own unit"),
           half_width, 1e-12, 1e18);
  f.integer({"at_most", "replications of a point that stays wide",
             "a prior: two minutes of runs of two seconds "
             "[assumed]"},
            at_most, 2, 100'000);
}

void UnitSpec::visit(Fields& f) {
  f.texts(required("of", "numbers of the scenario, and how much of each one unit is: key.path=4"), of);
}

void ChoiceSpec::Word::visit(Fields& f) {
  f.texts(required("overrides", "what this word means, as on the command line; [] for nothing"), overrides);
}

void ChoiceSpec::visit(Fields& f) {
  f.map(required("of", "the words that the axis may have, and the overrides that each stands for"), of);
}

void SweepSpec::visit(Fields& f) {
  std::vector<std::string_view> names;
  for (const Design& each : designs()) names.push_back(each.name);
  f.choice({"design", "which combinations of the axes' values are run"}, design, names);
  f.integer({"points",
             "of a design that is sampled: points; of morris, trajectories; of saltelli, base points; "
             "0: not said"},
            points, 0, kMostPoints);
  f.texts({"axes",
           "the fields that change and their values, as on the command line: key.path=1,2,4, "
           "key.path=8..64:8, key.path=log 10s..1h 8"},
          axes);
  f.map({"units",
         "what is only had together, by a name that is an axis: its value sets several numbers at once"},
        units);
  f.map(
      {"choices",
       "what is only chosen together, by a name that is an axis: its value is a word for several overrides"},
      choices);
  f.texts({"constraints", "what a point must meet to be run, such as read_threads * prefetch_size <= 64"},
          constraints);
  f.group(
      {"precision", "replications of each point until an interval is narrow; absent: measure.replications"},
      precision);
}

}  // namespace headrace
