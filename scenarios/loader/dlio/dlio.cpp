#include "scenarios/loader/dlio/dlio.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scenarios/loader/dlio/dlio_keys.h"
#include "scenarios/loader/dlio/dlio_overrides.h"
#include "scenarios/loader/dlio/dlio_rules.h"
#include "scenarios/loader/dlio/dlio_values.h"
#include "scenarios/loader/text/credentials.h"
#include "scenarios/loader/text/document.h"

namespace headrace {
namespace {

constexpr std::string_view kOptions = "storage.storage_options";

DlioDraft defaults(DlioVersion version) {
  DlioDraft draft;
  draft.spec.training.computation_time = Distribution(Duration());
  draft.version = version;
  draft.spec.checkpoint.step_counter = is_old(version) ? StepCounter::run : StepCounter::epoch;
  return draft;
}

std::string two_places(double number) {
  const auto hundredths = std::llround(number * 100);
  const std::string cents = std::to_string(100 + hundredths % 100).substr(1);
  return std::to_string(hundredths / 100) + "." + cents;
}

class DlioReader {
 public:
  DlioReader(DlioDraft& draft, std::vector<NoEffect>& no_effect, Problems& problems)
      : draft_(draft), no_effect_(no_effect), problems_(problems), values_(problems) {}

  void read(Tree& workload) {
    walk(workload, "");
    apply_dlio_rules(said_, draft_, no_effect_, problems_);
  }

 private:
  void walk(Tree& map, const std::string& section) {
    for (Tree::Entry& entry : map.entries) {
      if (entry.value.kind == Tree::Kind::null) entry.value.mark = entry.key_mark;  // Nothing stands nowhere.
      const std::string path = section.empty() ? entry.key : section + "." + entry.key;
      const bool is_map = entry.value.kind == Tree::Kind::map;
      const bool dotted = entry.key.find('.') != std::string::npos;
      const DlioKey* key = dotted ? nullptr : find_dlio_key(path);
      if (!dotted && is_dlio_section(path) && (is_map || key == nullptr)) {
        enter(entry, path);
      } else if (key != nullptr) {
        take(entry, path, *key);
      } else if (section == kOptions) {
        no_effect_.push_back({"", path, std::string(find_dlio_key(kOptions)->reason)});
      } else {
        unknown(entry, path, section);
      }
    }
  }

  void enter(Tree::Entry& entry, const std::string& path) {
    if (entry.value.kind == Tree::Kind::map) return walk(entry.value, path);
    if (entry.value.kind == Tree::Kind::null) {
      no_effect_.push_back({"", path, "the section is empty"});
      return;
    }
    problems_.add(entry.value.mark, "E0203", "'" + path + "' wants a map of keys, not " + shown(entry.value))
        .at(path);
  }

  void unknown(const Tree::Entry& entry, const std::string& path, const std::string& section) {
    Problem& problem = problems_.add(entry.key_mark, "E0202", "DLIO has no key '" + path + "'").at(path);
    if (problems_.errors() > Problems::kShown) return;  // Suggestions cost time, and nobody will see these.
    const std::string nearest = nearest_word(entry.key, dlio_names_in(section));
    if (!nearest.empty()) problem.hint("did you mean '" + nearest + "'?");
    if (find_dlio_key(entry.key) != nullptr && entry.key.find('.') != std::string::npos) {
      problem.with_help("keys nest: the part before the dot is a section");
      return;
    }
    for (const DlioKey& key : dlio_keys()) {
      const std::size_t dot = key.path.rfind('.');
      if (dot == std::string_view::npos || key.path.substr(dot + 1) != entry.key) continue;
      problem.with_help("'" + entry.key + "' stands in '" + std::string(key.path.substr(0, dot)) + "'");
      return;
    }
  }

  void take(const Tree::Entry& entry, const std::string& path, const DlioKey& key) {
    if (is_given_twice(entry, path, key)) return;
    DlioSaid said{&key, path, &entry.value, entry.key_mark};
    said.readable = read_value(key, entry.value, path);
    said_.push_back(std::move(said));
  }

  bool is_given_twice(const Tree::Entry& entry, const std::string& path, const DlioKey& key) {
    const auto other = std::find_if(said_.begin(), said_.end(), [&](const DlioSaid& said) {
      return canonical_path(*said.key) == canonical_path(key);
    });
    if (other == said_.end()) return false;
    problems_
        .add(entry.key_mark, "E0207",
             "'" + path + "' and '" + other->path + "' are two names of one quantity")
        .at(path)
        .with_help("keep one of them");
    return true;
  }

  static bool may_be_null(const DlioKey& key) {
    return key.kind == DlioKind::text || key.kind == DlioKind::law || key.kind == DlioKind::any ||
           key.effect == DlioEffect::default_only || key.path == "reader.transfer_size";
  }

  bool read_value(const DlioKey& key, const Tree& value, const std::string& path) {
    if (value.kind == Tree::Kind::null && may_be_null(key)) return true;
    switch (key.kind) {
      case DlioKind::any: return true;
      case DlioKind::integer: return read_integer(key, value, path);
      case DlioKind::number: return store<double>(key, values_.number(value, path, bounds<double>(key)));
      case DlioKind::flag: return store<bool>(key, values_.flag(value, path));
      case DlioKind::bytes: return read_bytes(key, value, path);
      case DlioKind::seconds: return read_seconds(key, value, path);
      case DlioKind::law: return store<Distribution>(key, values_.law(value, path));
      case DlioKind::text: return store<std::string>(key, values_.text(value, path));
      case DlioKind::integers: return store<std::vector<std::int64_t>>(key, values_.integers(value, path));
      case DlioKind::word: return read_word(key, value, path);
    }
    return false;
  }

