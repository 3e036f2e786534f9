#include "scenarios/loader/benchmarks/lustre_values.h"

#include <algorithm>
#include <cmath>

#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/import/client_settings.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

std::string place_of(const Mark& mark) { return mark.source->file + ":" + std::to_string(mark.line); }

class ValueMaker {
 public:
  ValueMaker(const LustreStatistics& all, std::vector<std::string>& left) : all_(all), left_(left) {}

  std::vector<LustreValue> make() {
    if (const auto* const system = all_.system()) {
      add_targets(system->second);
      if (!system->second.mdts.empty())
        add("mds", "count", std::to_string(system->second.mdts.size()),
            "[derived] as many as MDTs are named: a server each");
    }
    for (const auto& [name, setting] : all_.settings) add_setting(name, setting);
    return std::move(values_);
  }

 private:
  void add(std::string_view group, std::string field, std::string text, std::string source) {
    values_.push_back({group, std::move(field), std::move(text), std::move(source)});
  }

  void add_targets(const LustreNames& names) {
    if (!names.osts.empty())
      add("ost", "count", std::to_string(names.osts.size()), "[read] OSTs that are named");
    std::map<double, std::vector<const LustreTarget*>> by_size;
    double total = 0, free = 0;
    for (const auto& [number, target] : names.ost_space) {
      if (target.total_kib <= 0 || target.free_kib > target.total_kib) continue;
      by_size[target.total_kib].push_back(&target);
      total += target.total_kib;
      free += target.free_kib;
    }
    if (by_size.empty()) return;
    const auto usual = std::max_element(by_size.begin(), by_size.end(), [](const auto& a, const auto& b) {
      return a.second.size() < b.second.size();
    });
    constexpr double kMost = 1099511627776;  // KiB of 1024 PiB, the field's bound.
    if (usual->first > kMost) {
      left_.push_back("kbytestotal: " + number_text(usual->first) + " is more than a target has");
      return;
    }
    const std::string of = by_size.size() > 1 ? ", as " + std::to_string(usual->second.size()) + " of " +
                                                    std::to_string(names.ost_space.size()) + " targets have"
                                              : "";
    add("ost", "capacity", text_of(Bytes::count(static_cast<std::int64_t>(usual->first) * 1024)),
        "[read] " + place_of(usual->second.front()->mark) + ": kbytestotal" + of);
    const double fill = std::round((1 - free / total) * 1e4) / 1e4;
    add("ost", "fill", number_text(fill), "[derived] 1 - kbytesfree / kbytestotal of the targets");
  }

  void add_setting(const std::string& name, const LustreSetting& setting) {
    const std::string& value = setting.usual();
    const Mark& mark = setting.marks.at(value);
    std::string told = "[read] " + place_of(mark) + ": " + name.substr(name.rfind('.') + 1) + "=" + value;
    if (setting.values.size() > 1)
      told += ", as most have of " + std::to_string(setting.values.size()) + " values";
    if (name.ends_with(".stripecount") || name.ends_with(".stripesize")) return add_layout(name, value, told);
    DescribedSystem system;
    system.settings.push_back({place_of(mark), name + "=" + value});
    std::vector<NotTaken> not_taken;
    const std::vector<ClientSetting> settings = settings_of(system, "lustre", not_taken);
    if (settings.empty() && not_taken.empty()) left_.push_back(told + ": no field of a client is of that");
    for (const ClientSetting& found : settings) {
      const auto count = static_cast<std::int64_t>(found.value.value);
      add("client", std::string(found.field),
          found.is_bytes ? text_of(Bytes::count(count)) : std::to_string(count), told);
    }
    for (const NotTaken& note : not_taken) left_.push_back(note.place + ": " + note.why);
  }

  void add_layout(const std::string& name, const std::string& value, const std::string& told) {
    const bool is_count = name.ends_with("count");
    const std::optional<std::int64_t> count = output_count(value);
    constexpr std::int64_t kMostStripes = 2000, kLeastSize = 64 << 10, kMostSize = std::int64_t{4} << 30;
    const bool fits = count && (is_count ? *count >= 1 && *count <= kMostStripes
                                         : *count >= kLeastSize && *count <= kMostSize);
    if (!fits) {
      left_.push_back(told + ": no " + (is_count ? "count" : "size") + " of stripes that a layout has");
      return;
    }
    add("layout", is_count ? "stripe_count" : "stripe_size",
        is_count ? std::to_string(*count) : text_of(Bytes::count(*count)), told);
  }

  const LustreStatistics& all_;
  std::vector<std::string>& left_;
  std::vector<LustreValue> values_;
};

}  // namespace

std::vector<LustreValue> lustre_values(const LustreStatistics& all, std::vector<std::string>& left) {
  std::vector<LustreValue> values = ValueMaker(all, left).make();
  constexpr std::string_view kGroups[] = {"ost", "mds", "client", "layout"};
  const auto place = [&](std::string_view group) {
    return std::find(std::begin(kGroups), std::end(kGroups), group);
  };
  std::stable_sort(values.begin(), values.end(), [&](const LustreValue& a, const LustreValue& b) {
    return place(a.group) < place(b.group);
  });
  // Two places may tell of one field, such as lod and lov of the stripes: the first holds.
  std::vector<LustreValue> first;
  for (LustreValue& value : values)
    if (std::none_of(first.begin(), first.end(), [&](const LustreValue& other) {
          return other.group == value.group && other.field == value.field;
        }))
      first.push_back(std::move(value));
  return first;
}

}  // namespace headrace
