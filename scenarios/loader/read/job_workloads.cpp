#include "scenarios/loader/read/job_workloads.h"

#include <map>
#include <mutex>
#include <tuple>

#include "models/jobs/job_shape.h"
#include "scenarios/loader/dlio/dlio.h"
#include "scenarios/loader/fields/scenario_fields.h"
#include "scenarios/loader/read/arrival_trace.h"
#include "scenarios/loader/read/replay_recording.h"
#include "scenarios/loader/text/words.h"

namespace headrace {

// What a DLIO file says is the same for every job that reads it the same way.
struct DlioRead {
  bool usable = false;
  WorkloadSpec workload;
  std::vector<NoEffect> no_effect;
};

// WorkloadFiles: files that were read without a problem; DLIO's by name and folder, version and overrides.
class WorkloadFiles {
 public:
  using Key = std::tuple<std::string, std::string, DlioVersion, std::vector<std::string>>;

  std::optional<DlioRead> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = read_.find(key);
    return found == read_.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const Key& key, const DlioRead& read) {
    const std::lock_guard lock(mutex_);
    if (read_.size() < kMost) read_.emplace(key, read);
  }
  // Returns what keeps recordings, by their paths.
  RecordingsRead& recordings() { return recordings_; }

 private:
  static constexpr std::size_t kMost = 256;  // Where overrides of a DLIO file are an axis there are more.

  std::mutex mutex_;
  std::map<Key, DlioRead> read_;
  RecordingsRead recordings_;
};

std::shared_ptr<WorkloadFiles> make_workload_files() { return std::make_shared<WorkloadFiles>(); }

namespace {

class DlioJobs {
 public:
  DlioJobs(const Places& places, const FileFinder& files, WorkloadFiles* cache, Problems& problems)
      : places_(places), files_(files), cache_(cache), problems_(problems) {}

  void read(const std::string& name, JobSpec& job, Scenario& scenario) {
    const std::string path = "jobs." + name;
    const Mark& named = places_.at(path + ".dlio");
    const auto key = std::tuple(job.dlio, job.dlio_version, job.overrides, named.source.get());
    auto found = read_.find(key);
    if (found == read_.end()) {
      found = read_.emplace(key, open(job, named, override_marks(path, job))).first;
    }
    const DlioRead& dlio = found->second;
    if (!dlio.usable) return;
    job.work.give(dlio.workload);
    for (NoEffect entry : dlio.no_effect) {
      entry.job = name;
      scenario.no_effect.push_back(std::move(entry));
    }
  }

 private:
  // Finds where each of the job's overrides stands: in the text, or on the command line.
  std::vector<Mark> override_marks(const std::string& path, const JobSpec& job) const {
    std::vector<Mark> marks;
    for (std::size_t i = 0; i < job.overrides.size(); ++i) {
      const auto place = places_.find(path + ".overrides[" + std::to_string(i) + "]");
      marks.push_back(place == places_.end() ? places_.at(path + ".dlio") : place->second);
    }
    return marks;
  }

  DlioRead open(const JobSpec& job, const Mark& named, const std::vector<Mark>& marks) {
    const WorkloadFiles::Key key(job.dlio, files_.folder_of(named), job.dlio_version, job.overrides);
    if (cache_ == nullptr) return open_file(job, named, marks);
    if (auto kept = cache_->find(key)) return std::move(*kept);
    const std::size_t problems_before = problems_.all().size(), errors_before = problems_.errors();
    DlioRead read = open_file(job, named, marks);
    const bool is_right = problems_.all().size() == problems_before && problems_.errors() == errors_before;
    if (is_right) cache_->keep(key, read);
    return read;
  }

  DlioRead open_file(const JobSpec& job, const Mark& named, const std::vector<Mark>& marks) {
    DlioRead read;
    const auto file = files_.find(job.dlio, named, problems_);
    const auto said = with_files(job.overrides, marks);
    if (!file || !said) return read;
    read.usable = read_dlio(file->text, file->name, job.dlio_version, said->texts, said->marks, read.workload,
                            read.no_effect, problems_);
    return read;
  }

  struct Overrides {
    std::vector<std::string> texts;
    std::vector<Mark> marks;
  };

  // Puts the list of a file in the place of its name; nothing where one of them is not right.
  std::optional<Overrides> with_files(const std::vector<std::string>& texts, const std::vector<Mark>& marks) {
    Overrides all;
    bool right = true;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!names_file(texts[i])) {
        all.texts.push_back(texts[i]);
      } else if (const auto file = files_.find(texts[i], marks[i], problems_)) {
        right = read_dlio_overrides(file->text, file->name, all.texts, problems_) && right;
      } else {
        right = false;
      }
      all.marks.resize(all.texts.size(), marks[i]);
    }
    return right ? std::optional(std::move(all)) : std::nullopt;
  }
  static bool names_file(const std::string& text) {
    return text.find('=') == std::string::npos && (text.ends_with(".yaml") || text.ends_with(".yml"));
  }

  const Places& places_;
  const FileFinder& files_;
  WorkloadFiles* cache_;
  Problems& problems_;
  std::map<std::tuple<std::string, DlioVersion, std::vector<std::string>, const SourceText*>, DlioRead> read_;
};

