#include "scenarios/loader/recordings/scaled_workload.h"

#include <algorithm>
#include <cmath>

#include "scenarios/loader/recordings/inferred_workload.h"

namespace headrace {

namespace {

constexpr double kSure = 0.8;  // Confidence from which a value has no alternative, which is the word "high".

double ratio(std::int64_t one, std::int64_t other) {
  return static_cast<double>(one) / static_cast<double>(std::max<std::int64_t>(1, other));
}

std::string text_of_span(Duration span) { return std::to_string(span.ns() / 1000) + " us"; }

Duration times(Duration span, double factor) { return Duration::seconds(span.in_seconds() * factor); }

// Adds a loader in which one value is another one, where that differs.
template <class Value>
void add(std::vector<LoaderAlternative>& all, const InferredLoader& found,
         Inferred<Value> InferredLoader::* value, const std::string& words, Value other) {
  if ((found.*value).value == other) return;
  LoaderAlternative& alternative = all.emplace_back(LoaderAlternative{words, found});
  (alternative.loader.*value).value = other;
}

}  // namespace

std::optional<ScaledPoint> scaled_to(const InferredLoader& found, const ScaleWish& wish, std::int64_t ranks,
                                     const ScalePlaces& places) {
  ScaledPoint point;
  const std::int64_t of_node = std::min(ranks, ranks_of_node(found));
  if (ranks < 1 || ranks % of_node != 0) return std::nullopt;
  point.ranks = ranks;
  point.nodes = ranks / of_node;
  const std::int64_t recorded_batch = std::max<std::int64_t>(1, found.batch_size.value);
  point.batch = wish.batch > 0 ? wish.batch : recorded_batch;
  const double more_ranks = ratio(ranks, found.ranks.value), more_batch = ratio(point.batch, recorded_batch);
  point.doublings = std::abs(std::log2(more_ranks)) + std::abs(std::log2(more_batch));
  const bool is_weak = wish.way == ScaleWay::weak;
  point.files =
      is_weak ? std::max<std::int64_t>(1, std::llround(static_cast<double>(found.files.value) * more_ranks))
              : found.files.value;
  const double steps = static_cast<double>(found.steps.value) / more_batch / (is_weak ? 1 : more_ranks);
  const auto whole_steps = static_cast<std::int64_t>(std::floor(steps + 1e-9));
  if (whole_steps < 1) return std::nullopt;
  const std::string job = "jobs.train.", work = job + "workload.";
  const Duration computation = times(found.computation_time.value, more_batch);
  point.overrides = {
      job + "nodes.count=" + std::to_string(point.nodes),
      job + "accelerators_per_node=" + std::to_string(of_node),
      work + "dataset.files=" + std::to_string(point.files),
      work + "dataset.tensor_length=" + std::to_string(found.tensor_length.value.count()) + " B",
      work + "loader.batch_size=" + std::to_string(point.batch),
      work + "loader.read_threads=" + std::to_string(found.read_threads.value),
      work + "loader.prefetch_size=" + std::to_string(prefetch_of(found)),
      work + "training.total_training_steps=" + std::to_string(whole_steps),
      work + "training.computation_time=" + text_of_span(computation)};
  if (places.nodes > 0 && point.nodes > places.nodes)
    point.overrides.push_back("platform.nodes." + places.group + ".count=" + std::to_string(point.nodes));
  return point;
}

std::vector<std::string> assumptions_of(const InferredLoader& found, const ScaleWish& wish,
                                        const std::vector<ScaledPoint>& points, const ScalePlaces& places) {
  std::vector<std::string> all;
  const std::string samples = std::to_string(found.steps.value * found.batch_size.value);
  if (wish.way == ScaleWay::weak)
    all.push_back("weak: a rank reads " + samples +
                  " samples an epoch, as it did, so that files grow with the ranks, and lie where the "
                  "platform puts files");
  else
    all.push_back("strong: the " + std::to_string(found.files.value) +
                  " files stay, and ranks share their samples; the steps of an epoch become fewer");
  const std::int64_t each = ranks_of_node(found);
  all.push_back((each == 1 ? std::string("a rank has a node of its own")
                           : std::to_string(each) + " ranks share a node") +
                ", as recorded; memory, cores and network of a node are the platform's");
  if (wish.batch > 0 && wish.batch != found.batch_size.value)
    all.push_back("a batch of " + std::to_string(wish.batch) + " in place of " +
                  std::to_string(found.batch_size.value) +
                  ": computation grows in proportion; batches ahead and workers stay");
  std::int64_t most = 0;
  for (const ScaledPoint& point : points) most = std::max(most, point.nodes);
  if (places.nodes > 0 && most > places.nodes)
    all.emplace_back("the platform is taken to have " + std::to_string(most) + " nodes in '" + places.group +
                     "' where it has " + std::to_string(places.nodes) + "; its storage and network stay");
  all.emplace_back("ranks meet after each step, and the sums of their gradients take no time");
  if (found.checkpoints.value > 0)
    all.emplace_back(found.checkpoint_writers.value > 1
                         ? "a checkpoint grows with the ranks: each writes as much as it did"
                         : "a checkpoint is as large as it was, and one rank writes it");
  return all;
}

std::vector<LoaderAlternative> alternatives_of(const InferredLoader& found, Duration span) {
  std::vector<LoaderAlternative> all;
  if (found.computation_time.confidence < kSure) {
    // A step takes no longer than the whole recording over its steps.
    const Duration most =
        Duration::nanoseconds(span.ns() / std::max<std::int64_t>(1, found.steps.value * found.epochs.value));
    add(all, found, &InferredLoader::computation_time, "computation_time 0 us", Duration());
    for (const double share : {0.5, 0.9, 1.0}) {
      const Duration one = times(most, share);
      add(all, found, &InferredLoader::computation_time, "computation_time " + text_of_span(one), one);
    }
  }
  const auto add_count = [&](Inferred<std::int64_t> InferredLoader::* value, const std::string& name) {
    const std::int64_t now = (found.*value).value;
    if ((found.*value).confidence >= kSure) return;
    for (const std::int64_t other : {std::max<std::int64_t>(1, now / 2), now * 2})
      add(all, found, value, name + " " + std::to_string(other), other);
  };
  add_count(&InferredLoader::batches_ahead, "batches_ahead");
  add_count(&InferredLoader::read_threads, "read_threads");
  // Work of a worker on a batch is a prior, whose range is a factor of 2 [assumed].
  if (found.tensor_length.confidence < kSure) {
    for (const double factor : {0.5, 2.0}) {
      const Bytes now =
          found.tensor_length.value == Bytes() ? found.record_length.value : found.tensor_length.value;
      const Bytes other =
          Bytes::count(std::max<std::int64_t>(1, std::llround(static_cast<double>(now.count()) * factor)));
      add(all, found, &InferredLoader::tensor_length, "tensor_length " + std::to_string(other.count()) + " B",
          other);
    }
  }
  return all;
}

}  // namespace headrace
