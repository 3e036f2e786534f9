#include "scenarios/loader/read/overrides.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "scenarios/loader/text/document.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

template <class Change>
void change_marks(Tree& tree, const Change& change) {
  change(tree.mark);
  for (Tree& item : tree.items) change_marks(item, change);
  for (Tree::Entry& entry : tree.entries) {
    change(entry.key_mark);
    change_marks(entry.value, change);
  }
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "4,8,16" and "1..8:2" are ranges for a sweep.
bool is_sweep(const Tree& value) {
  if (value.kind != Tree::Kind::scalar || value.quoted || value.scalar.empty()) return false;
  const bool range = is_digit(value.scalar[0]) && value.scalar.find("..") != std::string::npos;
  const bool ratios = value.scalar.starts_with("log ") && value.scalar.find("..") != std::string::npos;
  return range || ratios || value.scalar.find(',') != std::string::npos;
}

Problem& refuse(const Mark& mark, const std::string& sentence, Problems& problems) {
  return problems.add(mark, "E0030", sentence)
      .with_help("an override is key.path=value, or key.path[index]=value");
}

// "name", "name[2]" or "name[2][0]" as steps.
bool add_steps(std::string_view word, Mark mark, std::vector<Override::Step>& path) {
  const std::size_t bracket = std::min(word.find('['), word.size());
  if (bracket == 0) return false;
  mark.length = static_cast<int>(bracket);
  path.push_back({std::string(word.substr(0, bracket)), 0, mark});
  std::size_t i = bracket;
  while (i < word.size()) {
    const std::size_t close = word.find(']', i);
    if (word[i] != '[' || close == std::string_view::npos) return false;
    Override::Step step;
    step.mark = mark;
    step.mark.column += static_cast<int>(i);
    step.mark.length = static_cast<int>(close + 1 - i);
    const char* end = word.data() + close;
    const auto read = std::from_chars(word.data() + i + 1, end, step.index);
    if (read.ec != std::errc() || read.ptr != end) return false;
    path.push_back(std::move(step));
    i = close + 1;
  }
  return true;
}

std::optional<Override> parse(const std::string& text, Problems& problems) {
  const auto source = std::make_shared<const SourceText>(SourceText{"command line", text});
  const auto place = [&](std::size_t begin, std::size_t length) {
    return Mark{source, 1, static_cast<int>(begin) + 1, static_cast<int>(std::max<std::size_t>(length, 1))};
  };
  const std::size_t equals = text.find('=');
  if (text.starts_with('+') || text.starts_with('~')) {
    const std::size_t begin = std::min(text.find_first_not_of("+~"), text.size());
    problems.add(place(0, begin), "E0030", in_quotes(text.substr(0, begin)) + " does not begin a key here")
        .with_help("overrides of a DLIO file go into the job: 'jobs.<name>.overrides+=\"" + text + "\"'");
    return std::nullopt;
  }
  if (equals == std::string::npos) {
    refuse(place(0, text.size()), in_quotes(text) + " has no '='", problems);
    return std::nullopt;
  }
  Override change;
  std::size_t path_end = equals;
  if (path_end > 0 && text[path_end - 1] == '+') {
    change.add = true;
    --path_end;
  }
  for (std::size_t begin = 0; begin <= path_end;) {
    const std::size_t end = std::min(text.find('.', begin), path_end);
    const std::string_view word = std::string_view(text).substr(begin, end - begin);
    if (!add_steps(word, place(begin, end - begin), change.path)) {
      refuse(place(begin, end - begin), in_quotes(text.substr(0, path_end)) + " is not a path of keys",
             problems);
      return std::nullopt;
    }
    begin = end + 1;
  }
  const std::size_t errors_before = problems.errors();
  const bool has_value = text.find_first_not_of(' ', equals + 1) != std::string::npos;
  if (has_value) change.value = parse_part(source, equals + 1, problems);
  if (problems.errors() != errors_before) return std::nullopt;
  if (is_sweep(change.value)) {
    problems
        .add(change.value.mark, "E0031",
             in_quotes(change.value.scalar) + " is a range for a sweep, and this is one run")
        .with_help(
            "`headrace sweep` takes it; for one run give one value; a list is written [a, b], a text with a "
            "comma needs quotes: 'key=\"a, b\"'");
    return std::nullopt;
  }
  return change;
}

void set_value(Tree& at, const Override& change, bool was_there, const std::string& name,
               Problems& problems) {
  if (!change.add) {
    at = change.value;
    return;
  }
  if (!was_there && change.value.kind != Tree::Kind::scalar) {
    at = change.value;
    return;
  }
  if (!was_there) {
    at.kind = Tree::Kind::sequence;  // A list that was empty.
    at.mark = change.value.mark;
  }
  if (at.kind != Tree::Kind::sequence) {
    problems
        .add(change.path.back().mark, "E0032",
             in_quotes(name) + " is there already and is no list, so '+=' adds nothing")
        .with_help("'=' changes it");
  } else if (change.value.kind == Tree::Kind::sequence) {
    at.items.insert(at.items.end(), change.value.items.begin(), change.value.items.end());
  } else {
    at.items.push_back(change.value);
  }
}

}  // namespace

