#include "scenarios/loader/read/includes.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <ranges>
#include <unordered_map>

#include "scenarios/loader/text/document.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

constexpr std::size_t kDeepestInclude = 16;
constexpr std::size_t kLargestMerge = 2 * kLargestTree;  // Values that all includes of a scenario may bring.

std::size_t size_of(const Tree& tree) {
  std::size_t size = 1;
  for (const Tree& item : tree.items) size += size_of(item);
  for (const Tree::Entry& entry : tree.entries) size += size_of(entry.value);
  return size;
}

std::string canonical(const std::string& path) {
  std::error_code failure;
  const auto resolved = std::filesystem::weakly_canonical(path, failure);
  return failure ? path : resolved.string();
}

class Includer {
 public:
  Includer(FileFinder& files, Problems& problems) : files_(files), problems_(problems) {}

  void resolve(Tree& tree) {
    for (Tree& item : tree.items) resolve(item);
    // A map's own words come first, also those that it includes for one of its keys.
    for (Tree::Entry& entry : tree.entries) resolve(entry.value);
    const Tree::Entry* include = tree.find("include");
    if (include == nullptr) return;
    const Tree paths = include->value;
    const Mark named = include->key_mark;
    tree.entries.erase(tree.entries.begin() + (include - tree.entries.data()));
    if (paths.kind == Tree::Kind::sequence && !paths.items.empty()) {
      for (const Tree& path : std::views::reverse(paths.items)) include_file(tree, path);
    } else if (paths.kind == Tree::Kind::null || paths.kind == Tree::Kind::sequence) {
      problems_.add(named, "E0023", "'include' names no file");
    } else {
      include_file(tree, paths);
    }
  }

 private:
  struct Loaded {
    Tree tree;
    std::size_t size = 0;
  };

  void include_file(Tree& into, const Tree& path) {
    if (path.kind != Tree::Kind::scalar || path.scalar.empty()) {
      problems_.add(path.mark, "E0023", "'include' takes the path of a file, not " + described(path));
      return;
    }
    auto file = files_.find(path.scalar, path.mark, problems_);
    if (!file) return;
    const std::string identity = canonical(file->path);
    if (std::find(open_.begin(), open_.end(), identity) != open_.end()) {
      problems_.add(path.mark, "E0025", in_quotes(file->name) + " includes itself")
          .with_help("the way around: " + joined(names_) + ", " + file->name);
      return;
    }
    if (open_.size() >= kDeepestInclude) {
      problems_.add(path.mark, "E0027", "files include each other more than 16 deep");
      return;
    }
    auto loaded = loaded_.find(identity);
    if (loaded == loaded_.end()) loaded = loaded_.emplace(identity, load(*file, identity, path.mark)).first;
    merged_ += loaded->second.size;
    if (merged_ > kLargestMerge) {
      if (!too_large_) problems_.add(path.mark, "E0027", "the includes grow beyond 1000000 values");
      too_large_ = true;
      return;
    }
    merge_under(into, loaded->second.tree);
  }

  Loaded load(const FileFinder::File& file, const std::string& identity, const Mark& named) {
    Tree tree = parse_document(file.text, file.name, problems_);
    files_.place(tree.mark.source, file);
    if (tree.kind == Tree::Kind::null) return {};
    if (tree.kind != Tree::Kind::map) {
      problems_.add(named, "E0026",
                    in_quotes(file.name) + " holds no map, so nothing can be included from it");
      return {};
    }
    check_schema(tree, false, problems_);
    std::erase_if(tree.entries, [](const Tree::Entry& entry) { return entry.key == "schema"; });
    open_.push_back(identity);
    names_.push_back(file.name);
    resolve(tree);
    open_.pop_back();
    names_.pop_back();
    const std::size_t size = size_of(tree);
    return {std::move(tree), size};
  }

  FileFinder& files_;
  Problems& problems_;
  std::vector<std::string> open_;   // The files that are being included, by identity …
  std::vector<std::string> names_;  // … and by name.
  std::unordered_map<std::string, Loaded> loaded_;
  std::size_t merged_ = 0;
  bool too_large_ = false;
};

constexpr std::string_view kFormat = "headrace/";
constexpr int kVersion = 1;

}  // namespace

void resolve_includes(Tree& tree, FileFinder& files, Problems& problems) {
  Includer(files, problems).resolve(tree);
}

bool check_schema(Tree& map, bool needed, Problems& problems) {
  const Tree::Entry* entry = map.find("schema");
  if (entry == nullptr) {
    if (needed) {
      const Mark mark{map.mark.source, 1, 1, 1};
      problems.add(mark, "E0020", "the scenario does not say its format")
          .hint("did you mean to begin with 'schema: headrace/1'?");
      Tree assumed;
      assumed.kind = Tree::Kind::scalar;
      assumed.scalar = "headrace/1";
      assumed.mark = mark;
      map.entries.push_back({"schema", mark, assumed});
    }
    return true;
  }
  const Mark& mark = entry->value.kind == Tree::Kind::null ? entry->key_mark : entry->value.mark;
  const std::string& text = entry->value.scalar;
  int version = -1;
  if (text.starts_with(kFormat)) {
    const char* digits = text.data() + kFormat.size();
    const char* end = text.data() + text.size();
    if (const auto read = std::from_chars(digits, end, version); read.ec != std::errc() || read.ptr != end)
      version = -1;
  }
  if (version == kVersion) return true;
  if (version > kVersion) {
    problems.add(mark, "E0021", in_quotes(text) + " is newer than this program, which reads headrace/1")
        .with_help("use a newer headrace");
  } else {
    problems.add(mark, "E0022", described(entry->value) + " is not a format of scenarios")
        .hint("did you mean 'headrace/1'?");
  }
  return false;
}

}  // namespace headrace
