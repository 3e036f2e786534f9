#include "scenarios/loader/read/job_workloads.h"

#include <map>
#include <mutex>
#include <tuple>

#include "scenarios/loader/dlio/dlio.h"
#include "scenarios/loader/fields/scenario_fields.h"
#include "scenarios/loader/read/arrival_trace.h"
#include "scenarios/loader/text/words.h"

namespace headrace {

// What a DLIO file says is the same for every job that reads it the same way.
struct DlioRead {
  bool usable = false;
  WorkloadSpec workload;
  std::vector<NoEffect> no_effect;
};

// What was read without a problem, by the file's name and folder, its version and its overrides.
class DlioCache {
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

 private:
  static constexpr std::size_t kMost = 256;  // Where overrides of a DLIO file are an axis there are more.

  std::mutex mutex_;
  std::map<Key, DlioRead> read_;
};

std::shared_ptr<DlioCache> make_dlio_cache() { return std::make_shared<DlioCache>(); }

namespace {

class DlioJobs {
 public:
  DlioJobs(const Places& places, const FileFinder& files, DlioCache* cache, Problems& problems)
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
    const DlioCache::Key key(job.dlio, files_.folder_of(named), job.dlio_version, job.overrides);
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
    if (!file) return read;
    read.usable = read_dlio(file->text, file->name, job.dlio_version, job.overrides, marks, read.workload,
                            read.no_effect, problems_);
    return read;
  }

  const Places& places_;
  const FileFinder& files_;
  DlioCache* cache_;
  Problems& problems_;
  std::map<std::tuple<std::string, DlioVersion, std::vector<std::string>, const SourceText*>, DlioRead> read_;
};

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
                    DlioCache* cache) {
  DlioJobs dlio_jobs(places, files, cache, problems);
  for (auto& [name, job] : scenario.jobs) {
    const std::string path = "jobs." + name;
    const auto place = places.find(path);
    if (place == places.end()) continue;
    read_arrival_trace(name, job, places, files, problems);
    if (job.work.given().empty() && places.contains(path + ".dlio")) {
      dlio_jobs.read(name, job, scenario);
    } else if (job.work.given().empty() && !is_told(path, problems)) {
      problems.add(place->second, "E0306", in_quotes(path) + " has " + none_of_work()).at(path);
    }
  }
}

}  // namespace headrace
