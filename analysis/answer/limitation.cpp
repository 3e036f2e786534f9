#include "analysis/answer/limitation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "analysis/answer/between_ranks.h"
#include "analysis/answer/used_resources.h"
#include "analysis/figures/figures.h"
#include "models/jobs/inference/inference_result.h"

namespace headrace {

namespace {

// Below this share of all time a loss is not worth a sentence.
constexpr double kNegligible = 0.02;
// Below this share of what loaders are at while they are waited for, the storage is none of their trouble.
constexpr double kAsGoodAsNone = 0.05;
// Share of a loader's time that may be the storage's although short waits show nothing of it.
constexpr double kUnseen = 0.1;
// Servers that answer are full at this share of their time.
constexpr double kFull = 0.95;
// From this share on a part of the waiting is all of it, in whole percent.
constexpr double kAllButAll = 0.995;

using Seconds = std::array<double, std::size(kActivities)>;  // By activity.

double& of(Seconds& seconds, Activity activity) { return seconds[static_cast<std::size_t>(activity)]; }
double of(const Seconds& seconds, Activity activity) { return seconds[static_cast<std::size_t>(activity)]; }

constexpr Activity kProcessing[] = {Activity::decode, Activity::preprocess, Activity::core};
constexpr Activity kDelivery[] = {Activity::copy, Activity::delivery, Activity::start_up};

double sum_of(const Seconds& seconds, std::span<const Activity> activities) {
  return std::accumulate(activities.begin(), activities.end(), 0.0,
                         [&](double sum, Activity activity) { return sum + of(seconds, activity); });
}

Activity largest_of(const Seconds& seconds, std::span<const Activity> activities) {
  return *std::max_element(activities.begin(), activities.end(),
                           [&](Activity a, Activity b) { return of(seconds, a) < of(seconds, b); });
}

enum class Part : std::uint8_t { storage, processing, delivery };

// Copies, hand-overs and the start of workers have no remedy in common: the largest stands for itself.
Part largest_part(const Seconds& waiting) {
  const double storage = sum_of(waiting, kStorageActivities), processing = sum_of(waiting, kProcessing);
  const double delivery = of(waiting, largest_of(waiting, kDelivery));
  if (storage >= std::max(processing, delivery)) return Part::storage;
  return processing >= delivery ? Part::processing : Part::delivery;
}

// Sums of the ranks' time by what it went to, in seconds of all ranks together.
struct Losses {
  double total = 0, compute = 0, exchange = 0, evaluation = 0, failure = 0;
  double behind_others = 0;  // Part of the exchange that waited for other bytes in the nodes' ports.
  double host = 0;           // Work of hosts, and waiting at a barrier for that of the last rank.
  double uneven = 0;         // Waiting at a barrier while the last rank computed.
  double source = 0;         // Waiting for samples that were not produced yet.
  double pipeline = 0;       // Waiting for other stages of a pipeline while they computed.
  Seconds waiting{};         // For batches, and at barriers for a rank that waits for them.
  Seconds checkpoint{};      // In checkpoints.
  Seconds startup{};         // Before the work began.
  Seconds logging{};         // In appending to logs, and at barriers for who does.
  Seconds at_barrier{};      // Part of `waiting` at barriers.

