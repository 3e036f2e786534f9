// The rule about declarations that nothing but a test uses.

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <utility>

#include "tests/tidy_rules.h"

namespace headrace::tidy {

namespace {

// Returns the room of a header and the source of its name: "sim/link".
std::string room_of(std::string_view path) { return std::string(path.substr(0, path.rfind('.'))); }

bool is_product(std::string_view path) {
  const bool code = path.ends_with(".h") || path.ends_with(".cpp");
  return code && (path.starts_with("sim/") || path.starts_with("models/") ||
                  path.starts_with("scenarios/loader/") || path.starts_with("analysis/"));
}

// How often each word of a line occurs in the room.
using Words = std::map<std::string, std::map<std::string, int>>;

void count_words(const Source& source, Words& words) {
  const std::string room = room_of(source.path);
  for (const std::string& line : source.code) {
    if (line.starts_with("#")) continue;
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t begin = at;
      while (at < line.size() && is_word(line[at])) ++at;
      if (at > begin) ++words[line.substr(begin, at - begin)][room];
      if (at == begin) ++at;
    }
  }
}

// Names that a line declares or defines, and the class of which it defines a function.
std::vector<std::string> declared_in(const std::string& line) {
  static const std::regex kFunction(
      R"(^\s*(?:(?:virtual|static|inline|constexpr|explicit|friend|template <[^>]*>|\[\[nodiscard\]\])\s+)*)"
      R"((?:const\s+)?[A-Za-z_][\w:]*(?:<.*>)?(?:::\w+)?(?:\s+const)?[\s&*]+(?:(\w+)::)?([a-z]\w*)\()");
  static const std::regex kType(
      R"(^\s*(?:class|struct|enum class)\s+(?:(?:\[\[nodiscard\]\]|alignas\(\w+\))\s+)?([A-Z]\w*))");
  static const std::regex kStatement(R"(^\s*(?:return|throw|delete|else|new|case|co_await|co_return)\b)");
  std::vector<std::string> names;
  std::smatch found;
  if (std::regex_search(line, kStatement)) return names;
  if (std::regex_search(line, found, kType)) {
    names.push_back(found[1]);
  } else if (std::regex_search(line, found, kFunction)) {
    names.push_back(found[2]);
    if (found[1].matched) names.push_back(found[1]);
  }
  return names;
}

// Names that the compiler calls, in coroutines.
bool is_called_by_the_language(const std::string& name) {
  static const std::set<std::string> kNames = {
      "final_suspend", "get_return_object", "initial_suspend",     "return_value",
      "return_void",   "await_transform",   "unhandled_exception", "get_return_object_on_allocation_failure"};
  return kNames.contains(name);
}

}  // namespace

Findings check_dead(const std::vector<Source>& sources, const std::vector<Dead>& known) {
  Words words;
  std::map<std::pair<std::string, std::string>, int> declared;  // By room and name.
  for (const Source& source : sources) {
    if (!is_product(source.path)) continue;
    count_words(source, words);
    for (const std::string& line : source.code)
      for (const std::string& name : declared_in(line)) ++declared[{room_of(source.path), name}];
  }
  const auto is_used = [&](const std::string& room, const std::string& name) {
    const auto& rooms = words[name];
    return rooms.size() > 1 || rooms.at(room) > declared[{room, name}];
  };
  Findings findings;
  std::set<std::string> met;
  for (const Source& source : sources) {
    if (!is_product(source.path) || !source.path.ends_with(".h")) continue;
    for (std::size_t i = 0; i < source.code.size(); ++i)
      for (const std::string& name : declared_in(source.code[i])) {
        if (is_used(room_of(source.path), name) || is_called_by_the_language(name)) continue;
        const auto entry = std::find_if(known.begin(), known.end(), [&](const Dead& dead) {
          return dead.path == source.path && dead.name == name;
        });
        met.insert(source.path + " " + name);
        if (entry == known.end()) findings.push_back({source.path, i + 1, "nothing but a test uses " + name});
      }
  }
  for (const Dead& dead : known)
    if (!met.contains(std::string(dead.path) + " " + std::string(dead.name)))
      findings.push_back({std::string(dead.path), 1,
                          std::string(dead.name) + " is used, or gone: take it out of the ratchet"});
  return findings;
}

}  // namespace headrace::tidy
