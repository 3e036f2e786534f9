#include <algorithm>
#include <array>
#include <cctype>

#include "models/storage/filer/filer_spec.h"
#include "scenarios/loader/read/doubts.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::int64_t kMuchPrefetch = 1024;
constexpr Duration kLongStep = 100_s;

// A name for the report, so a list that lags behind costs a warning and no more.
constexpr std::string_view kAccelerators[] = {
    "P100",   "V100",   "T4",     "A10",    "A16",    "A30",       "A40",   "A100",  "A800",     "L4",
    "L40",    "L40S",   "H20",    "H100",   "H200",   "H800",      "GH200", "B100",  "B200",     "B300",
    "GB200",  "GB300",  "R100",   "VR200",  "MI50",   "MI60",      "MI100", "MI210", "MI250",    "MI250X",
    "MI300A", "MI300X", "MI325X", "MI350X", "MI355X", "K40",       "K80",   "M40",   "Gaudi",    "Gaudi2",
    "Gaudi3", "PVC",    "1100",   "1550",   "TPU",    "IPU",       "WSE",   "SN40L", "Trainium", "Trainium2",
    "910B",   "3090",   "4090",   "5090",   "A6000",  "Inferentia"};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

// "NVIDIA H100 80GB" names one, in any letters.
bool names_accelerator(std::string_view text) {
  while (!text.empty()) {
    const auto end =
        static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_word) - text.begin());
    for (const std::string_view known : kAccelerators)
      if (same_word(text.substr(0, end), known)) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

const FileSystemSpec* storage_of(const Scenario& scenario, const JobSpec& job) {
  for (const auto& [name, system] : scenario.platform.file_systems)
    if (name == job.storage) return &system;
  return nullptr;
}

class JobDoubts {
 public:
  JobDoubts(const Scenario& scenario, const std::string& name, const JobSpec& job, const Places& places,
            Problems& problems)
      : job_(job),
        path_("jobs." + name),
        system_(storage_of(scenario, job)),
        places_(places),
        problems_(problems) {}

  void run() {
    doubt_accelerator();
    if (!job_.workload() || is_refused(path_, problems_)) return;
    if (job_.workload()->training.enabled) {
      doubt_computation();
      doubt_prefetch();
    }
    doubt_directories();
  }

 private:
  Problem& warn(const std::string& field, std::string_view dlio_key, const char* code, std::string sentence) {
    return problems_.warn(place_of_setting(path_, job_, field, dlio_key, places_), code, std::move(sentence))
        .at(path_ + "." + field);
  }

  void doubt_accelerator() {
    if (!places_.contains(path_ + ".accelerator") || names_accelerator(job_.accelerator)) return;
    warn("accelerator", {}, "W0058", "no accelerator called " + in_quotes(job_.accelerator) + " is known")
        .hint(did_you_mean(nearest_word(job_.accelerator, kAccelerators)))
        .with_help("the name stands in the report only; the workload's computation time says how fast it is");
  }

  void doubt_computation() {
    const Duration mean = job_.workload()->training.computation_time.mean;
    if (mean > Duration() && mean <= kLongStep) return;
    warn("workload.training.computation_time", "train.computation_time", "W0052",
         mean == Duration() ? "a step computes nothing: the accelerators are never busy"
                            : "a step computes " + text_of(mean) + ": is a decimal point missing?")
        .with_help(
            "published are 3.5 ms (CosmoFlow on one H100) to 2.4 s (Megatron-DeepSpeed), 323 ms for "
            "UNet3D on one H100: DLIO's and MLPerf Storage's workload files");
  }

  void doubt_prefetch() {
    if (job_.workload()->loader.prefetch_size <= kMuchPrefetch) return;
    warn("workload.loader.prefetch_size", "reader.prefetch_size", "W0054",
         "the loader prepares " + std::to_string(job_.workload()->loader.prefetch_size) +
             " batches ahead: usual are 2 to 64")
        .with_help("PyTorch's prefetch_factor is 2 batches a worker, DLIO's prefetch_size 2 a rank");
  }

  void doubt_directories() {
    const FilerSpec* filer = system_ == nullptr ? nullptr : system_->find<FilerSpec>();
    const DatasetSpec& set = job_.workload()->dataset;
    const bool reads = job_.workload()->training.enabled && set.format != Format::synthetic;
    if (filer == nullptr || filer->heads.count < 2 || !reads || set.files < 2 || set.subfolders > 1) return;
    warn("workload.dataset.subfolders", "dataset.num_subfolders_train", "W0059",
         "all " + std::to_string(set.files) + " files stand in one directory, which one of the " +
             std::to_string(filer->heads.count) + " heads of " + in_quotes(job_.storage) + " serves alone")
        .with_help("spread them: dataset.subfolders, or num_subfolders_train of a DLIO file, of " +
                   std::to_string(filer->heads.count) +
                   " and more; scale-out filers that stripe files "
                   "themselves are nearer to a lustre with as many servers");
  }

  const JobSpec& job_;
  std::string path_;
  const FileSystemSpec* system_;
  const Places& places_;
  Problems& problems_;
};

}  // namespace

Mark place_of_setting(const std::string& job_path, const JobSpec& job, const std::string& field,
                      std::string_view dlio_key, const Places& places) {
  const auto given = places.find(job_path + "." + field);
  if (given != places.end()) return given->second;
  for (std::size_t i = job.overrides.size(); i-- > 0 && !dlio_key.empty();) {
    const std::string_view text = job.overrides[i];
    const std::string_view key = text.substr(0, text.find('='));
    const auto place = places.find(job_path + ".overrides[" + std::to_string(i) + "]");
    if (key.ends_with(dlio_key) && place != places.end()) return place->second;
  }
  for (const char* whole : {".workload", ".dlio", ""}) {
    const auto place = places.find(job_path + whole);
    if (place != places.end()) return place->second;
  }
  return {};
}

void doubt_jobs(const Scenario& scenario, const Places& places, Problems& problems) {
  for (const auto& [name, job] : scenario.jobs) JobDoubts(scenario, name, job, places, problems).run();
}

}  // namespace headrace