  double storage() const { return sum_of(waiting, kStorageActivities); }
  double processing() const { return sum_of(waiting, kProcessing); }
  double all_waiting() const { return std::accumulate(waiting.begin(), waiting.end(), 0.0); }
  double checkpoints() const { return std::accumulate(checkpoint.begin(), checkpoint.end(), 0.0); }
  double logs() const { return std::accumulate(logging.begin(), logging.end(), 0.0); }
  double starting() const { return std::accumulate(startup.begin(), startup.end(), 0.0); }
};

double& loss_of_wait(Losses& losses, const TimeBudgetRow& row) {
  switch (row.activity) {
    case Activity::none:
    case Activity::compute: return row.cause == Cause::pipeline_wait ? losses.pipeline : losses.uneven;
    case Activity::host: return losses.host;
    case Activity::port: return losses.exchange;
    case Activity::source: return losses.source;
    default: return of(losses.waiting, row.activity);
  }
}

void add_wait(Losses& losses, const TimeBudgetRow& row) {
  loss_of_wait(losses, row) += row.spent.in_seconds();
  if (row.cause == Cause::barrier_wait && is_of_storage(row.activity))
    of(losses.at_barrier, row.activity) += row.spent.in_seconds();
}

// Shares out what ranks waited for the storage at barriers, where those that came last had either waited for
// batches or written their logs: the budget does not say which, and it is taken to be as in their own time.
void share_out_barriers(Losses& losses) {
  const double writing = sum_of(losses.logging, kStorageActivities);
  if (writing <= 0) return;
  const double waiting = losses.storage() - sum_of(losses.at_barrier, kStorageActivities);
  const double share = writing / (writing + waiting);
  for (const Activity activity : kStorageActivities) {
    of(losses.logging, activity) += share * of(losses.at_barrier, activity);
    of(losses.waiting, activity) -= share * of(losses.at_barrier, activity);
  }
}

Losses losses_of(const JobResult& job) {
  Losses losses;
  for (const TimeBudgetRow& row : job.time_budget) {
    const double spent = row.spent.in_seconds();
    if (row.cause != Cause::idle) losses.total += spent;
    switch (row.cause) {
      case Cause::compute: losses.compute += spent; break;
      case Cause::batch_wait:
      case Cause::pipeline_wait:
      case Cause::barrier_wait: add_wait(losses, row); break;
      case Cause::copy_wait: of(losses.waiting, Activity::copy) += spent; break;
      case Cause::network_wait:
        losses.exchange += spent;
        if (row.activity == Activity::port) losses.behind_others += spent;
        break;
      case Cause::checkpoint: of(losses.checkpoint, row.activity) += spent; break;
      case Cause::startup: of(losses.startup, row.activity) += spent; break;
      case Cause::logging: of(losses.logging, row.activity) += spent; break;
      case Cause::evaluation: losses.evaluation += spent; break;
      case Cause::failure: losses.failure += spent; break;
      case Cause::host: losses.host += spent; break;
      case Cause::idle: break;
    }
  }
  share_out_barriers(losses);
  return losses;
}

// Says what of the storage limits a job that waits for it. A resource that is not busy is waited for because
// requests come one after another.
Limitation limited_by_use(const Seconds& waiting, std::span<const UsedResource> used) {
  const Activity activity = largest_of(waiting, kStorageActivities);
  const double share = of(waiting, activity) / sum_of(waiting, kStorageActivities);
  const std::string most =
      share < kAllButAll ? fmt::format(", {:.0f} % of the waiting for storage", 100 * share) : std::string();
  if (activity == Activity::outage)
    return {Limit::storage, "servers or targets that are down" + most,
            "a faster failover, and clients that notice it sooner; no faster storage"};
  UsedResource behind = resource_behind(activity, used);
  if (!is_busy(behind) || behind->concurrency)
    if (const UsedResource server = busy_capacity(used, kBusy); server) behind = server;
  if (behind && behind->concurrency)
    if (const UsedResource server = busy_capacity(used, kHalf); is_hot(server)) behind = server;
  if (behind && behind->concurrency && !is_busy(behind))
    if (const UsedResource server = busy_capacity(used, std::max(kHalf, behind.waited)); server)
      return {Limit::storage, use_text(server), server->advice};
  if (is_busy(behind) || is_hot(behind)) {
    const bool uneven = behind.waited < kBusy;
    return {Limit::storage, use_text(behind),
            uneven ? "spreading the load evenly; or " + behind->advice : behind->advice};
  }
  Limitation limitation{Limit::storage, storage_text(activity) + most, {}};
  if (activity == Activity::lock) {
    limitation.help = "a file of its own for each writer, or larger writes that keep to one stripe or block";
  } else if (activity == Activity::memory) {  // The bus is not busy: each copies as fast as a thread can.
    limitation.help = "more that read or write at once, as one thread copies no faster; or larger calls";
  } else {
    limitation.help = "more or larger requests at once, or faster single requests";
    if (behind) limitation.by += ", though " + use_text(behind);
    if (behind && behind->concurrency) limitation.help = behind->advice;
    if (behind && !behind->concurrency && behind.busiest >= kHalf)
      limitation.help += "; or " + behind->advice;
  }
  return limitation;
}

// Says the same, and whether faults or the load of others slow what is waited for: then requests stay longer
// in their windows.
Limitation limited_by_storage(const Seconds& waiting, std::span<const UsedResource> used) {
  Limitation limitation = limited_by_use(waiting, used);
  const UsedResource slowed = slowed_parts(largest_of(waiting, kStorageActivities), used);
  if (!slowed) return limitation;
  limitation.by += ", behind " + slowed_text(slowed);
  limitation.help = slowed->advice + "; or " + limitation.help;
  return limitation;
}

// Adds to an advice that the storage has no part in, where that is so.
std::string not_by_storage(std::string help, const Losses& losses) {
  const bool apart = losses.storage() < kAsGoodAsNone * (losses.storage() + losses.processing());
  return apart ? help + "; no faster storage" : help;
}

Limitation limited_by_processing(const Losses& losses, std::span<const UsedResource> used) {
  const Activity activity = largest_of(losses.waiting, kProcessing);
  const UsedResource cores = resource_behind(Activity::core, used);
  const std::string busy = cores ? " (" + use_text(cores) + ")" : "";
  if (activity == Activity::core)
    return {Limit::processing, "the nodes' cores, for which the loaders queue" + busy,
            not_by_storage("more cores, or cheaper decoding and preprocessing", losses)};
  const bool full = cores && cores.waited >= kBusy;
  return {Limit::processing,
          std::string(activity == Activity::decode ? "decoding of samples" : "preprocessing and collating") +
              " in the loaders" + busy,
          not_by_storage(full ? "more cores, or cheaper decoding and preprocessing"
                              : "more read_threads, or cheaper decoding and preprocessing",
                         losses)};
}

Limitation limited_by_delivery(const Seconds& waiting, bool one_epoch) {
  switch (largest_of(waiting, kDelivery)) {
    case Activity::copy:
      return {Limit::delivery, "copies of batches between memory and accelerators",
              "pinned memory, copies behind the computation, or faster links"};
    case Activity::start_up:
      return {Limit::delivery, "the start of the loaders' workers",
              one_epoch ? "a longer run, as they start once" : "workers that persist over epochs"};
    default:
      return {Limit::delivery, "handing batches that are made to the training loop",
              "smaller batches in memory, or a loader that hands them over faster; no faster storage"};
  }
}

// Returns the share of the waiting for batches that is for the first ones of epochs.
double share_of_first_batches(const JobResult& job, const Losses& losses) {
  double first = 0;
  for (const EpochResult& epoch : job.epochs) first += epoch.first_batch_mean.in_seconds();
  const double all = losses.all_waiting();
  return all > 0 ? first * static_cast<double>(job.accelerators) / all : 0;
}

Limitation limited_by_waiting(const JobResult& job, std::span<const UsedResource> used,
                              const Losses& losses) {
  Limitation limitation;
  switch (largest_part(losses.waiting)) {
    case Part::storage: limitation = limited_by_storage(losses.waiting, used); break;
    case Part::processing: limitation = limited_by_processing(losses, used); break;
    case Part::delivery: limitation = limited_by_delivery(losses.waiting, job.epochs.size() == 1); break;
  }
  const bool down = limitation.limit == Limit::storage &&
                    largest_of(losses.waiting, kStorageActivities) == Activity::outage;
  if (down || share_of_first_batches(job, losses) <= 0.5) return limitation;
  limitation.by += ", most of it for the first batches of epochs";
  // A worker makes a whole batch: more of them make the first one no earlier.
  if (limitation.limit == Limit::processing)
    limitation.help = "cheaper decoding and preprocessing, or smaller batches";
  limitation.help += "; longer epochs, or a loader that starts the next epoch early";
  return limitation;
}

// Names what ranks wait for in checkpoints: the storage, or what lies between their state and its files.
Limitation limited_while_saving(const Seconds& waiting, std::span<const UsedResource> used) {
  const Part part = largest_part(waiting);
  if (part == Part::storage) return limited_by_storage(waiting, used);
  if (part == Part::processing)
    return {Limit::processing, "turning state into the bytes of files",
            "a faster way to serialise, or more ranks that write; no faster storage"};
  if (largest_of(waiting, kDelivery) == Activity::copy)
    return {Limit::delivery, "copies of state out of the accelerators",
            "faster links, or copies behind the computation; no faster storage"};
  return {Limit::delivery, "room for a checkpoint while earlier ones are written",
          "more room, or a faster way to the storage behind it"};
}

// Tells whether ranks of a job trained on before a checkpoint was on the job's storage.
bool writes_behind(const JobResult& job) {
  return std::any_of(job.epochs.begin(), job.epochs.end(), [](const EpochResult& epoch) {
    return std::any_of(epoch.checkpoints.begin(), epoch.checkpoints.end(), [](const SpanResult& span) {
      return !span.read && span.durable > span.all_end && span.durable != Time::never();
    });
  });
}

Limitation limited_by_checkpoints(const JobResult& job, std::span<const UsedResource> used,
                                  const Losses& losses) {
  const Limitation behind = limited_while_saving(losses.checkpoint, used);
  const std::string other = writes_behind(job) ? "fewer or smaller" : "fewer, smaller or asynchronous";
  return {Limit::checkpoint, "checkpoints: " + behind.by, other + " checkpoints; or " + behind.help};
}

// Names what processes do, or wait for, before the work of the job begins.
Limitation limited_while_starting(std::span<const UsedResource> used, const Losses& losses) {
  const double storage = sum_of(losses.startup, kStorageActivities);
  if (storage <= sum_of(losses.startup, kProcessing))
    return {Limit::startup, "the start of its processes: the modules that they run",
            "fewer modules, or a longer run; no faster storage"};
  const Limitation behind = limited_by_storage(losses.startup, used);
  const bool by_names = 2 * of(losses.startup, Activity::metadata) >= storage;
  return {Limit::startup, "the start of its processes: " + behind.by,
          (by_names ? "the software in one image, which asks the storage for no names" : behind.help) +
              "; one process of a node that imports for all; or a longer run"};
}

// Returns whether requests spend more than half of their time before their batch begins.
bool waits_in_queue(const InferenceResult& inference) {
  return inference.latency.count() > 0 && inference.queue_wait.mean() > inference.latency.mean() / 2;
}

// Requests wait for servers that load their model, for servers that are busy, or for their batches.
Limitation limited_while_answering(const InferenceResult& inference, std::span<const UsedResource> used,
                                   const Losses& losses) {
  const double busy = inference.busy_share;
  if (inference.completed == 0) return {};
  if (busy >= kFull || (busy >= kBusy && inference.dropped > 0))
    return {Limit::accelerators, fmt::format("the servers ({:.0f} % busy)", busy * 100),
            "more or faster servers, or larger batches"};
  if (losses.starting() > std::max(losses.compute, losses.all_waiting()) && waits_in_queue(inference))
    return limited_while_starting(used, losses);
  if (losses.storage() > losses.compute && waits_in_queue(inference)) {
    Limitation limitation = limited_by_storage(losses.waiting, used);
    limitation.by = "loading the model: " + limitation.by;
    return limitation;
  }
  if (waits_in_queue(inference))
    return {
        Limit::queue,
        fmt::format("the queue: requests wait {:.0f} % of their time, though the servers are {:.0f} % busy",
                    100 * inference.queue_wait.mean() / inference.latency.mean(), busy * 100),
        std::string("a balancer that sees queues, a shorter wait for batches, or steadier arrivals") +
            (busy >= kBusy ? "; or more servers" : "")};
  return {Limit::arrivals, fmt::format("the arrivals: the servers are {:.0f} % busy", busy * 100),
          "faster answers; more servers would change little"};
}

// Returns the most that a storage which is never waited for could win, in seconds of all ranks together. What
// loaders do with what they have read waits for late reads, so that waiting goes with the reads, as far as
// reads are a part of what loaders do: they are in a long wait as in all of their time, of which a short one
// shows the end of a batch alone. Gradients that wait in a port wait for reads and writes there.
double won_at_most(const Losses& losses) {
  const double apart = sum_of(losses.checkpoint, kStorageActivities) +
                       sum_of(losses.startup, kStorageActivities) +
                       sum_of(losses.logging, kStorageActivities) + losses.behind_others;
  const double storage = losses.storage(), both = storage + losses.processing();
  if (storage <= 0) return apart;
  return std::min(both, std::max(storage / both, kUnseen) * losses.total) + apart;
}

// Finds the largest loss of a job that trains, sweeps a data set or probes the storage, and speaks of it.
Limitation limited_by_largest(const JobResult& job, std::span<const UsedResource> all, const Losses& losses) {
  const double waiting = losses.all_waiting();
  const double largest =
      std::max({waiting, losses.uneven, losses.host, losses.exchange, losses.checkpoints(), losses.evaluation,
                losses.failure, losses.starting(), losses.logs(), losses.pipeline, losses.source});
  if (losses.total - losses.compute < kNegligible * losses.total)
    return limited_by_itself(job.kind == JobKind::replay);
  if (largest == waiting) return limited_by_waiting(job, behind_batches(job, all), losses);
  if (largest == losses.host)
    return {Limit::host, "host work per step",
            "less host work per step (collectives, interpreter, bookkeeping)"};
  if (largest == losses.uneven) return limited_by_slowest_rank();
  if (largest == losses.pipeline && job.step)
    return limited_by_pipeline(*job.step, losses.pipeline, losses.compute);
  if (largest == losses.source) return limited_by_source();
  if (largest == losses.exchange)
    return limited_by_exchange(job, losses.behind_others > kHalf * losses.exchange);
  if (largest == losses.checkpoints())
    return limited_by_checkpoints(job, behind_checkpoints(job, all), losses);
  if (largest == losses.starting()) return limited_while_starting(behind_start(job, all), losses);
  if (largest == losses.logs()) {
    const Limitation behind = limited_by_storage(losses.logging, behind_logs(job, all));
    return {Limit::logs, "the logs of its ranks: " + behind.by,
            "fewer records, or fewer ranks that write; or " + behind.help};
  }
  if (largest == losses.failure)
    return {Limit::failure, "failures of its nodes",
            "nodes that fail less, or a job that begins again sooner"};
  return {Limit::evaluation, "evaluation", "fewer or shorter evaluations"};
}

}  // namespace

std::string limited_by_text(const Limitation& limitation) {
  if (limitation.limit == Limit::unknown) return "; nothing that was measured limits it";
  return "; limited by " + limitation.by;
}

Limitation find_limitation(const JobResult& job, std::span<const ResourceResult> resources) {
  const Losses losses = losses_of(job);
  const std::vector<UsedResource> used = used_by(job, resources);
  const auto* const inference = job.find<InferenceResult>();
  if (inference != nullptr && inference->is_streaming()) {
    const bool starts = losses.starting() > losses.all_waiting();
    return limited_while_answering(*inference, starts ? behind_start(job, used) : behind_batches(job, used),
                                   losses);
  }
  const bool saves = job.kind == JobKind::checkpoint;
  if (losses.total <= 0 || (saves && losses.checkpoints() <= 0)) return {};
  Limitation limitation;
  if (saves) {
    limitation = limited_while_saving(losses.checkpoint, behind_checkpoints(job, used));
  } else {
    limitation = limited_by_largest(job, used, losses);
  }
  limitation.won_at_most = won_at_most(losses) / losses.total;
  if (!limitation.by.empty()) limitation.by += text_of_losses(job);
  return limitation;
}

}  // namespace headrace
