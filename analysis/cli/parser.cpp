#include "analysis/cli/parser.h"

namespace headrace {

namespace {

constexpr const char* kExitCodes =
    "Exit codes: 0 ok, 1 an assertion does not hold, 2 wrong command line or scenario, 3 unusable or\n"
    "damaged file, 4 interrupted, 5 the model stalled, 6 an assertion could not be judged, 70 internal\n"
    "error, 74 the disk, memory or another resource failed.";

void add_common(CLI::App* verb, Arguments& arguments) {
  verb->add_flag("--json", arguments.json, "the answer as JSON on stdout");
  verb->add_flag("--quiet", arguments.quiet, "no progress, and the answer alone");
  verb->add_flag("--verbose", arguments.verbose, "every row and every note in full");
  verb->group("Verbs");
  verb->allow_extras();  // Unknown options are ours to report, with the nearest one.
}

}  // namespace

Parser::Parser() {
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.require_subcommand(0, 1);
  app.add_flag("--version", version, "print the version");
  app.footer(std::string("Example:\n  headrace run scenarios/first_run.yaml\n\n"
                         "`headrace VERB --help` explains a verb.\n\n") +
             kExitCodes);
  app.allow_extras();
  add_run();
  add_sweep();
  add_plan();
  add_compare();
  add_probe();
  add_check();
  add_results();
  add_show();
  version_verb = app.add_subcommand("version", "print version, revision and compiler");
  version_verb->footer("Example:\n  headrace version --json");
  add_common(version_verb, arguments);
  help = app.add_subcommand("help", "explain a verb");
  help->add_option("verb", words, "run, sweep, plan, compare, probe, check, query, merge, show or version");
  help->footer("Example:\n  headrace help run");
  add_common(help, arguments);
  overview = app.help();
}

void Parser::add_run() {
  run = app.add_subcommand("run", "run a scenario and print its answer");
  run->add_option("scenario", words, "a scenario file, then overrides: key.path=value as in the file")
      ->type_name("[KEY.PATH=VALUE]");
  run->add_option("--out", arguments.database,
                  "the result database; runs are appended, or a call that was cut is\n"
                  "gone on with [results/<scenario>.db]")
      ->type_name("FILE.db");
  run->add_option("--seed", seed, "the seed; the same as seed=N")->type_name("N");
  run->add_option("--dlio-output", arguments.dlio_folder,
                  "folder of the DLIO files [<scenario>/dlio beside the database]")
      ->type_name("DIR");
  run->add_flag("--no-dlio-output", no_dlio, "write no DLIO files");
  add_limits(run);
  run->add_option("--trace", arguments.trace,
                  "what each rank's time went to, and every gauge, of the first run:\n"
                  "a file for ui.perfetto.dev, of at most a million of each kind")
      ->type_name("FILE.json");
  run->add_option("--trace-from", trace_from, "leave out what was before, such as 20s of simulated time")
      ->type_name("TIME");
  run->footer(
      std::string("Example:\n"
                  "  headrace run scenarios/first_run.yaml jobs.train.nodes.count=4 --seed 7 --json\n\n") +
      kExitCodes);
  add_common(run, arguments);
}

void Parser::add_limits(CLI::App* verb) {
  verb->add_option("--jobs", jobs, "so many runs at once [the number of cores]")->type_name("N");
  verb->add_option("--progress", progress, "text, json or off [text]")->type_name("FORM");
  verb->add_option("--wall-limit", wall_limit,
                   "end after so long, such as 10min; what ran until then is kept, and\n"
                   "the same command goes on (exit 4)")
      ->type_name("TIME");
  verb->add_option("--memory-limit", memory_limit,
                   "end likewise when the process takes so much, such as 8GiB")
      ->type_name("SIZE");
}

void Parser::add_sweep() {
  sweep = app.add_subcommand("sweep", "run a scenario at many points; the same command again goes on");
  sweep
      ->add_option("scenario", words,
                   "a scenario file, then overrides, and axes: key.path=a,b,c, key.path=a..b:step,\n"
                   "key.path='log a..b n'; they stand beside those of the file's sweep:")
      ->type_name("[KEY.PATH=VALUES]");
  sweep->add_option("--out", arguments.database, "the result database [results/<scenario>.db]")
      ->type_name("FILE.db");
  sweep->add_option("--shard", shard, "every N-th point, from the I-th on, from 1; join them by `merge`")
      ->type_name("I/N");
  sweep->add_option("--rows", rows, "figures, or all: epochs, ranks and model rows, too [figures]")
      ->type_name("WHICH");
  sweep
      ->add_option("--figure", arguments.figure,
                   "what points are ranked by, such as cache.hit_rate or jobs.train.seconds [what each\n"
                   "job is for]")
      ->type_name("PATH");
  sweep->add_option("--runs", most_runs, "end after so many new runs (exit 4)")->type_name("N");
  sweep
      ->add_option("--slurm", slurm,
                   "write a batch script of N shards and their merge beside the database; runs but the\n"
                   "first point, and that only to know its memory, where there is no --memory-limit")
      ->type_name("N");
  sweep->add_option("--slurm-time", slurm_time, "time of a task of it [--wall-limit and 10 min, or 4 h]")
      ->type_name("TIME");
  add_limits(sweep);
  sweep->footer(
      std::string("Over the ranks of an MPI job, one of which writes: mpirun -n 64 headrace sweep ...\n\n"
                  "Example:\n"
                  "  headrace sweep scenarios/first_run.yaml jobs.train.accelerators_per_node=1,2,3 \\\n"
                  "    platform.file_systems.scratch.lustre.ost.count=4..16:4 --out results/osts.db\n\n") +
      kExitCodes);
  add_common(sweep, arguments);
}

void Parser::add_plan() {
  plan = app.add_subcommand("plan", "find the cheapest design that reaches targets");
  plan->add_option("scenario", words,
                   "a scenario file with a 'plan', then overrides: key.path=value, and axes: key.path=4,8")
      ->type_name("[KEY.PATH=VALUE]");
  plan->add_option("--max", most,
                   "accelerators: in place of that, how many the job that trains may have until its\n"
                   "AU misses its target; needs no 'plan'")
      ->type_name("WHAT");
  plan->add_option("--au", au, "with --max: the target in percent [the benchmark's]")->type_name("N");
  plan->add_option("--up-to", up_to, "with --max: as many accelerators at most [4096]")->type_name("N");
  plan->add_option("--out", arguments.database,
                   "the result database: what it has is not run again [results/<scenario>.db]")
      ->type_name("FILE.db");
  add_limits(plan);
  plan->footer(std::string("Exit code 1: no design reaches the targets.\n\n"
                           "Example:\n  headrace plan scenarios/plans/lustre_for_1024_h100.yaml\n"
                           "  headrace plan scenarios/first_run.yaml --max accelerators\n\n") +
               kExitCodes);
  add_common(plan, arguments);
}

void Parser::add_compare() {
  compare = app.add_subcommand("compare", "hold stored runs of two scenarios or sweeps against each other");
  compare
      ->add_option("results", words,
                   "A and B: result databases, each with its only scenario or sweep, or FILE.db:RUN,\n"
                   "FILE.db:NAME or FILE.db:HASH for one of several, FILE.db:PATH=VALUE for points of a\n"
                   "sweep; or one file that holds two")
      ->type_name("FILE.db[:WHICH] [FILE.db[:WHICH]]");
  compare->footer(std::string("Runs of the same point, seed and replication are compared pair by pair.\n\n"
                              "Example:\n  headrace compare results/first_run.db:1 results/first_run.db:9\n"
                              "  headrace compare osts.db:ost.count=4 osts.db:ost.count=8\n\n") +
                  kExitCodes);
  add_common(compare, arguments);
}

// Adds the verbs that work on result databases.
void Parser::add_results() {
  query = app.add_subcommand("query", "ask a result database, read-only");
  query
      ->add_option("file", words,
                   "a result database; then SQL, the name of a table or view, or `points`: a row a point of\n"
                   "a sweep and replication, with parameters and figures as columns. Without: what there is")
      ->type_name("FILE.db [SQL]");
  query->add_flag("--csv", arguments.csv, "as CSV, for pandas.read_csv; --json is for pandas.read_json");
  query->footer("Example:\n  headrace query results/osts.db points --csv > points.csv");
  add_common(query, arguments);
  merge = app.add_subcommand("merge", "join result databases, such as the shards of a sweep");
  merge->add_option("files", words, "the database to make or to add to, then those that go into it")
      ->type_name("OUT.db FILE.db...");
  merge->footer("Example:\n  headrace merge osts.db shard-1.db shard-2.db shard-3.db shard-4.db");
  add_common(merge, arguments);
}

void Parser::add_probe() {
  probe = app.add_subcommand("probe", "hold a machine against what is published of it");
  probe
      ->add_option("scenario", words,
                   "scenario files; each job is run by itself, and its figures stand beside the\n"
                   "published ones. Overrides: key.path=value")
      ->type_name("[KEY.PATH=VALUE]");
  probe->add_option("--out", arguments.table, "the table as JSON, too")->type_name("FILE.json");
  probe->add_option("--database", arguments.database, "a result database that the runs are stored in, too")
      ->type_name("FILE.db");
  add_limits(probe);
  probe->footer(
      std::string(
          "Exit code 1: a figure is more than 5 % off the data sheet that its machine was built from.\n\n"
          "Example:\n  headrace probe scenarios/probes/*.yaml --out build/probes.json\n\n") +
      kExitCodes);
  add_common(probe, arguments);
}

void Parser::add_check() {
  check = app.add_subcommand("check", "read scenarios and report every problem; runs nothing");
  check->add_option("scenario", words, "scenario files, and overrides: key.path=value")
      ->type_name("[KEY.PATH=VALUE]");
  check->footer("Example:\n  headrace check scenarios/first_run.yaml jobs.train.accelerators_per_node=2");
  add_common(check, arguments);
}

void Parser::add_show() {
  show = app.add_subcommand("show", "print what the program knows");
  show->add_option("topic", words,
                   "answer RESULT.db[:RUN]: what the last `run` or `probe` said,\nor that of a run\n"
                   "config SCENARIO [KEY.PATH=VALUE]: resolved, with origins, arm by arm\n"
                   "hash SCENARIO [KEY.PATH=VALUE]: 64 bits over the resolved scenario\n"
                   "hash RESULT.db: 64 bits over what was found, not over when\n"
                   "fields [PATH]: fields with unit, default, bounds, source and meaning\n"
                   "fields WORD: those that have the word in path or meaning, a line each\n"
                   "models: what can be modelled, and the parameters\n"
                   "schema: the scenario format as a JSON Schema, for editors\n"
                   "codes [CODE]: what the codes of problems mean\n"
                   "units: the units that quantities are written in")
      ->type_name("[WORD]");
  show->footer("Example:\n  headrace show fields jobs.train.layout\n  headrace show fields stripe");
  add_common(show, arguments);
}

}  // namespace headrace
