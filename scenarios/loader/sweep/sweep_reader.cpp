#include "scenarios/loader/sweep/sweep_reader.h"

#include <algorithm>

#include "scenarios/loader/fields/scenario_fields.h"
#include "scenarios/loader/read/scenario_text.h"
#include "scenarios/loader/sweep/sweep_checks.h"
#include "scenarios/loader/sweep/sweep_units.h"
#include "scenarios/loader/text/scalars.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::int64_t kMostTries = 1000;  // Of an endless design, for each of its points.

Mark whole(const std::string& word) {
  const auto source = std::make_shared<const SourceText>(SourceText{"command line", word});
  return Mark{source, 1, 1, static_cast<int>(word.size())};
}

bool is_of_command_line(const Mark& mark) { return mark.source && mark.source->file == "command line"; }

class SweepPartsReader {
 public:
  SweepPartsReader(const MergedScenario& merged, MergedScenario::Read base, Problems& problems)
      : parts_(std::make_shared<SweepParts>(merged.without({"sweep", "compare"}))),
        places_(std::move(base.places)),
        problems_(problems) {
    parts_->base = std::move(base.scenario);
    if (parts_->base.sweep) parts_->spec = *parts_->base.sweep;
    parts_->base.sweep.reset();
  }

  std::shared_ptr<const SweepParts> read(const std::vector<std::string>& words) {
    const bool base_is_right = !problems_.has_errors();
    check_beside_sweep(parts_->base, places_, problems_);
    read_axes(words);
    const bool are_linked = link_units(parts_->spec, places_, texts_, problems_);
    check_axes(texts_, problems_);
    const bool axes_are_right = problems_.errors() == errors_of_base_ && !texts_.empty();
    for (const AxisText& text : texts_) {
      parts_->axes.push_back(text.axis);
      parts_->marks.push_back(text.mark);
    }
    read_constraints(axes_are_right);
    check_design(*parts_, texts_, places_, problems_);
    check_precision(parts_->base, parts_->spec, places_, problems_);
    // What is wrong with the scenario as it stands would be found again with each value.
    if (base_is_right && are_linked) try_values(*parts_, texts_, problems_);
    if (problems_.has_errors()) return nullptr;
    set_design();
    if (problems_.has_errors()) return nullptr;
    write_text();
    return parts_;
  }

 private:
  void read_axes(const std::vector<std::string>& words) {
    errors_of_base_ = problems_.errors();
    const FieldNode fields = scenario_fields();
    const std::vector<std::string>& texts = parts_->spec.axes;
    for (std::size_t i = 0; i < texts.size(); ++i)
      add_axis(texts[i], place_in(places_, "sweep.axes[" + std::to_string(i) + "]"), fields, false);
    of_text_ = texts_.size();
    for (const std::string& word : words) add_axis(word, whole(word), fields, true);
    if (texts_.empty() && problems_.errors() == errors_of_base_)
      problems_
          .add(place_in(places_, places_.contains("sweep.axes") ? "sweep.axes" : "sweep"), "E0401",
               "the sweep has no axis")
          .with_help("give one in 'sweep.axes' or behind the file: key.path=1,2,4");
  }

  void add_axis(const std::string& text, const Mark& mark, const FieldNode& fields, bool replaces) {
    std::optional<AxisText> axis = parse_axis(text, mark, fields, problems_);
    if (!axis) return;
    // Of two on the command line the second is a mistake, found later.
    const auto end = texts_.begin() + static_cast<std::ptrdiff_t>(of_text_);
    const auto same =
        std::find_if(texts_.begin(), replaces ? end : texts_.begin(), [&](const AxisText& other) {
          return other.axis.path == axis->axis.path && !is_of_command_line(other.mark);
        });
    if (same == (replaces ? end : texts_.begin())) {
      texts_.push_back(std::move(*axis));
      return;
    }
    *same = std::move(*axis);
  }

