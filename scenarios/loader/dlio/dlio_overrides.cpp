#include "scenarios/loader/dlio/dlio_overrides.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "scenarios/loader/dlio/dlio_keys.h"
#include "scenarios/loader/dlio/hydra_value.h"
#include "scenarios/loader/text/credentials.h"
#include "scenarios/loader/text/letters.h"
#include "sim/check.h"

namespace headrace {
namespace {

constexpr std::string_view kPrefix = "workload.";
constexpr std::size_t kMostOverrides = 1000;  // Ten times the keys that DLIO has.
constexpr std::string_view kForm =
    "an override is workload.key=value, with '+' to add, '++' to add or change, '~' to remove";

enum class Change { change, add, put, remove };

struct Override {
  Change action = Change::change;
  std::string_view key;
  std::optional<std::string_view> value;
};

Override split(std::string_view text) {
  Override out;
  text = trimmed(text);
  const auto takes = [&](std::string_view prefix, Change action) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    out.action = action;
    return true;
  };
  if (!takes("++", Change::put) && !takes("+", Change::add)) takes("~", Change::remove);
  const std::size_t equals = text.find('=');
  out.key = trimmed(text.substr(0, equals));
  if (equals != std::string_view::npos) out.value = text.substr(equals + 1);
  return out;
}

// Returns where the text itself stands: within its quotes, where it has them.
Mark place_of(const std::string& text, Mark mark) {
  if (static_cast<std::size_t>(mark.length) != text.size() + 2) return mark;
  ++mark.column;
  mark.length -= 2;
  return mark;
}

class OverrideWriter {
 public:
  OverrideWriter(Tree& workload, std::vector<NoEffect>& no_effect, Problems& problems)
      : workload_(workload), no_effect_(no_effect), problems_(problems) {}

  void apply(const std::string& text, const Mark& mark, std::size_t number) {
    mark_ = mark;
    text_ = without_credentials(trimmed(text));
    path_ = "overrides[" + std::to_string(number) + "]";
    const Override what = split(text_);
    if (has_no_effect(what) || !is_well_formed(what)) return;
    write(what);
  }

 private:
  Problem& malformed(const std::string& why) {
    return problems_.add(mark_, "E0209", "override '" + text_ + "': " + why)
        .at(path_)
        .with_help(std::string(kForm));
  }

  bool has_no_effect(const Override& what) {
    const bool group = what.key == "workload" && what.value && what.action != Change::remove;
    const bool hydra = what.key.starts_with("hydra.") || what.key.starts_with("hydra/");
    if (group) {
      no_effect_.push_back({"", std::string(what.key), "the scenario names the workload file itself"});
    } else if (hydra) {
      no_effect_.push_back(
          {"", std::string(what.key), "Hydra's own settings say nothing about the workload"});
    }
    return group || hydra;
  }

  bool is_well_formed(const Override& what) {
    if (!what.value && what.action != Change::remove) {
      malformed("there is no '=' and no value");
      return false;
    }
    if (!what.key.starts_with(kPrefix)) {
      Problem& problem = malformed("its key does not begin with 'workload.'");
      const std::string_view first = what.key.substr(0, what.key.find('.'));
      if (is_dlio_section(first)) {
        problem.hint("did you mean 'workload." + std::string(what.key) + "'?");
      } else if (!nearest_word(first, std::vector<std::string_view>{"workload", "hydra"}).empty()) {
        problem.hint("did you mean '" +
                     nearest_word(first, std::vector<std::string_view>{"workload", "hydra"}) + "'?");
      }
      return false;
    }
    if (what.key.find("..") != std::string_view::npos || what.key.ends_with('.')) {
      malformed("a part of its key is empty");
      return false;
    }
    return true;
  }

  void write(const Override& what) {
    std::string_view rest = what.key.substr(kPrefix.size());
    Tree* map = &workload_;
    while (rest.find('.') != std::string_view::npos) {
      const std::string name(rest.substr(0, rest.find('.')));
      rest.remove_prefix(name.size() + 1);
      map = enter(*map, name, what);
      if (map == nullptr) return;
    }
    finish(*map, std::string(rest), what);
  }

