#include "models/jobs/inference/inference_spec.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/jobs/inference/figures.h"
#include "models/jobs/inference/inference_result.h"
#include "models/jobs/job_shape.h"
#include "models/jobs/job_spec.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr double kLongestRun = 1e9;  // Seconds: 1e18 of the clock's 9.2e18 ns.
constexpr auto kMostBytes = static_cast<double>(std::numeric_limits<std::int64_t>::max()) / 4;

double as_double(std::int64_t value) { return static_cast<double>(value); }

std::string rate_text(double per_second) { return number_text(std::round(per_second * 1000) / 1000); }

// Estimates the events of requests, of the models that servers load, and of a data set that is swept.
double events_of_inference(const JobSpec& job, const JobFacts::Ground& ground) {
  // Measured on shipped scenarios.
  constexpr double kEventsOfRequest = 2.5, kEventsOfFile = 11.5, kEventsOfBatch = 1.3;
  const auto* const spec = job.work.find<InferenceSpec>();
  if (spec == nullptr) return 0;
  const auto reads = [&](Bytes size) {
    return ground.data.front().of_request *
           std::max(1.0, as_double(size.count()) / as_double(ground.data.front().request.count()));
  };
  double events = kEventsOfRequest *
                  as_double(std::max(spec->requests, static_cast<std::int64_t>(spec->traced.times.size())));
  if (spec->model_size > Bytes()) events += as_double(ground.ranks) * reads(spec->model_size);
  if (!spec->dataset) return events;
  const double samples = as_double(spec->dataset->files) * as_double(spec->dataset->samples_per_file);
  events += kEventsOfBatch * std::ceil(samples / as_double(spec->max_batch));
  if (cost_of(spec->dataset->format).pattern != ReadPattern::none)
    events += as_double(spec->dataset->files) *
              (kEventsOfFile + reads(spec->dataset->record_length * spec->dataset->samples_per_file));
  return events;
}

// Predictions are as many as there are requests.
JobFacts::Written written_by_inference(const JobSpec& job, std::int64_t) {
  const auto* const spec = job.work.find<InferenceSpec>();
  return {spec != nullptr && spec->prediction_size > Bytes(), std::nullopt};
}

}  // namespace

JobFacts InferenceSpec::facts() const {
  const bool streaming = mode == InferenceMode::streaming;
  JobFacts facts;
  facts.kind = "inference";
  facts.does = streaming ? "answers requests" : "sweeps a data set once";
  facts.title = model.empty() ? "a model" : model;
  facts.manner = std::string(kInferenceModes[static_cast<std::size_t>(mode)]) + " inference";
  facts.answers = streaming;
  facts.keeps_prefixes = streaming && tokens && tokens->prefix_cache;
  facts.has_samples = true;
  facts.has_sizes = !streaming;
  facts.uses = Purposes()
                   .with(Purpose::data, !streaming)
                   .with(Purpose::weights, model_size > Bytes())
                   .with(Purpose::predictions, prediction_size > Bytes());
  facts.events = events_of_inference;
  facts.written = written_by_inference;
  facts.figures = inference_figures();
  facts.headline = streaming ? kLatencyFigure : kRequestsFigure;
  facts.headline_words = streaming ? "ms p99" : "samples/s";
  facts.found = new_kind_result<InferenceResult>;
  facts.check = check_load;
  return facts;
}

void InferenceSpec::check(Check& check) const {
  if (check.is_refused()) return;
  check_trace(check);
  check_tokens(check);
  return mode == InferenceMode::offline ? check_sweep(check) : check_requests(check);
}

