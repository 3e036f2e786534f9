// Rules of the caches, the shuffle, the collectives and the feed of a job, against its nodes and what it
// reads.

#include <algorithm>

#include "models/formats/format.h"
#include "models/jobs/job_shape.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

class PolicyCheck {
 public:
  PolicyCheck(const JobSpec& job, const NodeSpec& group, Check& check)
      : job_(job), group_(group), check_(check) {}

  void run() {
    if (!job_.workload() || !job_.workload()->training.enabled) return check_use();
    if (job_.shuffle && streams_records())
      check_.refuse("shuffle", "E0325",
                    "a shuffle policy does not apply: TensorFlow streams TFRecord files in their own order",
                    "leave 'shuffle' out, or use another format or loader");
    if (job_.feed) check_feed();
    if (job_.collectives) check_gradients();
    if (job_.logs) check_logs();
    if (!job_.cache) return;
    check_tier();
    check_future();
  }

 private:
  // Warns of each part that is of no use to a job that does not train.
  void check_use() {
    const auto check = [&](bool given, std::string_view field, std::string_view lacks) {
      if (given)
        check_.warn({.field = field,
                     .code = "W0011",
                     .sentence = in_quotes(field) + " has no effect: the job does not train, so it " +
                                 std::string(lacks)});
    };
    check(job_.cache.has_value(), "cache", "reads no samples");
    check(job_.shuffle.has_value(), "shuffle", "reads no samples");
    check(job_.feed.has_value(), "feed", "reads no samples");
    check(job_.source.has_value(), "source", "reads no samples");
    check(job_.step.has_value(), "step", "makes no steps");
    check(job_.collectives.has_value(), "collectives", "has no gradients");
    check(job_.logs.has_value(), "logs", "makes no steps");
    check(job_.host.step_jitter.has_value(), "host.step_jitter", "makes no steps");
    check(job_.host.epoch_overhead > Duration(), "host.epoch_overhead", "has no epochs");
  }

  // Warns of collectives over which nothing goes. A gradient_size of 0 B says so itself.
  void check_gradients() {
    const CollectivesSpec& spec = *job_.collectives;
    const JobShape shape = shape_of(job_, group_);
    const bool is_said = check_.says("collectives.gradient_size");
    if (spec.gradient_size == Bytes() && is_said) return;
    if (spec.gradient_size == Bytes() || shape.ranks == 1) {
      check_.warn(
          {.field = "collectives",
           .code = "W0019",
           .sentence = std::string("'collectives' has no effect: ") +
                       (is_said ? "one rank has nobody to sum gradients with"
                                : "no 'gradient_size' says what the ranks sum"),
           .help = "a gradient of 32 bits is 4 B for each parameter of the model, one of 16 bits 2 B"});
    } else if (spec.contend && shape.nodes == 1) {
      check_.warn(
          {.field = "collectives.contend",
           .code = "W0019",
           .sentence = "'collectives.contend' has no effect: on one node, no gradient goes over a port"});
    }
  }

  // Warns of logs of which no record is due, and of one writer that is to share its file.
  void check_logs() {
    const LogSpec& spec = *job_.logs;
    const JobShape shape = shape_of(job_, group_);
    const std::int64_t steps = steps_of_epoch(job_, shape.ranks);
    const std::int64_t epochs = job_.workload()->training.epochs;
    if (steps > 0 && spec.every > epochs * steps)
      check_.warn(
          {.field = "logs.every",
           .code = "W0066",
           .sentence = "no record is written: the job makes " + std::to_string(epochs * steps) + " steps",
           .help = "a smaller 'every', or more steps",
           .or_at_spec = true});
    if (spec.shared && (spec.by == LogWriters::rank_0 || shape.ranks == 1))
      check_.warn({.field = "logs.shared",
                   .code = "W0066",
                   .sentence = "'logs.shared' has no effect: one rank writes",
                   .help = "'by: each_rank' has all of them write"});
  }

  bool streams_records() const {
    const WorkloadSpec& work = *job_.workload();
    return !work.mixture && work.loader.kind == LoaderKind::tensorflow &&
           work.dataset.format == Format::tfrecord;
  }

  void check_feed() {
    if (!group_.pcie)
      return check_.refuse("feed", "E0361",
                           "the nodes of " + in_quotes(job_.nodes.group) + " have no links to accelerators",
                           "give the node group a 'pcie', or leave 'feed' out");
    if (job_.feed->path == FeedPath::memory) return;
    const std::vector<TrainingSet> sets = job_.workload()->training_sets();
    const auto is_stream = [](const TrainingSet& set) {
      return cost_of(set.data.format).pattern == ReadPattern::stream;
    };
    if (std::any_of(sets.begin(), sets.end(), is_stream))
      check_.refuse("feed.path", "E0361",
                    "records of TFRecord files are found by a core: they do not come straight",
                    "another format, or 'path: memory'");
    if (job_.cache && job_.cache->tier != CacheTier::accelerator)
      check_.refuse("feed.path", "E0361", "what comes straight from the storage passes no cache on the node",
                    "a cache of the tier 'accelerator', or 'path: memory'");
  }