  // Returns the map under a name, made where the override may add; nullptr with a problem added where there
  // is none.
  Tree* enter(Tree& map, const std::string& name, const Override& what) {
    Tree::Entry* entry = map.find(name);
    const bool may_add = what.action == Change::add || what.action == Change::put;
    if (entry == nullptr && !may_add) {
      report_absent(map, name);
      return nullptr;
    }
    if (entry == nullptr) entry = &map.entries.emplace_back(Tree::Entry{name, mark_, Tree{}});
    if (entry->value.kind == Tree::Kind::null && may_add) {
      entry->value.kind = Tree::Kind::map;
      entry->value.mark = mark_;
    }
    if (entry->value.kind == Tree::Kind::map) return &entry->value;
    problems_.add(mark_, "E0210", "override '" + text_ + "': '" + name + "' is no map in the file").at(path_);
    return nullptr;
  }

  void finish(Tree& map, const std::string& name, const Override& what) {
    Tree::Entry* entry = map.find(name);
    if (entry == nullptr && (what.action == Change::change || what.action == Change::remove))
      return report_absent(map, name);
    if (entry != nullptr && what.action == Change::add) {
      problems_.add(mark_, "E0210", "override '" + text_ + "' adds a key that is there already")
          .at(path_)
          .with_help("'++' adds or changes");
      return;
    }
    if (what.action == Change::remove) return remove(map, name, what);
    std::string why;
    std::optional<Tree> value = parse_hydra_value(*what.value, mark_, why);
    if (!value) {
      malformed(why);
      return;
    }
    if (entry == nullptr) entry = &map.entries.emplace_back(Tree::Entry{name, mark_, Tree{}});
    entry->key_mark = mark_;
    entry->value = std::move(*value);
  }

  void remove(Tree& map, const std::string& name, const Override& what) {
    const Tree::Entry* entry = map.find(name);
    if (what.value &&
        (entry->value.kind != Tree::Kind::scalar || entry->value.scalar != trimmed(*what.value))) {
      problems_.add(mark_, "E0210", "override '" + text_ + "' removes a value that the file does not have")
          .at(path_);
      return;
    }
    map.entries.erase(map.entries.begin() + (entry - map.entries.data()));
    no_effect_.push_back({"", std::string(what.key.substr(kPrefix.size())), "removed by an override"});
  }

  void report_absent(const Tree& map, const std::string& name) {
    Problem& problem =
        problems_.add(mark_, "E0210", "override '" + text_ + "': the file has no '" + name + "'").at(path_);
    std::vector<std::string_view> names;
    for (const Tree::Entry& entry : map.entries) names.push_back(entry.key);
    const std::string nearest = nearest_word(name, names);
    if (!nearest.empty()) problem.hint("did you mean '" + nearest + "'?");
    problem.with_help("'++' adds or changes");
  }

  Tree& workload_;
  std::vector<NoEffect>& no_effect_;
  Problems& problems_;
  Mark mark_;
  std::string text_, path_;
};

}  // namespace

void apply_dlio_overrides(const std::vector<std::string>& overrides, const std::vector<Mark>& marks,
                          Tree& workload, std::vector<NoEffect>& no_effect, Problems& problems) {
  HEADRACE_CHECK(marks.size() == overrides.size());
  if (overrides.size() > kMostOverrides) {
    problems
        .add(marks.front(), "E0209", "there are more than " + std::to_string(kMostOverrides) + " overrides")
        .at("overrides");
    return;
  }
  OverrideWriter writer(workload, no_effect, problems);
  for (std::size_t i = 0; i < overrides.size(); ++i)
    writer.apply(overrides[i], place_of(overrides[i], marks[i]), i);
}

void doubt_repeated_overrides(const std::vector<std::string>& overrides, const std::vector<Mark>& marks,
                              Problems& problems) {
  HEADRACE_CHECK(marks.size() == overrides.size());
  std::map<std::string, std::size_t, std::less<>> seen;
  for (std::size_t i = 0; i < overrides.size() && i < kMostOverrides; ++i) {
    const Override what = split(overrides[i]);
    if (what.action == Change::remove || what.key.empty()) {
      seen.erase(std::string(what.key));
      continue;
    }
    const auto [first, is_new] = seen.emplace(what.key, i);
    if (is_new) continue;
    problems
        .warn(place_of(overrides[i], marks[i]), "W0051",
              "'" + without_credentials(what.key) + "' is overridden twice, and the last one holds")
        .at("overrides[" + std::to_string(i) + "]")
        .with_help("it stands first in line " + std::to_string(marks[first->second].line));
  }
}

}  // namespace headrace
