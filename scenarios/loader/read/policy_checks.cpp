#include <algorithm>

#include "models/data/format.h"
#include "models/jobs/job_shape.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

template <class T>
const T* find_named(const Named<T>& items, const std::string& name) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.first == name; });
  return found == items.end() ? nullptr : &found->second;
}

// The caches, the shuffle, the collectives and the feed of a job whose workload is known.
class PolicyCheck {
 public:
  PolicyCheck(const Scenario& scenario, const std::string& name, const JobSpec& job, const NodeSpec& group,
              const Places& places, Problems& problems)
      : scenario_(scenario),
        path_("jobs." + name),
        job_(job),
        group_(group),
        places_(places),
        problems_(problems) {}

  void run() {
    if (!job_.shuffle && !job_.cache && !job_.collectives && !job_.feed) return;
    if (!job_.workload() || !job_.workload()->training.enabled) return check_use();
    if (job_.shuffle && streams_records()) {
      problems_
          .add(place("shuffle"), "E0325",
               "a shuffle policy does not apply: TensorFlow streams TFRecord files in their own order")
          .at(path_ + ".shuffle")
          .with_help("leave 'shuffle' out, or use another format or loader");
    }
    if (job_.feed) check_feed();
    if (!job_.cache) return;
    check_tier();
    check_future();
  }

 private:
  // Returns the place of the field where the text has it, else of the closest that holds it.
  Mark place(const std::string& field) const {
    for (std::string path = path_ + "." + field; !path.empty();
         path.resize(std::min(path.rfind('.'), path.size()))) {
      const auto found = places_.find(path);
      if (found != places_.end()) return found->second;
      if (path.find('.') == std::string::npos) break;
    }
    return {};
  }

  void check_use() {
    const bool samples = job_.cache || job_.shuffle || job_.feed;
    const std::string field = job_.cache     ? "cache"
                              : job_.shuffle ? "shuffle"
                              : job_.feed    ? "feed"
                                             : "collectives";
    problems_
        .warn(place(field), "W0011",
              in_quotes(field) + " has no effect: the job does not train, so it " +
                  (samples ? "reads no samples" : "has no gradients"))
        .at(path_ + "." + field);
  }

  bool streams_records() const {
    return job_.workload()->loader.kind == LoaderKind::tensorflow &&
           job_.workload()->dataset.format == Format::tfrecord;
  }

  void refuse_feed(const std::string& field, const std::string& why, const std::string& help) {
    problems_.add(place("feed" + field), "E0361", why).at(path_ + ".feed" + field).with_help(help);
  }
  void check_feed() {
    if (!group_.pcie)
      return refuse_feed("", "the nodes of " + in_quotes(job_.nodes.group) + " have no links to accelerators",
                         "give the node group a 'pcie', or leave 'feed' out");
    if (job_.feed->path != FeedPath::direct) return;
    if (cost_of(job_.workload()->dataset.format).pattern == ReadPattern::stream)
      refuse_feed(".path", "records of TFRecord files are found by a core: they do not come straight",
                  "another format, or 'path: memory'");
    if (job_.cache && job_.cache->tier != CacheTier::accelerator)
      refuse_feed(".path", "what comes straight from the storage passes no cache on the node",
                  "a cache of the tier 'accelerator', or 'path: memory'");
  }

  void check_accelerator_tier() {
    const auto refuse = [&](const std::string& field, const std::string& why, const std::string& help) {
      problems_.add(place("cache." + field), "E0362", why).at(path_ + ".cache." + field).with_help(help);
    };
    if (!group_.accelerator_memory)
      return refuse(
          "tier", "the nodes of " + in_quotes(job_.nodes.group) + " do not say what their accelerators hold",
          "give the node group an 'accelerator_memory'");
    if (job_.cache->scope != CacheScope::process)
      return refuse("scope", "ranks do not share the memory of an accelerator", "'scope: process'");
    if (streams_records())
      return refuse("tier", "records of TFRecord files are kept as they are read, not decoded",
                    "another tier, format or loader");
    check_room("an accelerator of " + in_quotes(job_.nodes.group) + " has",
               group_.accelerator_memory->capacity, 1);
  }

