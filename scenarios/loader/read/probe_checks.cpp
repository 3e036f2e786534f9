#include <algorithm>

#include "scenarios/loader/read/asserted_figures.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

constexpr std::int64_t kMostPopular = 10'000'000;  // Files; each has eight bytes in the table of its law.

// A probe, and where to point when it cannot be.
class ProbeCheck {
 public:
  ProbeCheck(const std::string& name, const JobSpec& job, const Places& places, Problems& problems)
      : path_("jobs." + name + ".probe"),
        job_(job),
        spec_(*job.probe),
        places_(places),
        problems_(problems) {}

  void run() {
    const bool sends = spec_.operation == ProbeOperation::send;
    if ((spec_.is_bulk() || sends) && spec_.file_size == Bytes())
      add("file_size", "'" + word() + "' of files without a byte moves nothing");
    if (spec_.shared_file && !spec_.is_bulk())
      add("shared_file",
          "'" + word() + "' is of whole files, and one file cannot be shared by all processes");
    if (spec_.popularity > 0) check_popularity();
    if (sends && job_.nodes.count == 1)
      add("operation", "'send' goes from node to node, and the job has one");
  }

 private:
  std::string word() const {
    return std::string(kProbeOperations[static_cast<std::size_t>(spec_.operation)]);
  }

  void check_popularity() {
    const bool chooses = !spec_.is_bulk() && spec_.operation != ProbeOperation::send &&
                         spec_.operation != ProbeOperation::create &&
                         spec_.operation != ProbeOperation::unlink;
    if (!chooses) return add("popularity", "'" + word() + "' takes its files in turn and chooses none");
    if (spec_.files_per_process > kMostPopular)
      add("popularity", "Zipf's law over more than " + std::to_string(kMostPopular) + " files of a process");
  }

  void add(const std::string& field, const std::string& sentence) {
    const auto named = places_.find(path_ + "." + field);
    const auto group = places_.find(path_);
    const Mark mark = named != places_.end() ? named->second : group->second;
    problems_.add(mark, "E0370", sentence).at(path_ + "." + field);
  }

  std::string path_;
  const JobSpec& job_;
  const ProbeSpec& spec_;
  const Places& places_;
  Problems& problems_;
};

Mark place_or(const Places& places, const std::string& path, const std::string& other) {
  for (const std::string& one : {path, other}) {
    const auto found = places.find(one);
    if (found != places.end()) return found->second;
  }
  return {};
}

}  // namespace

void check_probe(const std::string& job_name, const JobSpec& job, const Places& places, Problems& problems) {
  const std::string path = "jobs." + job_name;
  if (!job.probe || is_refused(path, problems)) return;
  ProbeCheck(job_name, job, places, problems).run();
}

void check_published(const Scenario& scenario, const Places& places, Problems& problems) {
  for (const auto& [name, job] : scenario.jobs) {
    const std::string path = "jobs." + name;
    if (job.published.empty() || is_refused(path, problems)) continue;
    if (!job.workload && !job.inference && !job.probe) continue;  // Told already.
    const std::vector<std::string_view> there = figures_of_spec(scenario, job);
    for (std::size_t i = 0; i < job.published.size(); ++i) {
      const std::string& figure = job.published[i].figure;
      const std::string item = path + ".published[" + std::to_string(i) + "]";
      const Mark mark = place_or(places, item + ".figure", path + ".published");
      const bool twice =
          std::any_of(job.published.begin(), job.published.begin() + static_cast<std::ptrdiff_t>(i),
                      [&](const PublishedFigure& other) { return other.figure == figure; });
      if (twice) {
        problems.add(mark, "E0371", in_quotes(figure) + " is published twice").at(item);
      } else if (std::find(there.begin(), there.end(), figure) == there.end()) {
        problems
            .add(mark, "E0371",
                 "the job " + in_quotes(name) + " will not have the figure " + in_quotes(figure))
            .at(item)
            .hint(did_you_mean(nearest_word(figure, there)))
            .with_help("its figures are " + joined(there));
      }
    }
  }
}

}  // namespace headrace
