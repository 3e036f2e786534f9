// Rules of a job that mixes data sets, against its loader, its shuffle and its ranks.

#include <algorithm>

#include "models/data/mixture.h"
#include "models/jobs/job_shape.h"

namespace headrace {
namespace {

class MixtureCheck {
 public:
  MixtureCheck(const JobSpec& job, const MixtureSpec& mixture, Check& check)
      : job_(job), work_(*job.workload()), mixture_(mixture), check_(check) {}

  void run() {
    if (mixture_.sets.empty())
      return check_.refuse("workload.mixture.sets", "E0364", "the mixture has no data set",
                           "each set has a name of its own: 'text: {weight: 0.7, files: 64}'");
    if (!work_.training.enabled)
      return check_.warn({.field = "workload.mixture",
                          .code = "W0011",
                          .sentence = "'workload.mixture' has no effect: the job does not train, so it reads "
                                      "no samples"});
    if (check_.says("workload.dataset"))
      check_.warn({.field = "workload.dataset",
                   .code = "W0067",
                   .sentence = "'workload.dataset' has no effect beside 'workload.mixture'",
                   .help = "what it says may stand as one of the mixture's sets"});
    if (work_.loader.kind != LoaderKind::pytorch)
      check_.refuse("workload.loader.kind", "E0364",
                    "only PyTorch's loader mixes data sets here: TensorFlow's threads have a run of one set "
                    "each",
                    "'kind: pytorch', or one data set");
    if (const NodeSpec* const group = judged_nodes(job_, check_)) check_ranks(shape_of(job_, *group).ranks);
  }

 private:
  std::string path_of(std::string_view set) const { return "workload.mixture.sets." + std::string(set); }

  void check_ranks(std::int64_t ranks) {
    if (ranks <= 0) return;
    bool any_is_empty = false;
    for (const auto& [name, set] : mixture_.sets) any_is_empty |= !check_share(name, set, ranks);
    if (any_is_empty) return;
    if (check_shuffle(ranks)) check_drawn(ranks);
  }

  // Returns the samples of a set that the last rank has, of which the policies give no rank fewer.
  std::int64_t fewest_of(const MixedSetSpec& set, std::int64_t ranks) const {
    const std::int64_t samples = set.data.files * set.data.samples_per_file;
    if (deals_evenly(job_.dlio_version) || job_.shuffle) return samples / ranks;
    return samples - (ranks - 1) * ((samples + ranks - 1) / ranks);
  }

  bool check_share(const std::string& name, const MixedSetSpec& set, std::int64_t ranks) {
    if (fewest_of(set, ranks) > 0) return true;
    const std::string samples = std::to_string(set.data.files * set.data.samples_per_file);
    check_.refuse(path_of(name), "E0309",
                  "the " + samples + " samples of " + in_quotes(name) + " leave one of " +
                      std::to_string(ranks) + " ranks without any",
                  "each rank draws from a share of its own: " + std::to_string(ranks * ranks) +
                      " samples are always enough");
    return false;
  }

  bool check_shuffle(std::int64_t ranks) {
    if (!job_.shuffle) return true;
    ShufflePolicy::Context context;
    context.ranks = ranks;
    context.batch_size = work_.loader.batch_size;
    for (const auto& [name, set] : mixture_.sets) {
      context.samples = set.data.files * set.data.samples_per_file;
      if (job_.shuffle->make(context)->handed_on(0) == 0) continue;
      check_.refuse("shuffle", "E0325",
                    "under the shuffle " + in_quotes(job_.shuffle->name()) +
                        " ranks hand samples on between epochs, and the sets of a mixture have epochs of "
                        "their own",
                    "another shuffle, or one data set");
      return false;
    }
    return true;
  }

  // Refuses a run whose ranks draw more than can be counted, and doubts a set that no rank draws from.
  void check_drawn(std::int64_t ranks) {
    const double of_rank = static_cast<double>(steps_of_epoch(job_, ranks)) *
                           static_cast<double>(work_.training.epochs) *
                           static_cast<double>(samples_of_replica(job_));
    if (of_rank >= static_cast<double>(Mixture::kMostSamples))
      return check_.refuse("workload.mixture", "E0364",
                           "a rank draws more than " + std::to_string(Mixture::kMostSamples) + " samples",
                           "fewer epochs, or training.total_training_steps");
    std::vector<std::int64_t> drawn(mixture_.sets.size());
    const std::vector<double> weights = mixture_.weights();
    for (std::int64_t rank = 0; rank < ranks && has_none(drawn); ++rank) {
      const Mixture mixture(weights, rank * work_.loader.batch_size);
      const std::vector<std::int64_t> own = mixture.drawn(static_cast<std::int64_t>(of_rank));
      for (std::size_t set = 0; set < drawn.size(); ++set) drawn[set] += own[set];
    }
    for (std::size_t set = 0; set < drawn.size(); ++set)
      if (drawn[set] == 0) doubt_undrawn(mixture_.sets[set].first, of_rank * static_cast<double>(ranks));
  }

  static bool has_none(const std::vector<std::int64_t>& drawn) {
    return std::find(drawn.begin(), drawn.end(), 0) != drawn.end();
  }

  void doubt_undrawn(const std::string& name, double samples) {
    check_.warn({.field = path_of(name) + ".weight",
                 .code = "W0065",
                 .sentence = "no sample of " + in_quotes(name) + " is drawn: the run has " +
                             std::to_string(static_cast<std::int64_t>(samples)) +
                             " samples, and its share "
                             "comes to none of them",
                 .help = "more steps, or a larger weight"});
  }

  const JobSpec& job_;
  const WorkloadSpec& work_;
  const MixtureSpec& mixture_;
  Check& check_;
};

}  // namespace

void JobSpec::check_mixture(Check& check) const {
  if (workload() == nullptr || !workload()->mixture || check.is_refused()) return;
  MixtureCheck(*this, *workload()->mixture, check).run();
}

}  // namespace headrace
