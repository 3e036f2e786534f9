#include <algorithm>
#include <cmath>
#include <limits>

#include "models/jobs/job_shape.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/scalars.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr double kLongestRun = 1e9;  // Seconds: 1e18 of the clock's 9.2e18 ns.
constexpr auto kMostBytes = static_cast<double>(std::numeric_limits<std::int64_t>::max()) / 4;

double as_double(std::int64_t value) { return static_cast<double>(value); }

std::string rate_text(double per_second) { return number_text(std::round(per_second * 1000) / 1000); }

// An inference job, and where to point when it cannot be.
class InferenceCheck {
 public:
  InferenceCheck(const std::string& name, const JobSpec& job, const NodeSpec& group, const Places& places,
                 Problems& problems)
      : path_("jobs." + name + ".inference"),
        spec_(*job.inference),
        places_(places),
        problems_(problems),
        servers_(shape_of(job, group).ranks) {}

  void run() {
    check_trace();
    if (spec_.mode == InferenceMode::offline) return check_offline();
    if (spec_.balancer && spec_.queue == QueueScope::shared)
      add("balancer", "E0347", "a balancer has nothing to choose where all servers share a queue")
          .with_help("give it 'queue: per_server'");
    if (!spec_.arrivals) {
      add("mode", "E0344", "a streaming job without 'arrivals' has no requests")
          .with_help("its arrivals are a policy and its parameters, as in {policy: poisson, rate: 100}");
      return;
    }
    if (is_refused(path_, problems_)) return;
    check_end();
    check_warm_up();
    check_predictions(as_double(spec_.requests));
    check_load();
  }

 private:
  bool replays() const { return spec_.arrivals && spec_.arrivals->name() == "replay"; }
  double rate() const {
    return spec_.arrivals->make({RandomStream(0, "rate"), spec_.trace_times})->mean_rate();
  }

  // The field where the text has it, else the group.
  Mark place(const std::string& field) const {
    for (const std::string& path : {path_ + "." + field, path_}) {
      const auto found = places_.find(path);
      if (found != places_.end()) return found->second;
    }
    return {};
  }
  Problem& add(const std::string& field, const char* code, const std::string& sentence) {
    return problems_.add(place(field), code, sentence).at(path_ + "." + field);
  }

  void check_trace() {
    const bool streaming = spec_.mode == InferenceMode::streaming;
    if (!spec_.trace.empty() && !(streaming && replays())) {
      add("trace", "E0340", "nothing replays this trace").with_help("give it 'arrivals: {policy: replay}'");
    } else if (streaming && replays() && spec_.trace.empty()) {
      add("arrivals.policy", "E0340", "'replay' has no trace to replay")
          .with_help("name it in " + in_quotes(path_ + ".trace"));
    }
  }

  void check_end() {
    if (spec_.requests == 0 && spec_.duration == Duration() && !replays()) {
      add("arrivals", "E0344", "requests come without an end")
          .with_help("give 'requests', 'duration', or both: the first that is reached ends them");
      return;
    }
    const double mean = rate();
    if (mean <= 0 || spec_.duration > Duration()) return;
    const double count =
        replays() ? static_cast<double>(spec_.trace_times.size()) : as_double(spec_.requests);
    const double span = count / mean;
    if (span <= kLongestRun) return;
    add(replays() ? "arrivals" : "requests", "E0346",
        "these requests come for " + rate_text(span) + " s, more than the 1e9 s that a run may last")
        .with_help("fewer requests, a higher rate, or a 'duration'");
  }

  void check_warm_up() {
    const std::int64_t most =
        spec_.requests > 0 ? spec_.requests : static_cast<std::int64_t>(spec_.trace_times.size());
    if (most == 0 || spec_.warm_up < most) return;
    add("warm_up", "E0349",
        "a warm-up of " + std::to_string(spec_.warm_up) + " leaves none of " + std::to_string(most) +
            " requests for the statistics");
  }

  void check_predictions(double requests) {
    if (requests * as_double(spec_.prediction_size.count()) < kMostBytes) return;
    add("prediction_size", "E0308", "the predictions are larger than 2 EiB");
  }

  // A batch of b takes s + b p, so a server answers b / (s + b p) requests a second at most.
  void check_load() {
    const double batch = as_double(spec_.max_batch);
    const double seconds =
        spec_.service_time.mean.in_seconds() + batch * spec_.service_time_per_request.in_seconds();
    if (servers_ <= 0 || seconds <= 0 || spec_.queue_capacity > 0) return;
    const double capacity = as_double(servers_) * batch / seconds;
    const double offered = rate();
    if (offered < capacity) return;
    problems_
        .warn(place("arrivals"), "W0012",
              rate_text(offered) + " requests/s come, and " + std::to_string(servers_) + " servers answer " +
                  rate_text(capacity) + " at most (rho = " + rate_text(offered / capacity) +
                  "): the queue grows as long as they come")
        .at(path_ + ".arrivals")
        .with_help("more servers, larger batches, or a bounded queue by 'queue_capacity'");
  }

  void check_offline() {
    if (!spec_.dataset) {
      add("mode", "E0345", "an offline job without a 'dataset' has nothing to sweep");
      return;
    }
    if (is_refused(path_, problems_)) return;
    const DatasetSpec& set = *spec_.dataset;
    const double samples = as_double(set.files) * as_double(set.samples_per_file);
    if (samples == 0) {
      add("dataset.files", "E0345", "the data set has no samples");
    } else if (samples * most_of_a_sample(set) >= kMostBytes) {
      add("dataset", "E0308", "the data set is larger than 2 EiB");
    }
    check_predictions(samples);
  }

  std::string path_;
  const InferenceSpec& spec_;
  const Places& places_;
  Problems& problems_;
  std::int64_t servers_;
};

}  // namespace

void check_inference(const Scenario& scenario, const std::string& job_name, const JobSpec& job,
                     const Places& places, Problems& problems) {
  const std::string path = "jobs." + job_name;
  if (!job.inference || !places.contains(path + ".inference") || is_refused(path, problems)) return;
  for (const auto& [name, group] : scenario.platform.nodes) {
    if (name == job.nodes.group) InferenceCheck(job_name, job, group, places, problems).run();
  }
}

}  // namespace headrace