std::vector<Override> parse_overrides(const std::vector<std::string>& texts, Problems& problems) {
  std::vector<Override> changes;
  for (const std::string& text : texts) {
    if (auto change = parse(text, problems)) changes.push_back(std::move(*change));
  }
  return changes;
}

namespace {

// Reads an override that the command line does not hold; `move` takes each place in it to where it stands.
template <class Move>
std::optional<Override> parse_moved(const std::string& text, const Move& move, Problems& problems) {
  Problems local;
  std::optional<Override> change = parse(text, local);
  for (const Problem& problem : local.all()) {
    Mark place = problem.mark;
    move(place);
    problems.add(place, problem.code, problem.sentence).hint(problem.nearest).with_help(problem.help);
  }
  if (!change) return change;
  for (Override::Step& step : change->path) move(step.mark);
  change_marks(change->value, move);
  return change;
}

}  // namespace

std::optional<Override> parse_override_at(const std::string& text, const Mark& mark, Problems& problems) {
  // Only what stands in the file letter by letter has parts to point at.
  const auto covered = static_cast<std::size_t>(mark.length);
  const bool has_parts = mark.line > 0 && (covered == text.size() || covered == text.size() + 2);
  const int quote = covered == text.size() ? 0 : 1;
  const auto move = [&](Mark& part) {
    const Mark own = part;
    part = mark;
    if (!has_parts || own.line != 1) return;
    part.column += own.column - 1 + quote;
    part.length = own.length;
  };
  return parse_moved(text, move, problems);
}

std::optional<Override> parse_override_for(const std::string& text, const Mark& path, const Mark& value,
                                           Problems& problems) {
  const auto equals = std::min(text.find('='), text.size());
  const bool has_parts = static_cast<std::size_t>(path.length) == equals;
  const auto move = [&](Mark& part) {
    const Mark own = part;
    const bool in_path = own.line == 1 && static_cast<std::size_t>(own.column) <= equals;
    part = in_path ? path : value;
    if (!in_path || !has_parts) return;
    part.column += own.column - 1;
    part.length = own.length;
  };
  return parse_moved(text, move, problems);
}

void apply_override(Tree& root, const Override& change, Problems& problems) {
  Tree* at = &root;
  std::string name = "the scenario";
  bool was_there = true;
  for (const Override::Step& step : change.path) {
    const bool last = &step == &change.path.back();
    const auto wanted = step.key.empty() ? Tree::Kind::sequence : Tree::Kind::map;
    if (at->kind == Tree::Kind::null && wanted == Tree::Kind::map) {
      at->kind = wanted;
      at->mark = step.mark;
    }
    if (at->kind != wanted) {
      const char* article =
          wanted == Tree::Kind::map ? " is not a map, so it has no " : " is not a list, so it has no ";
      problems.add(step.mark, "E0032", name + article + (step.key.empty() ? "items" : in_quotes(step.key)));
      return;
    }
    if (step.key.empty()) {
      if (step.index >= at->items.size()) {
        problems.add(step.mark, "E0032",
                     name + " has " + std::to_string(at->items.size()) + " items, counted from 0");
        return;
      }
      at = &at->items[step.index];
    } else {
      Tree::Entry* entry = at->find(step.key);
      was_there = entry != nullptr;
      if (!was_there) {
        at->entries.push_back({step.key, step.mark, Tree(), !(last && change.add)});
        entry = &at->entries.back();
        entry->value.mark = step.mark;
      }
      if (last) entry->key_mark = step.mark;
      at = &entry->value;
      name = in_quotes(step.key);
    }
  }
  set_value(*at, change, was_there, name, problems);
}

}  // namespace headrace
