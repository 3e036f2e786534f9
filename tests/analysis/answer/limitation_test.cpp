#include "analysis/answer/limitation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/jobs/probe/probe_result.h"
#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

using Budget = std::vector<TimeBudgetRow>;

// Makes a job of two ranks, which compute for 60 s each and wait for these parts.
JobResult waiting(const Budget& parts) {
  JobResult job = trained_job();
  job.epochs.clear();
  job.time_budget.clear();
  for (const std::int64_t rank : {0, 1}) {
    job.time_budget.push_back({rank, Cause::compute, Activity::none, Duration::seconds(60)});
    for (TimeBudgetRow part : parts) {
      part.rank = rank;
      job.time_budget.push_back(part);
    }
  }
  return job;
}

TimeBudgetRow part(Cause cause, Activity activity, double seconds) {
  return {0, cause, activity, Duration::seconds(seconds)};
}

struct Used {
  ResourceResult resource;
  double waited;  // Utilisation while the job waits.
};

Used used(std::string name, Activity activity, double mean, double waited, double max = 0) {
  Used one{resource_of(std::move(name), "more of them", 8, mean, std::max(max, mean),
                       activity == Activity::window),
           waited};
  one.resource.activity = activity;
  return one;
}

Limitation limitation_of(JobResult job, const std::vector<Used>& all) {
  std::vector<ResourceResult> resources;
  for (const Used& one : all) {
    resources.push_back(one.resource);
    job.uses.push_back({one.resource.name, one.waited, std::max(one.waited, one.resource.utilisation_max)});
  }
  return find_limitation(job, resources);
}

const Used kDrives = used("scratch: drives", Activity::device, 0.4, 0.93);
const Used kIdleDrives = used("scratch: drives", Activity::device, 0.02, 0.3);
const Used kHotDrive = used("scratch: drives", Activity::device, 0.41, 0.45, 0.99);
const Used kCores = used("clients: cores", Activity::core, 0.9, 0.97);
const Used kIdleCores = used("clients: cores", Activity::core, 0.1, 0.1);

struct Case {
  const char* name;
  Budget parts;
  std::vector<Used> resources;
  Limit limit;
  const char* by;
};

class Limits : public testing::TestWithParam<Case> {};