  template <class T>
  T* target(const DlioKey& key) {
    const auto* of = std::get_if<T* (*)(DlioDraft&)>(&key.target);
    return of == nullptr ? nullptr : (*of)(draft_);
  }
  template <class T>
  DlioBounds bounds(const DlioKey& key) {
    T* field = target<T>(key);
    DlioBounds found = field == nullptr ? DlioBounds{-1, 1e15} : bounds_of(draft_.spec, field);
    found.no_zero = key.minus_one_or_more;
    return found;
  }
  template <class T>
  bool store(const DlioKey& key, std::optional<T> value) {
    if (!value) return false;
    if (T* field = target<T>(key)) *field = std::move(*value);
    return true;
  }

  bool read_integer(const DlioKey& key, const Tree& value, const std::string& path) {
    return store<std::int64_t>(key, values_.integer(value, path, bounds<std::int64_t>(key)));
  }

  bool read_bytes(const DlioKey& key, const Tree& value, const std::string& path) {
    const auto size = values_.number(value, path, bounds<Bytes>(key), "a number of bytes");
    if (!size) return false;
    const Bytes whole = Bytes::count(std::llround(*size));
    const bool rounded = static_cast<double>(whole.count()) != *size;
    if (rounded && target<Bytes>(key) != nullptr)
      no_effect_.push_back(
          {"", path,
           two_places(*size) + " bytes are taken as " + std::to_string(whole.count()) + " whole bytes"});
    return store<Bytes>(key, whole);
  }

  bool read_seconds(const DlioKey& key, const Tree& value, const std::string& path) {
    if (key.minus_one_or_more && !value.quoted && value.scalar == "-1")
      return store<Duration>(key, Duration());
    DlioBounds of_key = bounds<Duration>(key);
    of_key.no_zero = false;
    const auto seconds = values_.number(value, path, of_key, "a number of seconds");
    if (!seconds) return false;
    return store<Duration>(key, Duration::seconds(*seconds));
  }

  bool read_word(const DlioKey& key, const Tree& value, const std::string& path) {
    const auto word = values_.word(value, path, key.words);
    if (!word) return false;
    const auto* target = std::get_if<DlioWordTarget>(&key.target);
    if (target != nullptr && target->set != nullptr && *word < key.simulated_words)
      target->set(draft_, *word);
    return true;
  }

  DlioDraft& draft_;
  std::vector<NoEffect>& no_effect_;
  Problems& problems_;
  DlioValues values_;
  std::vector<DlioSaid> said_;
};

// Returns the map that holds the sections, or nullptr with a problem added.
Tree* sections(Tree& document, std::vector<NoEffect>& no_effect, Problems& problems) {
  constexpr std::string_view kHelp = "sections such as 'reader:' stand at the top or under 'workload:'";
  if (document.kind != Tree::Kind::map) {
    problems.add(document.mark, "E0201", "a DLIO workload is a map of sections, not " + shown(document))
        .with_help(std::string(kHelp));
    return nullptr;
  }
  Tree::Entry* nested = document.find("workload");
  if (nested == nullptr) return &document;
  for (const Tree::Entry& entry : document.entries) {
    if (&entry == nested) continue;
    if (entry.key == "hydra") {
      no_effect.push_back({"", entry.key, "Hydra's own settings say nothing about the workload"});
    } else {
      problems.add(entry.key_mark, "E0202", "'" + entry.key + "' stands beside 'workload', not in it")
          .at(entry.key)
          .with_help(std::string(kHelp));
    }
  }
  if (nested->value.kind == Tree::Kind::map) return &nested->value;
  problems.add(nested->value.mark, "E0201", "'workload' wants a map of sections, not " + shown(nested->value))
      .with_help(std::string(kHelp));
  return nullptr;
}

}  // namespace

bool read_dlio(std::string_view text, const std::string& file, DlioVersion version,
               const std::vector<std::string>& overrides, const std::vector<Mark>& override_marks,
               WorkloadSpec& out, std::vector<NoEffect>& no_effect, Problems& problems) {
  const std::size_t errors_before = problems.errors();
  Tree document = parse_document(without_credentials(text), file, problems);
  if (problems.errors() != errors_before) return false;
  Tree* workload = sections(document, no_effect, problems);
  if (workload == nullptr) return false;
  apply_dlio_overrides(overrides, override_marks, *workload, no_effect, problems);
  DlioDraft draft = defaults(version);
  DlioReader(draft, no_effect, problems).read(*workload);
  if (problems.errors() != errors_before) return false;
  out = std::move(draft.spec);
  return true;
}

bool read_dlio_overrides(std::string_view text, const std::string& file, std::vector<std::string>& overrides,
                         Problems& problems) {
  const std::size_t errors_before = problems.errors();
  const Tree list = parse_document(without_credentials(text), file, problems);
  if (problems.errors() != errors_before) return false;
  if (list.kind != Tree::Kind::sequence) {
    problems.add(list.mark, "E0209", "overrides are a list of texts, not " + shown(list))
        .with_help("- ++workload.reader.read_threads=8");
    return false;
  }
  for (const Tree& item : list.items) {
    if (item.kind == Tree::Kind::scalar) {
      overrides.push_back(item.scalar);
    } else {
      problems.add(item.mark, "E0209",
                   "an override is a text such as ++workload.reader.read_threads=8, not " + shown(item));
    }
  }
  return problems.errors() == errors_before;
}

std::optional<DlioVersion> spelled_version(std::string_view text) {
  if (text.find("record_length_bytes") != std::string_view::npos) return DlioVersion::v2_0;
  if (text.find("record_length") != std::string_view::npos) return DlioVersion::v1_0;
  return std::nullopt;
}

}  // namespace headrace
