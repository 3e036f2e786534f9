#include "scenarios/loader/sweep_parts.h"

#include <algorithm>
#include <cmath>

#include "scenarios/loader/words.h"

namespace headrace {
namespace {

Mark whole(const std::string& word) {
  const auto source = std::make_shared<const SourceText>(SourceText{"command line", word});
  return Mark{source, 1, 1, static_cast<int>(word.size())};
}

Mark place_of(const Places& places, const std::string& path) {
  const auto found = places.find(path);
  return found == places.end() ? Mark() : found->second;
}

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
    read_axes(words);
    if (problems_.has_errors()) return nullptr;
    for (const AxisText& text : texts_) {
      parts_->axes.push_back(text.axis);
      parts_->marks.push_back(text.mark);
    }
    set_design();
    write_text();
    return parts_;
  }

 private:
  void read_axes(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < parts_->spec.axes.size(); ++i)
      add_axis(parts_->spec.axes[i], place_of(places_, "sweep.axes[" + std::to_string(i) + "]"));
    for (const std::string& word : words) add_axis(word, whole(word));
    if (texts_.empty() && !problems_.has_errors())
      problems_.add(place_of(places_, "sweep"), "E0401", "the sweep has no axis")
          .with_help("give one in 'sweep.axes' or behind the file: key.path=1,2,4");
  }

  void add_axis(const std::string& text, const Mark& mark) {
    std::optional<AxisText> axis = parse_axis(text, mark, problems_);
    if (!axis) return;
    const auto same = std::find_if(texts_.begin(), texts_.end(),
                                   [&](const AxisText& other) { return other.axis.path == axis->axis.path; });
    if (same == texts_.end())
      texts_.push_back(std::move(*axis));
    else
      *same = std::move(*axis);
  }

  void set_design() {
    DesignSetting& setting = parts_->setting;
    for (const SweepAxis& axis : parts_->axes) {
      setting.names.push_back(axis.path);
      setting.values.push_back(axis.is_range ? 0 : static_cast<std::int64_t>(axis.values.size()));
    }
    setting.points = parts_->spec.points;
    setting.seed = static_cast<std::uint64_t>(parts_->base.seed);
    parts_->size = parts_->design().size(setting);
  }

  void write_text() {
    std::string& text = parts_->text;
    for (const SweepAxis& axis : parts_->axes) text += axis.path + "=" + joined(axis.values) + "\n";
    text += "design: " + std::string(parts_->design().name) + "\n";
    parts_->hash = hash_of_text(write_scenario(parts_->base) + text);
  }

  std::shared_ptr<SweepParts> parts_;
  Places places_;
  Problems& problems_;
  std::vector<AxisText> texts_;
};

}  // namespace

std::shared_ptr<const SweepParts> read_sweep_parts(const MergedScenario& merged, MergedScenario::Read base,
                                                   const std::vector<std::string>& axes, Problems& problems) {
  return SweepPartsReader(merged, std::move(base), problems).read(axes);
}

SweepPoint point_of(const SweepParts& parts, std::int64_t index, std::int64_t place) {
  std::vector<double> shares(parts.axes.size());
  parts.design().place(parts.setting, place, shares);
  SweepPoint point;
  point.index = index;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const SweepAxis& axis = parts.axes[i];
    const auto values = static_cast<double>(axis.values.size());
    point.parameters.push_back({axis.path, axis.values[static_cast<std::size_t>(shares[i] * values)]});
  }
  return point;
}

}  // namespace headrace