  void check_accelerator_tier() {
    if (!group_.accelerator_memory)
      return check_.refuse(
          "cache.tier", "E0362",
          "the nodes of " + in_quotes(job_.nodes.group) + " do not say what their accelerators hold",
          "give the node group an 'accelerator_memory'");
    if (job_.cache->scope != CacheScope::process)
      return check_.refuse("cache.scope", "E0362", "ranks do not share the memory of an accelerator",
                           "'scope: process'");
    if (streams_records())
      return check_.refuse("cache.tier", "E0362",
                           "records of TFRecord files are kept as they are read, not decoded",
                           "another tier, format or loader");
    check_room("an accelerator of " + in_quotes(job_.nodes.group) + " has",
               group_.accelerator_memory->capacity, 1);
  }

  // Returns the room on the drives of a node; nothing where they are none, or were refused.
  std::optional<Bytes> drives() const {
    if (check_.is_refused_at("platform.file_systems." + job_.local_storage)) return {};
    const StoreFacts* const store = check_.store(job_.local_storage);
    return store == nullptr ? std::nullopt : store->on_nodes;
  }

  void check_tier() {
    const std::int64_t caches =
        job_.cache->scope == CacheScope::process ? shape_of(job_, group_).ranks_on_node : 1;
    if (job_.cache->tier == CacheTier::accelerator) return check_accelerator_tier();
    if (job_.cache->tier == CacheTier::memory)
      return check_room("a node of " + in_quotes(job_.nodes.group) + " has", group_.memory, caches);
    const auto is_on_nodes = [](const StoreFacts& facts) { return facts.on_nodes.has_value(); };
    if (job_.local_storage.empty())
      return check_.refuse("cache.tier", "E0323", "the cache is to lie on a local_storage that the job lacks",
                           "local_storage names a file system of the platform whose kind is " +
                               check_.kinds_of_stores(is_on_nodes));
    if (const std::optional<Bytes> room = drives())
      check_room("the drives of a node, " + in_quotes(job_.local_storage) + ", hold", *room, caches);
  }

  void check_room(const std::string& who, Bytes room, std::int64_t caches) {
    const double wanted = static_cast<double>(caches) * static_cast<double>(job_.cache->capacity.count());
    if (wanted <= static_cast<double>(room.count())) return;
    const std::string size = text_of(job_.cache->capacity);
    check_.refuse("cache.capacity", "E0322",
                  (caches == 1 ? "a cache of " + size
                               : std::to_string(caches) + " caches of " + size + ", one a rank,") +
                      " cannot be held: " + who + " " + text_of(room),
                  "at most " + text_of(Bytes::count(room.count() / std::max<std::int64_t>(caches, 1))) +
                      (caches == 1 ? "" : " each"));
  }

  // Refuses a policy that looks ahead where the order cannot be asked ahead.
  void check_future() {
    CachePolicy::Context cache;
    cache.capacity = job_.cache->capacity;
    if (!job_.cache->policy.make(cache)->needs_future()) return;
    if (job_.workload()->mixture)
      return check_.refuse(
          "cache.policy", "E0324",
          "the cache policy " + in_quotes(job_.cache->policy.name()) +
              " looks ahead, and where a sample of a mixture is read again is not known ahead",
          "a cache policy that needs no future");
    if (!job_.shuffle) return;
    ShufflePolicy::Context shuffle;
    shuffle.ranks = shape_of(job_, group_).ranks;
    shuffle.samples = job_.workload()->samples_of_epoch();
    shuffle.batch_size = job_.workload()->loader.batch_size;
    if (shuffle.ranks <= 0 || shuffle.samples < shuffle.ranks) return;
    if (job_.shuffle->make(shuffle)->known_ahead()) return;
    check_.refuse("cache.policy", "E0324",
                  "the cache policy " + in_quotes(job_.cache->policy.name()) +
                      " looks ahead, and the order of the shuffle " + in_quotes(job_.shuffle->name()) +
                      " is not known before it is drawn",
                  "another shuffle, or a cache policy that needs no future");
  }

  const JobSpec& job_;
  const NodeSpec& group_;
  Check& check_;
};

}  // namespace

void JobSpec::check_policies(Check& check) const {
  if (const NodeSpec* const group = judged_nodes(*this, check)) PolicyCheck(*this, *group, check).run();
  check_step(check);
}

}  // namespace headrace
