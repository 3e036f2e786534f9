// The rule for the pages in docs/: the files, tests and pages that they name are there.
#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "tests/tidy_rules.h"

namespace headrace::tidy {

namespace {

// "LustreClient.TheCopyIsABound" of each test.
std::set<std::string> tests_of(const std::vector<Source>& sources) {
  static const std::regex kTest(R"(^TEST(?:_P|_F)?\((\w+), (\w+)\))");
  std::set<std::string> tests;
  for (const Source& source : sources) {
    if (!source.path.ends_with("_test.cpp")) continue;
    for (const std::string& line : source.code) {
      std::smatch match;
      if (std::regex_search(line, match, kTest)) tests.insert(match[1].str() + "." + match[2].str());
    }
  }
  return tests;
}

// Tells whether there is a file or folder of that name. A page may leave out the folders of a file, and all
// files of a folder.
bool is_there(const std::string& name, const std::vector<std::string>& paths) {
  return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
    return path == name || path.ends_with("/" + name) || (name.ends_with("/") && path.starts_with(name));
  });
}

std::vector<std::string> matches_in(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it)
    found.push_back((*it)[1]);
  return found;
}

}  // namespace

Findings check_pages(const std::vector<Source>& sources, const std::vector<std::string>& paths) {
  static const std::regex kCode("`([^`]+)`");
  static const std::regex kFile(R"((?:^|\s)([\w./-]+(?:\.(?:h|cpp|md|yaml)|/))(?=$|\s))");
  static const std::regex kTest(R"((?:^|\s)([A-Z]\w+\.[A-Z]\w+)(?=$|\s))");
  static const std::regex kLink(R"(\]\((?!http)([^)#]+))");
  const std::set<std::string> tests = tests_of(sources);
  Findings findings;
  for (const Source& source : sources) {
    if (!source.path.starts_with("docs/")) continue;
    const auto add = [&](std::size_t line, const std::string& name) {
      findings.push_back({source.path, line + 1, "there is no " + name});
    };
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      for (const std::string& code : matches_in(source.lines[i], kCode)) {
        for (const std::string& file : matches_in(code, kFile))
          if (!is_there(file, paths)) add(i, file);
        for (const std::string& test : matches_in(code, kTest))
          if (!tests.contains(test)) add(i, test);
      }
      for (const std::string& link : matches_in(source.lines[i], kLink)) {
        const std::string page =
            (std::filesystem::path(source.path).parent_path() / link).lexically_normal().string();
        if (std::find(paths.begin(), paths.end(), page) == paths.end()) add(i, link);
      }
    }
  }
  return findings;
}

}  // namespace headrace::tidy