  void check_tier() {
    const std::int64_t caches =
        job_.cache->scope == CacheScope::process ? shape_of(job_, group_).ranks_on_node : 1;
    if (job_.cache->tier == CacheTier::accelerator) return check_accelerator_tier();
    if (job_.cache->tier == CacheTier::memory)
      return check_room("a node of " + in_quotes(job_.nodes.group) + " has", group_.memory, caches);
    if (job_.local_storage.empty()) {
      problems_.add(place("cache.tier"), "E0323", "the cache is to lie on a local_storage that the job lacks")
          .at(path_ + ".cache.tier")
          .with_help("local_storage names a file system of the platform whose kind is " + kinds_on_nodes());
      return;
    }
    const FileSystemSpec* system = find_named(scenario_.platform.file_systems, job_.local_storage);
    const std::optional<Bytes> drives = system == nullptr ? std::nullopt : system->facts().on_nodes;
    if (!drives) return;
    if (is_refused("platform.file_systems." + job_.local_storage, problems_)) return;
    check_room("the drives of a node, " + in_quotes(job_.local_storage) + ", hold", *drives, caches);
  }

  void check_room(const std::string& who, Bytes room, std::int64_t caches) {
    const double wanted = static_cast<double>(caches) * static_cast<double>(job_.cache->capacity.count());
    if (wanted <= static_cast<double>(room.count())) return;
    const std::string size = text_of(job_.cache->capacity);
    problems_
        .add(place("cache.capacity"), "E0322",
             (caches == 1 ? "a cache of " + size
                          : std::to_string(caches) + " caches of " + size + ", one a rank,") +
                 " cannot be held: " + who + " " + text_of(room))
        .at(path_ + ".cache.capacity")
        .with_help("at most " + text_of(Bytes::count(room.count() / std::max<std::int64_t>(caches, 1))) +
                   (caches == 1 ? "" : " each"));
  }

  // Refuses a policy that looks ahead where the order cannot be asked ahead.
  void check_future() {
    CachePolicy::Context cache;
    cache.capacity = job_.cache->capacity;
    if (!job_.shuffle || !job_.cache->policy.make(cache)->needs_future()) return;
    ShufflePolicy::Context shuffle;
    const DatasetSpec& data = job_.workload()->dataset;
    shuffle.ranks = shape_of(job_, group_).ranks;
    shuffle.samples = data.files * data.samples_per_file;
    shuffle.batch_size = job_.workload()->loader.batch_size;
    if (shuffle.ranks <= 0 || shuffle.samples < shuffle.ranks) return;
    if (job_.shuffle->make(shuffle)->known_ahead()) return;
    problems_
        .add(place("cache.policy"), "E0324",
             "the cache policy " + in_quotes(job_.cache->policy.name()) +
                 " looks ahead, and the order of the shuffle " + in_quotes(job_.shuffle->name()) +
                 " is not known before it is drawn")
        .at(path_ + ".cache.policy")
        .with_help("another shuffle, or a cache policy that needs no future");
  }

  const Scenario& scenario_;
  std::string path_;
  const JobSpec& job_;
  const NodeSpec& group_;
  const Places& places_;
  Problems& problems_;
};

}  // namespace

void check_policies(const Scenario& scenario, const Places& places, Problems& problems) {
  for (const auto& [name, job] : scenario.jobs) {
    const NodeSpec* group = find_named(scenario.platform.nodes, job.nodes.group);
    if (group == nullptr || is_refused("jobs." + name, problems)) continue;
    if (is_refused("platform.nodes." + job.nodes.group, problems)) continue;
    PolicyCheck(scenario, name, job, *group, places, problems).run();
  }
}

}  // namespace headrace
