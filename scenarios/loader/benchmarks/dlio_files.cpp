#include "scenarios/loader/benchmarks/dlio_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>

#include "scenarios/loader/text/numbers.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepestFolder = 8;            // [assumed] Results of MLPerf Storage lie five folders deep.
constexpr std::size_t kMostFiles = 200'000;  // [assumed] One of each rank of many runs.

struct DlioFileName {
  std::string_view ending;
  DlioFileKind kind;
};

constexpr std::array<DlioFileName, 7> kDlioFileNames = {{
    {"mlperf_storage_report.json", DlioFileKind::report},
    {"per_epoch_stats.json", DlioFileKind::epochs},
    {"summary.json", DlioFileKind::summary},
    {"load_times.csv", DlioFileKind::waits},
    {"output.json", DlioFileKind::rank},
    {"overrides.yaml", DlioFileKind::overrides},
    {"config.yaml", DlioFileKind::config},
}};

bool is_separator(char c) { return c == '_' || c == '-' || c == '.'; }

std::string_view without_separators(std::string_view beginning) {
  while (!beginning.empty() && is_separator(beginning.back())) beginning.remove_suffix(1);
  return beginning;
}

// Takes the number at the end of the beginning of a name away from it, with "rank" before it.
std::optional<std::int64_t> take_rank(std::string_view& beginning) {
  const std::size_t end = beginning.find_last_not_of("0123456789");
  const std::size_t begin = end == std::string_view::npos ? 0 : end + 1;
  const std::optional<std::int64_t> rank = whole_number(beginning.substr(begin));
  if (!rank) return std::nullopt;
  beginning = beginning.substr(0, begin);
  if (beginning.ends_with("rank")) beginning.remove_suffix(4);
  return rank;
}

// Returns the folder of a run, where Hydra's copy of the configuration lies in one of its own.
std::string run_folder(const fs::path& file) {
  const fs::path folder = file.parent_path();
  const std::string name = folder.filename().string();
  const bool is_of_config = name == ".hydra" || name == "dlio_config";
  return (is_of_config ? folder.parent_path() : folder).string();
}

// Returns the name of a run for people: how its files begin, else its folder.
std::string run_name(const std::string& run) {
  const fs::path path(run);
  if (!path.filename().empty()) return path.filename().string();
  const std::string folder = path.parent_path().filename().string();
  return folder.empty() || folder == "." ? "run" : folder;
}

std::size_t common_length(std::string_view a, std::string_view b) {
  const std::size_t least = std::min(a.size(), b.size());
  return static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(least), b.begin()).first - a.begin());
}

Mark mark_of_path(const std::string& path) {
  return Mark{std::make_shared<const SourceText>(SourceText{path, {}})};
}

class DlioFileFinder {
 public:
  void take(const std::string& word) {
    std::error_code ignored;
    if (fs::is_directory(word, ignored)) return take_folder(word);
    if (const auto file = dlio_file(word); file && fs::exists(word, ignored)) return add(*file, true);
    if (!fs::exists(word, ignored)) {
      found_.problems.add(mark_of_path(word), "E0721", "there is no such file or folder");
      return;
    }
    found_.problems.add(mark_of_path(word), "E0721", "DLIO writes no file of this name")
        .with_help("it writes summary.json, per_epoch_stats.json, 0_output.json and .hydra/config.yaml");
  }

  DlioFiles finish() {
    join_named();
    for (auto& [beginning, files] : runs_) found_.runs.push_back({run_name(beginning), std::move(files)});
    return std::move(found_);
  }