void InferenceSpec::check_requests(Check& check) const {
  if (balancer && queue == QueueScope::shared)
    check.refuse("balancer", "E0347", "a balancer has nothing to choose where all servers share a queue",
                 "give it 'queue: per_server'");
  if (!arrivals)
    return check.refuse("mode", "E0344", "a streaming job without 'arrivals' has no requests",
                        "its arrivals are a policy and its parameters, as in {policy: poisson, rate: 100}");
  if (check.is_refused()) return;
  check_end(check);
  const std::int64_t most = requests > 0 ? requests : static_cast<std::int64_t>(traced.times.size());
  if (most > 0 && warm_up >= most)
    check.refuse("warm_up", "E0349",
                 "a warm-up of " + std::to_string(warm_up) + " leaves none of " + std::to_string(most) +
                     " requests for the statistics");
  check_predictions(check, as_double(requests));
}

double InferenceSpec::rate() const {
  return arrivals->make({RandomStream(0, "rate"), traced.times})->mean_rate();
}

void InferenceSpec::check_trace(Check& check) const {
  const bool streaming = mode == InferenceMode::streaming;
  if (!trace.empty() && !(streaming && replays())) {
    check.refuse("trace", "E0340", "nothing replays this trace", "give it 'arrivals: {policy: replay}'");
  } else if (streaming && replays() && trace.empty()) {
    check.refuse("arrivals.policy", "E0340", "'replay' has no trace to replay",
                 "name it in '" + check.path() + ".trace'");
  }
}

void InferenceSpec::check_tokens(Check& check) const {
  if (!tokens) return;
  if (mode == InferenceMode::offline || !replays())
    return check.refuse("tokens", "E0732",
                        "the tokens of requests come from a trace, and nothing replays one",
                        "name it in '" + check.path() + ".trace', with 'arrivals: {policy: replay}'");
  if (traced.times.empty()) return;
  if (!traced.has_tokens())
    return check.refuse(
        "tokens", "E0732", "the trace does not say how many tokens its requests have",
        "its columns are called 'num_prefill_tokens' and 'num_decode_tokens', 'ContextTokens' "
        "and 'GeneratedTokens', or 'input_length' and 'output_length'");
  if (tokens->prefix_cache) check_prefix_cache(check);
}

void InferenceSpec::check_prefix_cache(Check& check) const {
  const PrefixCacheSpec& kept = *tokens->prefix_cache;
  CachePolicy::Context cache;
  cache.capacity = kept.capacity;
  if (kept.policy.make(cache)->needs_future())
    check.refuse("tokens.prefix_cache.policy", "E0324",
                 "'" + std::string(kept.policy.name()) +
                     "' looks ahead, and a server does not know which prompts will come to it");
  if (kept.capacity < kept.block_size())
    check.refuse("tokens.prefix_cache.capacity", "E0733",
                 "the cache holds " + text_of(kept.capacity) + ", and a block of " +
                     std::to_string(kept.block_tokens) + " tokens is " + text_of(kept.block_size()));
  if (!traced.has_blocks())
    return check.refuse("tokens.prefix_cache", "E0732", "the trace does not say what prompts share",
                        "blocks are the 'hash_ids' of JSON lines as Mooncake writes them");
  for (std::size_t n = 0; n < traced.times.size(); ++n) {
    const auto blocks = static_cast<std::int64_t>(traced.blocks_of(n).size());
    const std::int64_t fit = (traced.prompt_tokens[n] + kept.block_tokens - 1) / kept.block_tokens;
    if (blocks == fit) continue;
    return check.refuse("tokens.prefix_cache.block_tokens", "E0733",
                        "request " + std::to_string(n + 1) + " of the trace has " + std::to_string(blocks) +
                            " blocks, and its " + std::to_string(traced.prompt_tokens[n]) + " tokens make " +
                            std::to_string(fit) + " of " + std::to_string(kept.block_tokens),
                        "'block_tokens' is what one number of 'hash_ids' stands for");
  }
}

