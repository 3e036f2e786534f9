// The table of verbs: one line each.

#include "analysis/cli/verbs.h"

namespace headrace {

std::unique_ptr<Verb> calibrate_verb();
std::unique_ptr<Verb> check_verb();
std::unique_ptr<Verb> compare_verb();
std::unique_ptr<Verb> completion_verb();
std::unique_ptr<Verb> doubt_verb();
std::unique_ptr<Verb> explain_verb();
std::unique_ptr<Verb> help_verb();
std::unique_ptr<Verb> import_verb();
std::unique_ptr<Verb> infer_verb();
std::unique_ptr<Verb> init_verb();
std::unique_ptr<Verb> merge_verb();
std::unique_ptr<Verb> plan_verb();
std::unique_ptr<Verb> probe_verb();
std::unique_ptr<Verb> query_verb();
std::unique_ptr<Verb> replay_verb();
std::unique_ptr<Verb> report_verb();
std::unique_ptr<Verb> run_verb();
std::unique_ptr<Verb> scale_verb();
std::unique_ptr<Verb> show_verb();
std::unique_ptr<Verb> sweep_verb();
std::unique_ptr<Verb> validate_verb();
std::unique_ptr<Verb> version_verb();

std::span<const VerbRow> verbs() {
  static constexpr VerbRow kVerbs[] = {
      {"run", "run a scenario and print its answer", run_verb},
      {"init", "make a first scenario of the files that you have, each guess marked", init_verb},
      {"sweep", "run a scenario at many points; the same command again goes on", sweep_verb},
      {"plan", "find the cheapest design that reaches targets", plan_verb},
      {"compare", "hold stored runs of two scenarios or sweeps against each other", compare_verb},
      {"probe", "hold a machine against what is published of it", probe_verb},
      {"validate", "hold predictions against measured runs, and against guesses without a simulator",
       validate_verb},
      {"calibrate", "find times and rates of a machine from figures that were measured on it",
       calibrate_verb},
      {"doubt", "find how far an answer can be relied on, and which priors it hangs on", doubt_verb},
      {"explain", "find what an answer hangs on, by making each part of the machine faster", explain_verb},
      {"report", "make a page of stored results that opens without a network, or one figure of it",
       report_verb},
      {"import", "make a platform, a recording of traces, or rows and loads of what was measured",
       import_verb},
      {"infer", "find the loader behind a recording, as a workload that can be edited", infer_verb},
      {"scale", "foresee a recorded job at other ranks and batches, and how sure that is", scale_verb},
      {"replay", "repeat a recording on a platform, or a stored run as it was", replay_verb},
      {"check", "read scenarios and report every problem; runs nothing", check_verb},
      {"query", "ask a result database, read-only", query_verb},
      {"merge", "join result databases, such as the shards of a sweep", merge_verb},
      {"show", "print what the program knows", show_verb},
      {"completion", "print what the Tab key of a shell offers: bash, zsh or fish", completion_verb},
      {"version", "print version, revision and compiler", version_verb},
      {"help", "explain a verb", help_verb},
  };
  return kVerbs;
}

}  // namespace headrace