  void read_constraints(bool axes_are_right) {
    if (!axes_are_right) return;
    for (std::size_t i = 0; i < parts_->spec.constraints.size(); ++i) {
      const Mark mark = place_in(places_, "sweep.constraints[" + std::to_string(i) + "]");
      auto constraint = Constraint::parse(parts_->spec.constraints[i], mark, parts_->axes, problems_);
      if (constraint) parts_->constraints.push_back(std::move(*constraint));
    }
  }

  void set_design() {
    const DesignTraits traits = parts_->design().traits;
    DesignSetting& setting = parts_->setting;
    setting = setting_of(*parts_);
    if (traits.has_base) find_base_values(*parts_, problems_);
    if (problems_.has_errors()) return;
    parts_->size = parts_->design().size(setting);
    if (parts_->constraints.empty() && !traits.has_base) return;
    const std::int64_t tries =
        traits.is_endless ? std::min(parts_->size * kMostTries, 2 * kMostPoints) : parts_->size;
    for (std::int64_t place = 0; place < tries; ++place) {
      if (static_cast<std::int64_t>(parts_->places.size()) == parts_->size) break;
      if (is_wanted(place)) parts_->places.push_back(place);
    }
    parts_->has_places = true;
    const auto met = static_cast<std::int64_t>(parts_->places.size());
    if (met == 0)
      problems_.add(place_in(places_, "sweep.constraints[0]"), "E0416",
                    "no point of the sweep meets its constraints");
    else if (traits.is_endless && met < parts_->size)
      problems_.warn(place_in(places_, "sweep.constraints[0]"), "W0015",
                     "only " + std::to_string(met) + " of " + std::to_string(tries) +
                         " points tried meet the constraints");
    parts_->size = met;
  }

  bool is_wanted(std::int64_t place) const {
    const std::vector<std::string> values = parts_->values_at(place);
    // A value that the scenario has anyway is the first point once more.
    if (!parts_->base_values.empty() && place > 0 && is_base(values)) return false;
    return std::all_of(parts_->constraints.begin(), parts_->constraints.end(),
                       [&](const Constraint& constraint) { return constraint.holds(values); });
  }

  bool is_base(const std::vector<std::string>& values) const {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!is_same_value(values[i], parts_->base_values[i])) return false;
    return true;
  }

  void write_text() {
    std::string& text = parts_->text;
    const SweepSpec& spec = parts_->spec;
    for (const SweepAxis& axis : parts_->axes) {
      const std::string range = axis.is_range ? axis.values[0] + ".." + axis.values[1] : joined(axis.values);
      text += axis.path + "=" + (axis.is_range && axis.range.log ? "log " : "") + range + "\n";
      for (const UnitPart& part : axis.parts)
        text += axis.path + ": " + part.path + "=" + std::to_string(part.each) + "\n";
      for (const auto& [word, settings] : axis.choices)
        for (const AxisSetting& setting : settings)
          text += axis.path + "=" + word + ": " + setting.path + "=" + setting.value + "\n";
    }
    text += "design: " + std::string(parts_->design().name) + "\n";
    if (spec.points > 0) text += "points: " + std::to_string(spec.points) + "\n";
    for (const std::string& constraint : spec.constraints) text += "constraint: " + constraint + "\n";
    if (spec.precision)
      text += "precision: " + spec.precision->figure + " +- " + number_text(spec.precision->half_width) +
              ", at most " + std::to_string(spec.precision->at_most) + "\n";
    parts_->hash = hash_of_text(write_scenario(parts_->base) + text);
  }

  std::shared_ptr<SweepParts> parts_;
  Places places_;
  Problems& problems_;
  std::size_t errors_of_base_ = 0;
  std::vector<AxisText> texts_;
  std::size_t of_text_ = 0;  // Axes that the scenario gives, which come first.
};

}  // namespace

std::shared_ptr<const SweepParts> read_sweep_parts(const MergedScenario& merged, MergedScenario::Read base,
                                                   const std::vector<std::string>& axes, Problems& problems) {
  return SweepPartsReader(merged, std::move(base), problems).read(axes);
}

}  // namespace headrace
