#include "analysis/page/summary.h"

#include <gtest/gtest.h>

#include "analysis/text.h"
#include "tests/analysis/sample_more.h"

namespace headrace {
namespace {

SummaryOptions options() {
  SummaryOptions options;
  options.question = "does this system feed 15 H100s?";
  options.fidelity = "request level";
  options.notes = {"results: results/first_run.db (run 1)"};
  return options;
}

TEST(Summary, AnswersThenShowsTheEvidence) {
  const RunResult run = training_run();
  EXPECT_EQ(summary_text({&run, 1}, options()),
            R"(15 x H100 reach 91.9 % AU (target 90 %: pass); limited by host work per step
  What would help: less host work per step (collectives, interpreter, bookkeeping). A storage that
  is never waited for would add at most 2.1 % throughput.
  How sure: 81.1 to 100.0 % AU on nine of ten systems, as predictions of 101 published runs, of 16
  families of systems, were off; the target is met on 63 % of systems.

unet3d on an E1000: seed 1, request level, 410.0 s simulated, 12345678 events, fingerprint
  fedcba9876543210
  question: does this system feed 15 H100s?

train: unet3d by the rules of DLIO v1.0, 15 accelerators on 5 nodes, 60000 files of 1 sample
  epoch  time s  steps  AU %  samples/s  MiB/s  first batch s  longest s  checkpoint
  1       204.5    571  92.5      296.0  41384           0.20       0.25           -
  2       205.5    571  91.3      292.0  40824           0.20       0.25      500 ms
  mean                  91.9      294.0  41104
  the training set: 16383.9 GiB delivered, 16383.9 GiB fetched from the storage

  where the ranks' time went  mean s  share %  longest s  rank
  compute                      368.8     89.9      368.8     0
  batch wait                     2.4      0.6        2.4     0
    device                       2.4      0.6
  barrier wait                   5.6      1.4        5.6     0
    device                       5.6      1.4
  host                          32.7      8.0       33.0     0
  checkpoint                     0.5      0.1        0.5     0
    device                       0.5      0.1

  how busy each resource was          kind  instances  mean %  busiest %
  scratch: OST devices            capacity          8    41.0       44.0
  scratch: clients' RPC windows  in flight          5    12.0       20.0

  how long it took                 instances  count      p50      p99      max
  scratch/clients: read operation          1  60000  4.00 ms  20.0 ms  50.0 ms
  train: step wait                         1   8565  2.00 ms  3.00 ms  4.00 ms

notes
  - train: 2 keys of the DLIO file have no effect on a simulation (--verbose lists them, --json has
    all)
  - uncalibrated: service times are priors from data sheets and publications, not fitted to this
    system; `headrace show fields` names the source of each default
  - results: results/first_run.db (run 1)
)");
}

// Also where nothing but the answer is asked for: without it the answer misleads.
TEST(Summary, SaysWhatNeverTouchedTheStorage) {
  RunResult run = training_run();
  run.jobs[0].epochs[1].from_storage = Bytes();
  SummaryOptions quiet = options();
  quiet.quiet = true;
  EXPECT_NE(summary_text({&run, 1}, quiet).find("\n  Epoch 2 never touched the storage: memory or a cache"),
            std::string::npos);
}

TEST(Summary, QuietIsTheAnswerAlone) {
  const RunResult run = training_run();
  SummaryOptions quiet = options();
  quiet.quiet = true;
  EXPECT_EQ(summary_text({&run, 1}, quiet),
            "15 x H100 reach 91.9 % AU (target 90 %: pass); limited by host work per step\n");
}

TEST(Summary, VerboseListsKeysWithoutEffect) {
  const RunResult run = training_run();
  SummaryOptions verbose = options();
  verbose.verbose = true;
  EXPECT_NE(summary_text({&run, 1}, verbose)
                .find("  - train: 2 keys of the DLIO file have no effect on a simulation:\n"
                      "      dataset.data_folder: files are simulated, not stored\n"
                      "      profiling.profiler: nothing is profiled\n"),
            std::string::npos);
}

TEST(Summary, PaintsTheVerdict) {
  RunResult run = training_run();
  SummaryOptions colour = options();
  colour.colour = true;
  colour.quiet = true;
  EXPECT_EQ(
      summary_text({&run, 1}, colour),
      "\x1b[1m15 x H100 reach 91.9 % AU (target 90 %: \x1b[32mpass\x1b[0m\x1b[1m); limited by host work per "
      "step\x1b[0m\n");
  run.jobs[0].au_percent = 88;
  run.jobs[0].time_budget.clear();
  EXPECT_NE(summary_text({&run, 1}, colour).find("\x1b[31mmiss\x1b[0m"), std::string::npos);
}

TEST(Summary, NamesTheJobWhereThereAreSeveral) {
  RunResult run = training_run();
  run.jobs.push_back(trained_job());
  run.jobs[1].name = "other";
  const std::string text = summary_text({&run, 1}, options());
  EXPECT_TRUE(text.starts_with("train: 15 x H100 reach")) << text;
  EXPECT_NE(text.find("\nother: 15 x H100 reach"), std::string::npos) << text;
}

TEST(Summary, SaysWhatJobsLoseToEachOther) {
  RunResult run = training_run();
  run.jobs.push_back(streaming_job());
  run.interference = {{"train", 410_s, 400_s, 91.9, 95, {}, {}}, {"serve", 10_s, 10_s, 0, 0, 40_ms, 20_ms}};
  const std::string text = summary_text({&run, 1}, options());
  EXPECT_NE(text.find("\ntrain takes 1.02 times as long as alone, serve 1.00 times\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  interference  alone s "), std::string::npos) << text;
}

TEST(Summary, WarnsOfWhatDoesNotAddUp) {
  RunResult run = training_run();
  run.imbalance = "scratch: 5 B were written, 4 B arrived\n";
  EXPECT_NE(summary_text({&run, 1}, options())
                .find("  - the model lost or doubled something, so do not trust this answer: scratch: 5 B "
                      "were written, 4 B\n"
                      "    arrived\n"),
            std::string::npos)
      << summary_text({&run, 1}, options());
}

TEST(Summary, SaysWhoWaitsForWhat) {
  RunResult run = training_run();
  run.outcome.end = RunEnd::stalled;
  for (int i = 0; i < 22; ++i)
    run.outcome.still_waiting.push_back("train/rank/" + std::to_string(i) + ": barrier");
  const std::string text = summary_text({&run, 1}, options());
  EXPECT_TRUE(text.starts_with("no answer: stalled at 410.0 s of simulated time\n")) << text;
  EXPECT_NE(text.find("who waits for what\n  train/rank/0: barrier\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  train/rank/19: barrier\n  and 2 more; --verbose or --json has all\n"),
            std::string::npos);
}

TEST(Summary, OfNoJobsSaysHowTheRunEnded) {
  RunResult run;
  run.outcome.end = RunEnd::event_limit;
  EXPECT_TRUE(summary_text({&run, 1}, options()).starts_with("no answer: event_limit\n"));
}

TEST(Summary, KeepsWithinTheWidthAndPlainAscii) {
  RunResult run = training_run();
  run.scenario = std::string(30, 'n') + " " + std::string(80, 'n');
  run.jobs[0].time_budget = budget_of(15, 80, 15, 2, 3);  // The longest limitation there is.
  run.resources.push_back(resource_of(std::string(120, 'r'), "advice", 10, 0.5, 0.6));
  run.resources.back().activity = Activity::none;  // A word of that length has no place to break.
  SummaryOptions wide = options();
  wide.verbose = true;
  wide.question = "is " + std::string(60, 'q') + " or " + std::string(60, 'q') + "?";
  RunResult mixed = run_with(streaming_job());
  mixed.jobs.push_back(offline_job());
  mixed.jobs[1].cache = cache_of(30, 70);
  mixed.interference = {{"serve", 11_s, 10_s, 0, 0, 40_ms, 20_ms}, {"sweep", 11_s, 10_s, 0, 0, {}, {}}};
  for (const RunResult& each : {run, checkpoint_run(), mixed}) {
    const std::string text = summary_text({&each, 1}, wide);
    std::size_t start = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
      EXPECT_LE(end - start, kWidth) << text.substr(start, end - start);
      start = end + 1;
    }
    for (const char c : text) ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << static_cast<int>(c);
  }
}

}  // namespace
}  // namespace headrace