// Leaves out the files that the job's version of DLIO leaves out so that all ranks make as many steps. It
// says so where they are more than the remainder that every version leaves unread.
class FilesOfRanks {
 public:
  FilesOfRanks(const Mark& mark, std::string path, const JobSpec& job, const NodeSpec& group,
               Problems& problems)
      : mark_(mark),
        path_(std::move(path)),
        version_(job.dlio_version),
        ranks_(shape_of(job, group).ranks),
        problems_(problems) {}

  void trim(WorkloadSpec& work) {
    if (ranks_ <= 0 || work.mixture) return;
    if (work.training.enabled) trim(work.dataset, work.loader.batch_size, "");
    if (!work.training.enabled || !work.evaluation.enabled || work.evaluation_files == 0) return;
    DatasetSpec evaluated = work.evaluation_set();
    trim(evaluated, work.loader.batch_size_evaluation, " of the evaluation");
    work.evaluation_files = evaluated.files;
  }

 private:
  void trim(DatasetSpec& set, std::int64_t batch, std::string_view of_what) {
    const std::int64_t dealt = files_dealt(version_, set, batch, ranks_);
    const std::string all = std::to_string(set.files) + " files" + std::string(of_what);
    const std::string unit = std::to_string(unit_of(set, batch));
    if (dealt == 0) {
      // Fewer samples than a step takes are refused as under every version.
      if (set.files * set.samples_per_file < ranks_ * batch) return;
      problems_.add(mark_, "E0391", named() + " leaves out all " + all + ": it takes a multiple of " + unit)
          .at(path_)
          .with_help("give at least " + unit + " files");
      return;
    }
    if (set.files * set.samples_per_file - dealt * set.samples_per_file >= ranks_ * batch)
      problems_
          .warn(
              mark_, "W0075",
              named() + " reads " + std::to_string(dealt) + " of " + all + ": it takes a multiple of " + unit)
          .at(path_)
          .with_help("a number of files that is one, or another 'dlio_version'");
    set.files = dealt;
  }
  std::int64_t unit_of(const DatasetSpec& set, std::int64_t batch) const {
    return version_ == DlioVersion::main ? set.samples_per_file * batch * ranks_ : ranks_;
  }
  std::string named() const {
    return "DLIO " + std::string(kDlioVersions[static_cast<std::size_t>(version_)]);
  }

  const Mark& mark_;
  const std::string path_;
  const DlioVersion version_;
  const std::int64_t ranks_;
  Problems& problems_;
};

void trim_files(const std::string& path, JobSpec& job, const Scenario& scenario, const Places& places,
                Problems& problems) {
  WorkloadSpec* const work = job.workload();
  const auto place = places.find(path + ".dlio_version");
  if (work == nullptr || place == places.end()) return;
  for (const auto& [name, group] : scenario.platform.nodes)
    if (name == job.nodes.group) FilesOfRanks(place->second, place->first, job, group, problems).trim(*work);
}

// Says whether the job's text has work of which a problem already tells.
bool is_told(const std::string& path, const Problems& problems) {
  for (const Problem& problem : problems.all()) {
    for (const std::string& field : fields_of_work())
      if (problem.path == path + "." + field) return true;
    if (problem.code == "E0101" && problem.path.starts_with(path + ".")) return true;
  }
  return false;
}

// "neither a 'dlio' nor a 'workload' nor an 'inference'"
std::string none_of_work() {
  std::string text;
  for (const std::string& field : fields_of_work())
    text += (text.empty() ? "neither " : " nor ") + a_field_of_work(field);
  return text;
}

}  // namespace

void read_workloads(Scenario& scenario, const Places& places, const FileFinder& files, Problems& problems,
                    WorkloadFiles* cache) {
  DlioJobs dlio_jobs(places, files, cache, problems);
  for (auto& [name, job] : scenario.jobs) {
    const std::string path = "jobs." + name;
    const auto place = places.find(path);
    if (place == places.end()) continue;
    read_arrival_trace(name, job, places, files, problems);
    read_replay_recording(name, job, places, files, problems,
                          cache == nullptr ? nullptr : &cache->recordings());
    if (job.work.given().empty() && places.contains(path + ".dlio")) {
      dlio_jobs.read(name, job, scenario);
    } else if (job.work.given().empty() && !is_told(path, problems)) {
      problems.add(place->second, "E0306", in_quotes(path) + " has " + none_of_work()).at(path);
    }
    trim_files(path, job, scenario, places, problems);
  }
}

}  // namespace headrace