 private:
  void take_folder(const std::string& folder) {
    std::vector<std::string> paths;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
      if (at.depth() >= kDeepestFolder) at.disable_recursion_pending();
      std::error_code ignored;
      if (!at->is_regular_file(ignored) || !dlio_file(at->path().string())) continue;
      paths.push_back(at->path().string());
      if (paths.size() > kMostFiles) break;
    }
    if (paths.size() > kMostFiles) {
      found_.problems.add(mark_of_path(folder), "E0012", "the folder has more than 200,000 files of DLIO")
          .with_help("import the folders of some runs");
      return;
    }
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) add(*dlio_file(path), false);
    if (error || paths.empty())
      found_.problems
          .add(mark_of_path(folder), "E0721", error ? error.message() : "the folder has no results of DLIO")
          .with_help("a run of DLIO leaves summary.json there, with per_epoch_stats.json and .hydra/");
  }

  // Adds a file to its run; `is_named`: the user named it, and no folder that it is in.
  void add(const DlioFile& file, bool is_named) {
    if (file.kind == DlioFileKind::report) return found_.reports.push_back(file);
    if (is_named) named_.push_back(file.run);
    put(runs_[file.run], file);
  }

  // Puts a file among those of a run, unless there is one of its kind.
  void put(std::vector<DlioFile>& run, const DlioFile& file) {
    const auto same = std::find_if(run.begin(), run.end(), [&](const DlioFile& other) {
      return other.kind == file.kind && other.rank == file.rank;
    });
    if (same == run.end()) return run.push_back(file);
    if (same->path != file.path)
      found_.left.add(mark_of_path(file.path), "a second file of the kind of " + in_quotes(same->path));
  }

  static bool has_summary(const std::vector<DlioFile>& files) {
    return std::any_of(files.begin(), files.end(),
                       [](const DlioFile& file) { return file.kind == DlioFileKind::summary; });
  }

  // Returns the named run with a summary that begins most like a path; empty where several do.
  std::string nearest_run(const std::string& beginning) const {
    std::string best;
    std::size_t longest = 0, equals = 0;
    for (const std::string& run : named_) {
      if (!has_summary(runs_.at(run)) || run == best) continue;
      const std::size_t common = common_length(run, beginning);
      if (best.empty() || common > longest) {
        best = run;
        longest = common;
        equals = 1;
      } else if (common == longest) {
        ++equals;
      }
    }
    return equals == 1 ? best : "";
  }

  // Joins named files without a summary to the run that begins most like them.
  void join_named() {
    std::sort(named_.begin(), named_.end());
    named_.erase(std::unique(named_.begin(), named_.end()), named_.end());
    std::vector<std::pair<std::string, std::string>> joins;
    for (const std::string& run : named_)
      if (!has_summary(runs_.at(run)))
        if (const std::string nearest = nearest_run(run); !nearest.empty()) joins.emplace_back(run, nearest);
    for (const auto& [run, nearest] : joins) {
      for (const DlioFile& file : runs_.at(run)) put(runs_.at(nearest), file);
      runs_.erase(run);
    }
  }

  std::map<std::string, std::vector<DlioFile>> runs_;
  std::vector<std::string> named_;
  DlioFiles found_;
};

}  // namespace

const DlioFile* DlioRunFiles::find(DlioFileKind kind) const {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const DlioFile& file) { return file.kind == kind; });
  return found == files.end() ? nullptr : &*found;
}

std::optional<DlioFile> dlio_file(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  for (const DlioFileName& known : kDlioFileNames) {
    if (!name.ends_with(known.ending)) continue;
    std::string_view beginning = std::string_view(name).substr(0, name.size() - known.ending.size());
    if (!beginning.empty() && !is_separator(beginning.back())) return std::nullopt;
    beginning = without_separators(beginning);
    DlioFile file{known.kind, path, {}};
    if (known.kind == DlioFileKind::rank) {
      const std::optional<std::int64_t> rank = take_rank(beginning);
      if (!rank) return std::nullopt;
      file.rank = *rank;
    }
    // Newer versions put the rank before the times of epochs, too.
    if (known.kind == DlioFileKind::epochs && whole_number(beginning)) beginning = {};
    beginning = without_separators(beginning);
    const std::string folder = run_folder(path);
    file.run = (folder.empty() ? "" : folder + "/") + std::string(beginning);
    return file;
  }
  return std::nullopt;
}

DlioFiles find_dlio_files(std::span<const std::string> words) {
  DlioFileFinder finder;
  for (const std::string& word : words) finder.take(word);
  return finder.finish();
}

bool is_dlio_result(const std::string& word) {
  const auto is_result = [](const fs::path& path) {
    const auto file = dlio_file(path.string());
    const bool is_set = file && (file->kind == DlioFileKind::config || file->kind == DlioFileKind::overrides);
    return file && (!is_set || path.parent_path().filename() == ".hydra");
  };
  std::error_code error;
  if (!fs::is_directory(word, error)) return fs::is_regular_file(word, error) && is_result(word);
  if (fs::exists(fs::path(word) / ".hydra" / "config.yaml", error)) return true;
  for (fs::directory_iterator at(word, error), end; !error && at != end; at.increment(error))
    if (is_result(at->path())) return true;
  return false;
}

}  // namespace headrace