TEST_P(Limits, FollowWhatWasWaitedFor) {
  const Case& c = GetParam();
  const Limitation found = limitation_of(waiting(c.parts), c.resources);
  EXPECT_EQ(found.limit, c.limit);
  EXPECT_EQ(found.by, c.by);
  EXPECT_FALSE(found.help.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Seeded, Limits,
    testing::Values(
        Case{"accelerators",
             {part(Cause::host, Activity::none, 0.5)},
             {kDrives},
             Limit::accelerators,
             "the accelerators themselves"},
        Case{"drives",
             {part(Cause::batch_wait, Activity::device, 30), part(Cause::host, Activity::none, 8)},
             {kCores, kDrives},
             Limit::storage,
             "scratch: drives (93 % busy while the job waits)"},
        Case{"a_rank_behind_the_storage_counts_as_storage",
             {part(Cause::batch_wait, Activity::device, 5), part(Cause::barrier_wait, Activity::device, 20),
              part(Cause::host, Activity::none, 20)},
             {kDrives},
             Limit::storage,
             "scratch: drives (93 % busy while the job waits)"},
        Case{"a_hot_drive",
             {part(Cause::batch_wait, Activity::device, 30)},
             {kHotDrive},
             Limit::storage,
             "scratch: drives (the busiest of 8: 99 % busy while the job waits, their mean 45 %)"},
        Case{"latency",
             {part(Cause::batch_wait, Activity::device, 30)},
             {kIdleDrives},
             Limit::storage,
             "the drives of the storage, though scratch: drives (30 % busy while the job waits)"},
        Case{"metadata",
             {part(Cause::batch_wait, Activity::metadata, 30), part(Cause::batch_wait, Activity::device, 10)},
             {},
             Limit::storage,
             "metadata requests, 75 % of the waiting for storage"},
        Case{"outage",
             {part(Cause::batch_wait, Activity::outage, 30), part(Cause::batch_wait, Activity::device, 10)},
             {kDrives},
             Limit::storage,
             "servers or targets that are down, 75 % of the waiting for storage"},
        Case{"decoding",
             {part(Cause::batch_wait, Activity::decode, 30)},
             {kDrives, kIdleCores},
             Limit::processing,
             "decoding of samples in the loaders (clients: cores (10 % busy while the job waits))"},
        Case{"decoding_is_more_than_each_of_copies_hand_over_and_start",
             {part(Cause::batch_wait, Activity::decode, 12), part(Cause::batch_wait, Activity::start_up, 11),
              part(Cause::batch_wait, Activity::delivery, 5), part(Cause::copy_wait, Activity::copy, 5)},
             {kDrives, kIdleCores},
             Limit::processing,
             "decoding of samples in the loaders (clients: cores (10 % busy while the job waits))"},
        Case{"the_start_of_workers_is_more_than_decoding",
             {part(Cause::batch_wait, Activity::decode, 10), part(Cause::batch_wait, Activity::start_up, 11)},
             {kDrives, kIdleCores},
             Limit::delivery,
             "the start of the loaders' workers"},
        Case{"cores",
             {part(Cause::batch_wait, Activity::core, 30), part(Cause::batch_wait, Activity::device, 20)},
             {kDrives, kCores},
             Limit::processing,
             "the nodes' cores, for which the loaders queue (clients: cores (97 % busy while the job "
             "waits))"},
        Case{"a_slow_node",
             {part(Cause::barrier_wait, Activity::compute, 30)},
             {kDrives},
             Limit::slowest_rank,
             "the slowest rank of each step, which computes longer than the others"},
        Case{"hand_over",
             {part(Cause::batch_wait, Activity::delivery, 30)},
             {kDrives},
             Limit::delivery,
             "handing batches that are made to the training loop"},
        Case{"copies",
             {part(Cause::copy_wait, Activity::copy, 30)},
             {kDrives},
             Limit::delivery,
             "copies of batches between memory and accelerators"},
        Case{"host", {part(Cause::host, Activity::none, 30)}, {kDrives}, Limit::host, "host work per step"},
        Case{"exchange",
             {part(Cause::network_wait, Activity::network, 30)},
             {kDrives},
             Limit::exchange,
             "the exchange of gradients"},
        Case{"failures",
             {part(Cause::failure, Activity::none, 30)},
             {kDrives},
             Limit::failure,
             "failures of its nodes"},
        Case{"evaluation",
             {part(Cause::evaluation, Activity::none, 30)},
             {kDrives},
             Limit::evaluation,
             "evaluation"},
        Case{"checkpoints_that_are_copied",
             {part(Cause::checkpoint, Activity::copy, 20), part(Cause::checkpoint, Activity::device, 10)},
             {kDrives},
             Limit::checkpoint,
             "checkpoints: copies of state out of the accelerators"},
        Case{"checkpoints_that_are_serialised",
             {part(Cause::checkpoint, Activity::preprocess, 15), part(Cause::checkpoint, Activity::core, 5),
              part(Cause::checkpoint, Activity::device, 18)},
             {kDrives},
             Limit::checkpoint,
             "checkpoints: turning state into the bytes of files"},
        Case{"checkpoints_behind_others",
             {part(Cause::checkpoint, Activity::delivery, 20), part(Cause::checkpoint, Activity::copy, 10)},
             {kDrives},
             Limit::checkpoint,
             "checkpoints: room for a checkpoint while earlier ones are written"},
        Case{"checkpoints_of_many_requests_at_once",
             {part(Cause::checkpoint, Activity::network, 12), part(Cause::checkpoint, Activity::device, 10),
              part(Cause::checkpoint, Activity::copy, 20)},
             {kIdleDrives},
             Limit::checkpoint,
             "checkpoints: the network, 55 % of the waiting for storage"},
        Case{"checkpoints",
             {part(Cause::checkpoint, Activity::device, 30)},
             {kDrives},
             Limit::checkpoint,
             "checkpoints: scratch: drives (93 % busy while the job waits)"}),
    [](const auto& one) { return std::string(one.param.name); });

// Beside 60 s of compute a storage that is never waited for wins the waiting for it and for work on what was
// read late, as far as loaders read, and of gradients behind reads; nothing where nobody waits for it.
TEST(Limitation, TellsWhatAStorageCouldWinAtMost) {
  const auto won = [](double storage, double decode) {
    return find_limitation(waiting({part(Cause::batch_wait, Activity::device, storage),
                                    part(Cause::batch_wait, Activity::decode, decode)}),
                           {})
        .won_at_most;
  };
  EXPECT_DOUBLE_EQ(won(30, 10), 0.4);
  EXPECT_DOUBLE_EQ(won(1, 3), 4.0 / 64);
  EXPECT_DOUBLE_EQ(won(10, 40), 0.2);
  EXPECT_DOUBLE_EQ(won(1, 40), 0.1);  // It may be a tenth, unseen.
  EXPECT_DOUBLE_EQ(
      find_limitation(
          waiting({part(Cause::batch_wait, Activity::device, 30), part(Cause::host, Activity::none, 10)}), {})
          .won_at_most,
      0.3);
  for (const Activity activity : {Activity::decode, Activity::core, Activity::delivery, Activity::copy})
    EXPECT_DOUBLE_EQ(find_limitation(waiting({part(Cause::batch_wait, activity, 40)}), {}).won_at_most, 0);
  EXPECT_DOUBLE_EQ(
      find_limitation(waiting({part(Cause::barrier_wait, Activity::compute, 40)}), {}).won_at_most, 0);
  const Budget parts = {part(Cause::network_wait, Activity::network, 10),
                        part(Cause::network_wait, Activity::port, 30)};
  EXPECT_DOUBLE_EQ(find_limitation(waiting(parts), {}).won_at_most, 0.3);
}

// A job that only writes them says at once what it is limited by.
TEST(Limitation, OfAJobOfCheckpointsIsWhatTheseWaitFor) {
  JobResult job = waiting({part(Cause::checkpoint, Activity::copy, 30)});
  job.kind = JobKind::checkpoint;
  EXPECT_EQ(limitation_of(job, {kDrives}).by, "copies of state out of the accelerators");
  EXPECT_EQ(limitation_of(job, {kDrives}).limit, Limit::delivery);
  job.time_budget.push_back(part(Cause::checkpoint, Activity::device, 90));
  EXPECT_EQ(limitation_of(job, {kDrives}).by, "scratch: drives (93 % busy while the job waits)");
}

// Two epochs whose first batches take 10 s each, of 30 s of waiting.
TEST(Limitation, TellsWhenMostOfItIsForFirstBatches) {
  JobResult job = waiting({part(Cause::batch_wait, Activity::device, 30)});
  job.accelerators = 2;
  job.epochs = {epoch_of(1, 0, 50, 90, 100), epoch_of(2, 50, 100, 90, 100)};
  for (EpochResult& epoch : job.epochs) epoch.first_batch_mean = Duration::seconds(10);
  EXPECT_EQ(limitation_of(job, {kDrives}).by,
            "scratch: drives (93 % busy while the job waits), most of it for the first batches of epochs");
  for (EpochResult& epoch : job.epochs) epoch.first_batch_mean = Duration::seconds(7);
  EXPECT_EQ(limitation_of(job, {kDrives}).by, "scratch: drives (93 % busy while the job waits)");
}

// Longer epochs do not help against an outage; they do where it is no more than part of another wait.
TEST(Limitation, DoesNotAdviseLongerEpochsAgainstAnOutage) {
  const auto first_batches = [](const Budget& parts) {
    JobResult job = waiting(parts);
    job.accelerators = 2;
    job.epochs = {epoch_of(1, 0, 50, 90, 100)};
    job.epochs[0].first_batch_mean = Duration::seconds(20);
    return limitation_of(job, {kDrives, kIdleCores});
  };
  const Limitation outage = first_batches({part(Cause::batch_wait, Activity::outage, 30)});
  EXPECT_EQ(outage.by, "servers or targets that are down");
  EXPECT_EQ(outage.help, "a faster failover, and clients that notice it sooner; no faster storage");
  const Limitation decoding = first_batches(
      {part(Cause::batch_wait, Activity::decode, 25), part(Cause::batch_wait, Activity::outage, 5)});
  EXPECT_TRUE(decoding.by.ends_with("most of it for the first batches of epochs")) << decoding.by;
}

// A place in the window is waited for while the requests in it are served.
TEST(Limitation, LooksBehindAFullWindow) {
  const Used window = used("scratch: windows", Activity::window, 0.9, 0.97);
  const JobResult job = waiting({part(Cause::batch_wait, Activity::window, 30)});
  EXPECT_EQ(limitation_of(job, {window, kIdleDrives}).by,
            "scratch: windows (97 % in use while the job waits)");
  EXPECT_EQ(limitation_of(job, {window, kDrives}).by, "scratch: drives (93 % busy while the job waits)");
}

// A window that has room is no limit where drives are busy for half of the time, and for longer than it is in
// use; where they are not, nothing better is known.
TEST(Limitation, LooksBehindAWindowWithRoom) {
  const auto behind = [](double window, double drives) {
    return limitation_of(waiting({part(Cause::batch_wait, Activity::window, 30)}),
                         {used("scratch: windows", Activity::window, window, window),
                          used("scratch: drives", Activity::device, drives, drives)});
  };
  EXPECT_EQ(behind(0.54, 0.64).by, "scratch: drives (64 % busy while the job waits)");
  EXPECT_EQ(behind(0.54, 0.64).help, behind(0.1, 0.93).help);
  for (const auto& [window, drives] : {std::pair(0.54, 0.53), std::pair(0.3, 0.49)})
    EXPECT_TRUE(behind(window, drives).by.starts_with("the limits on requests in flight, though ")) << drives;
}

// A window fills behind one instance that is busy for half of the time and twice as busy as the mean.
TEST(Limitation, NamesAHotInstanceBehindAFullWindow) {
  const auto behind = [](double mean, double busiest) {
    Used drives = used("scratch: drives", Activity::device, mean, mean);
    JobResult job = waiting({part(Cause::batch_wait, Activity::window, 30)});
    const Used window = used("scratch: windows", Activity::window, 0.9, 0.97);
    job.uses = {{drives.resource.name, mean, busiest}, {window.resource.name, 0.97, 0.97}};
    return find_limitation(job, std::vector{window.resource, drives.resource}).by;
  };
  EXPECT_EQ(behind(0.2, 0.6),
            "scratch: drives (the busiest of 8: 60 % busy while the job waits, their mean 20 %)");
  for (const auto& [mean, busiest] : {std::pair(0.35, 0.6), std::pair(0.1, 0.45)})
    EXPECT_EQ(behind(mean, busiest), "scratch: windows (97 % in use while the job waits)") << busiest;
}

// A limit on what is in flight that is full comes before a capacity that is not.
TEST(Limitation, NamesAFullWindowOfWhatIsNotBusy) {
  Used window = used("scratch: metadata windows", Activity::metadata, 0.9, 0.9);
  window.resource.concurrency = true;
  const Used threads = used("scratch: MDS threads", Activity::metadata, 0.3, 0.36);
  EXPECT_EQ(limitation_of(waiting({part(Cause::batch_wait, Activity::metadata, 30)}), {threads, window}).by,
            "scratch: metadata windows (90 % in use while the job waits)");
}

// Where reads take less than a twentieth of what loaders are at, no faster storage helps; else that is not
// said.
TEST(Limitation, SaysThatStorageDoesNotHelpWhereItHasNoPart) {
  const auto help = [](double device) {
    return limitation_of(waiting({part(Cause::batch_wait, Activity::decode, 30),
                                  part(Cause::batch_wait, Activity::device, device)}),
                         {kIdleCores})
        .help;
  };
  EXPECT_TRUE(help(1).ends_with("; no faster storage")) << help(1);
  EXPECT_FALSE(help(5).ends_with("; no faster storage")) << help(5);
}

// A worker makes a whole batch: more of them are no advice for late first ones, nor workers that persist
// where there is one epoch.
TEST(Limitation, AdvisesWhatHelpsFirstBatches) {
  const auto help = [](Activity activity) {
    JobResult job = waiting({part(Cause::batch_wait, activity, 30)});
    job.accelerators = 2;
    job.epochs = {epoch_of(1, 0, 50, 90, 100)};
    job.epochs[0].first_batch_mean = Duration::seconds(20);
    return limitation_of(job, {kIdleCores}).help;
  };
  EXPECT_TRUE(
      help(Activity::decode).starts_with("cheaper decoding and preprocessing, or smaller batches; longer"));
  EXPECT_TRUE(help(Activity::start_up).starts_with("a longer run, as they start once"))
      << help(Activity::start_up);
}

// A resource that stands idle for most of the time is no help to have more of.
TEST(Limitation, AdvisesNoMoreOfWhatStandsIdle) {
  const auto help = [](double busy) {
    return limitation_of(waiting({part(Cause::batch_wait, Activity::server_queue, 30)}),
                         {used("bucket: request caps", Activity::server_queue, busy, busy)});
  };
  EXPECT_EQ(
      help(0.1).by,
      "what the storage servers take for each request, though bucket: request caps (10 % busy while the "
      "job waits)");
  EXPECT_EQ(help(0.1).help, "more or larger requests at once, or faster single requests");
  EXPECT_TRUE(help(0.6).help.starts_with("more or larger requests at once, or faster single requests; or "));
}

// Another file system may be busier: it belongs to another job.
TEST(Limitation, NamesOnlyWhatTheJobUses) {
  const Used other = used("archive: drives", Activity::device, 0.99, 0.99);
  JobResult job = waiting({part(Cause::batch_wait, Activity::device, 30)});
  job.uses = {{kDrives.resource.name, kDrives.waited, kDrives.waited}};
  EXPECT_EQ(find_limitation(job, std::vector{other.resource, kDrives.resource}).by,
            "scratch: drives (93 % busy while the job waits)");
}

// Processes do nothing but wait: the rule is that of every job, whatever is busier than what they wait for.
TEST(Limitation, OfAProbeIsWhatItWaitsFor) {
  JobResult probe;
  probe.kind = "probe";
  probe.found.give(ProbeResult());
  probe.time_budget = {part(Cause::batch_wait, Activity::device, 30),
                       part(Cause::barrier_wait, Activity::metadata, 2),
                       part(Cause::idle, Activity::none, 900)};
  const Used busier = used("clients: cores", Activity::core, 0.99, 0.99);
  EXPECT_EQ(limitation_of(probe, {busier, kDrives}).by, "scratch: drives (93 % busy while the job waits)");
  EXPECT_EQ(
      limitation_of(probe, {busier, kIdleDrives}).by,
      "the drives of the storage, 94 % of the waiting for storage, though scratch: drives (30 % busy while "
      "the job waits)");
}

TEST(Limitation, IsUnknownWithoutATimeBudget) {
  JobResult job = trained_job();
  job.time_budget.clear();
  EXPECT_EQ(find_limitation(job, {}).limit, Limit::unknown);
  EXPECT_EQ(limited_by_text(find_limitation(job, {})), "; nothing that was measured limits it");
}

// Written behind its ranks, who do not wait.
TEST(Limitation, OfCheckpointsThatNobodyWaitsForIsNone) {
  JobResult job = waiting({part(Cause::compute, Activity::compute, 30)});
  job.kind = JobKind::checkpoint;
  EXPECT_EQ(find_limitation(job, {}).limit, Limit::unknown);
  job.time_budget.push_back(part(Cause::checkpoint, Activity::device, 1));
  EXPECT_EQ(find_limitation(job, {}).by, "the drives of the storage");
}

}  // namespace
}  // namespace headrace