// Returns the seconds that tokens add to a full batch at least, in the mean: prompts that a cache may hold
// take nothing, and the longest output is no shorter than the mean one.
double InferenceSpec::least_of_tokens() const {
  if (!tokens || !traced.has_tokens()) return 0;
  const auto mean = [](const std::vector<std::int64_t>& lengths) {
    double sum = 0;
    for (const std::int64_t length : lengths) sum += as_double(length);
    return sum / as_double(static_cast<std::int64_t>(lengths.size()));
  };
  const double read = tokens->prefix_cache ? 0 : as_double(max_batch) * mean(traced.prompt_tokens);
  return read * tokens->prompt_token_time.in_seconds() +
         mean(traced.output_tokens) * tokens->output_token_time.in_seconds();
}

void InferenceSpec::check_end(Check& check) const {
  if (requests == 0 && duration == Duration() && !replays())
    return check.refuse("arrivals", "E0344", "requests come without an end",
                        "give 'requests', 'duration', or both: the first that is reached ends them");
  const double mean = rate();
  if (mean <= 0 || duration > Duration()) return;
  const double count = replays() ? static_cast<double>(traced.times.size()) : as_double(requests);
  const double span = count / mean;
  if (span <= kLongestRun) return;
  check.refuse(replays() ? "arrivals" : "requests", "E0346",
               "these requests come for " + rate_text(span) + " s, more than the 1e9 s that a run may last",
               "fewer requests, a higher rate, or a 'duration'");
}

void InferenceSpec::check_predictions(Check& check, double of_requests) const {
  if (of_requests * as_double(prediction_size.count()) < kMostBytes) return;
  check.refuse("prediction_size", "E0308", "the predictions are larger than 2 EiB");
}

void InferenceSpec::check_sweep(Check& check) const {
  if (!dataset)
    return check.refuse("mode", "E0345", "an offline job without a 'dataset' has nothing to sweep");
  if (check.is_refused()) return;
  const ContainerSpecs& containers = dataset->containers;
  if (containers.hdf5 != Hdf5Spec() || containers.parquet != ParquetSpec() || containers.pcr != PcrSpec() ||
      containers.beton != BetonSpec())
    check.refuse("dataset", "E0374",
                 "an offline job reads its files from end to end, by no chunks, columns, prefixes or pages");
  const double samples = as_double(dataset->files) * as_double(dataset->samples_per_file);
  if (samples == 0) {
    check.refuse("dataset.files", "E0345", "the data set has no samples");
  } else if (samples * dataset->most_of_a_sample() >= kMostBytes) {
    check.refuse("dataset", "E0308", "the data set is larger than 2 EiB");
  }
  check_predictions(check, samples);
}

// Warns where requests come at least as fast as servers can answer: a batch of b takes s + b p, so a server
// answers b / (s + b p) requests a second at most. Tokens add to s.
void InferenceSpec::check_load(const JobSpec& job, Check& check) {
  const auto* const spec = job.work.find<InferenceSpec>();
  if (check.is_refused() || spec == nullptr || spec->mode == InferenceMode::offline || !spec->arrivals)
    return;
  const NodeSpec* const group = check.nodes(job.nodes.group);
  const std::int64_t servers = group == nullptr ? 0 : shape_of(job, *group).ranks;
  const double batch = as_double(spec->max_batch);
  const double seconds = spec->service_time.mean().in_seconds() +
                         batch * spec->service_time_per_request.in_seconds() + spec->least_of_tokens();
  if (servers <= 0 || seconds <= 0 || spec->queue_capacity > 0) return;
  const double capacity = as_double(servers) * batch / seconds;
  const double offered = spec->rate();
  if (offered < capacity) return;
  check.warn({.field = "inference.arrivals",
              .code = "W0012",
              .sentence = rate_text(offered) + " requests/s come, and " + std::to_string(servers) +
                          " servers answer " + rate_text(capacity) + " at most (rho = " +
                          rate_text(offered / capacity) + "): the queue grows as long as they come",
              .help = "more servers, larger batches, or a bounded queue by 'queue_capacity'"});
}

}  // namespace headrace
