#include "analysis/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <string_view>
#include <variant>

#include "analysis/errors.h"
#include "scenarios/loader/problems.h"
#include "sim/units_text.h"

namespace headrace {

namespace {

constexpr std::string_view kVerbs[] = {"run", "plan", "probe", "check", "show", "version", "help"};

constexpr const char* kExitCodes =
    "Exit codes: 0 ok, 1 an assertion does not hold, 2 wrong command line or scenario, 3 unusable input\n"
    "file, 4 interrupted, 5 the model stalled, 70 internal error, 74 the disk or another resource failed.";

// The parser together with the places its options write to.
struct Parser {
  Arguments arguments;
  std::vector<std::string> words;  // Positional ones of the verb.
  std::string seed;
  std::string progress = "text";
  std::string wall_limit, memory_limit, trace_from, most;
  bool no_dlio = false;
  bool version = false;
  CLI::App app{
      "headrace simulates storage for machine learning training: it runs an MLPerf Storage or\n"
      "DLIO workload on a described system and says whether the accelerators are kept fed.\n",
      "headrace"};
  CLI::App* run = nullptr;
  CLI::App* plan = nullptr;
  CLI::App* probe = nullptr;
  CLI::App* check = nullptr;
  CLI::App* show = nullptr;
  CLI::App* version_verb = nullptr;
  CLI::App* help = nullptr;
  std::string overview;  // Once a verb was parsed, the library gives that verb's help only.

  Parser();
  void add_run();
  void add_plan();
  void add_probe();
  void add_check();
  void add_show();
};

void add_common(CLI::App* verb, Arguments& arguments) {
  verb->add_flag("--json", arguments.json, "the answer as JSON on stdout");
  verb->add_flag("--quiet", arguments.quiet, "no progress, and the answer alone");
  verb->add_flag("--verbose", arguments.verbose, "every row and every note in full");
  verb->group("Verbs");
  verb->allow_extras();  // Unknown options are ours to report, with the nearest one.
}

Parser::Parser() {
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.require_subcommand(0, 1);
  app.add_flag("--version", version, "print the version");
  app.footer(std::string("Example:\n  headrace run scenarios/first_run.yaml\n\n"
                         "`headrace VERB --help` explains a verb.\n\n") +
             kExitCodes);
  app.allow_extras();
  add_run();
  add_plan();
  add_probe();
  add_check();
  add_show();
  version_verb = app.add_subcommand("version", "print version, revision and compiler");
  version_verb->footer("Example:\n  headrace version --json");
  add_common(version_verb, arguments);
  help = app.add_subcommand("help", "explain a verb");
  help->add_option("verb", words, "run, plan, probe, check, show or version");
  help->footer("Example:\n  headrace help run");
  add_common(help, arguments);
  overview = app.help();
}

void Parser::add_run() {
  run = app.add_subcommand("run", "run a scenario and print its answer");
  run->add_option("scenario", words, "a scenario file, then overrides: key.path=value as in the file")
      ->type_name("[KEY.PATH=VALUE]");
  run->add_option("--out", arguments.database,
                  "the result database; runs are appended [results/<scenario>.db]")
      ->type_name("FILE.db");
  run->add_option("--seed", seed, "the seed; the same as seed=N")->type_name("N");
  run->add_option("--dlio-output", arguments.dlio_folder,
                  "folder of the DLIO files [<scenario>/dlio beside the database]")
      ->type_name("DIR");
  run->add_flag("--no-dlio-output", no_dlio, "write no DLIO files");
  run->add_option("--progress", progress, "text, json or off [text]")->type_name("FORM");
  run->add_option("--wall-limit", wall_limit,
                  "end after so long, such as 10min; what ran until then is kept (exit 4)")
      ->type_name("TIME");
  run->add_option("--memory-limit", memory_limit, "end likewise when the process takes so much, such as 8GiB")
      ->type_name("SIZE");
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

void Parser::add_plan() {
  plan = app.add_subcommand("plan", "find the cheapest design that reaches targets");
  plan->add_option("scenario", words,
                   "a scenario file with a 'plan', then overrides: key.path=value, and axes: key.path=4,8")
      ->type_name("[KEY.PATH=VALUE]");
  plan->add_option("--max", most,
                   "accelerators: in place of that, how many the job that trains may have until its\n"
                   "AU misses its target; needs no 'plan'")
      ->type_name("WHAT");
  plan->add_option("--au", arguments.au, "with --max: the target in percent [the benchmark's]")
      ->type_name("N");
  plan->add_option("--up-to", arguments.up_to, "with --max: as many accelerators at most [4096]")
      ->type_name("N");
  plan->add_option("--out", arguments.database,
                   "the result database: what it has is not run again [results/<scenario>.db]")
      ->type_name("FILE.db");
  plan->add_option("--jobs", arguments.threads, "runs at a time [the machine's processors]")->type_name("N");
  plan->footer(std::string("Exit code 1: no design reaches the targets.\n\n"
                           "Examples:\n  headrace plan scenarios/plans/lustre_for_1024_h100.yaml\n"
                           "  headrace plan scenarios/first_run.yaml --max accelerators\n\n") +
               kExitCodes);
  add_common(plan, arguments);
}

void Parser::add_probe() {
  probe = app.add_subcommand("probe", "hold a machine against what is published of it");
  probe
      ->add_option("scenario", words,
                   "scenario files; each job is run by itself, and its figures stand beside the\n"
                   "published ones. Overrides: key.path=value")
      ->type_name("[KEY.PATH=VALUE]");
  probe->add_option("--out", arguments.database, "the table as JSON, too")->type_name("FILE.json");
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
  check->footer("Example:\n  headrace check scenarios/first_run.yaml jobs.train.accelerators_per_node=4");
  add_common(check, arguments);
}

void Parser::add_show() {
  show = app.add_subcommand("show", "print what the program knows");
  show->add_option("topic", words,
                   "config SCENARIO [KEY.PATH=VALUE]: resolved, with origins, arm by arm\n"
                   "hash SCENARIO [KEY.PATH=VALUE]: 64 bits over the resolved scenario\n"
                   "fields [PATH]: fields with unit, default, bounds, source and meaning\n"
                   "models: what can be modelled, and the parameters\n"
                   "schema: the scenario format as a JSON Schema, for editors\n"
                   "codes [CODE]: what the codes of problems mean\n"
                   "units: the units that quantities are written in")
      ->type_name("[WORD]");
  show->footer("Example:\n  headrace show fields jobs.train.layout");
  add_common(show, arguments);
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string nearest = nearest_word(word, candidates);
  return nearest.empty() ? std::string() : "; did you mean '" + nearest + "'?";
}

[[noreturn]] void refuse_verb(const std::string& word) {
  std::string text = "there is no verb '" + word + "'" + suggestion(word, kVerbs);
  if (word.find(".yaml") != std::string::npos || word.find(".yml") != std::string::npos)
    text = "there is no verb '" + word + "'; did you mean 'headrace run " + word + "'?";
  throw UsageError(text);
}

void check_options(const CLI::App& app, const std::string& where) {
  for (const std::string& word : app.remaining()) {
    if (!word.starts_with('-')) throw UsageError("'" + word + "' is one word too many" + where);
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    const std::string name = word.substr(0, word.find('='));
    throw UsageError("there is no option '" + name + "'" + where + suggestion(name, candidates));
  }
}

// Overrides are told from files by their form.
void sort_words(Parser& parser) {
  Arguments& arguments = parser.arguments;
  for (const std::string& word : parser.words)
    (is_override(word) ? arguments.overrides : arguments.scenarios).push_back(word);
}

void expect_one_scenario(const Arguments& arguments, const std::string& verb) {
  if (arguments.scenarios.empty()) throw UsageError("'" + verb + "' needs a scenario file");
  if (arguments.scenarios.size() == 1) return;
  throw UsageError("'" + verb + "' takes one scenario file; '" + arguments.scenarios[1] +
                   "' is neither that nor an override of the form key.path=value");
}

// The value of an option with a unit; `fallback` where it is not given.
template <class T>
T limit_of(const std::string& option, const std::string& text, T fallback,
           std::variant<T, QuantityError> (*parse)(std::string_view)) {
  if (text.empty()) return fallback;
  const std::variant<T, QuantityError> parsed = parse(text);
  if (const auto* error = std::get_if<QuantityError>(&parsed))
    throw UsageError("'" + text + "' is no value of " + option + ": " + error->sentence +
                     (error->suggestion.empty() ? "" : "; did you mean '" + error->suggestion + "'?"));
  const T value = std::get<T>(parsed);
  if (value <= T()) throw UsageError(option + " must be above zero, not '" + text + "'");
  return value;
}

void finish_run(Parser& parser) {
  Arguments& arguments = parser.arguments;
  arguments.verb = Verb::run;
  sort_words(parser);
  expect_one_scenario(arguments, "run");
  if (!parser.seed.empty()) arguments.overrides.push_back("seed=" + parser.seed);
  if (parser.no_dlio && !arguments.dlio_folder.empty())
    throw UsageError("--dlio-output and --no-dlio-output contradict each other");
  arguments.write_dlio = !parser.no_dlio;
  constexpr std::string_view kForms[] = {"text", "json", "off"};
  const auto* const form = std::find(std::begin(kForms), std::end(kForms), parser.progress);
  if (form == std::end(kForms))
    throw UsageError("'" + parser.progress + "' is no form of progress" +
                     suggestion(parser.progress, kForms) + " (text, json, off)");
  constexpr ProgressMode kModes[] = {ProgressMode::text, ProgressMode::json, ProgressMode::off};
  arguments.progress = arguments.quiet ? ProgressMode::off : kModes[form - std::begin(kForms)];
  if (!parser.trace_from.empty() && arguments.trace.empty())
    throw UsageError("--trace-from is of no use without --trace FILE.json");
  arguments.trace_from = Time() + limit_of("--trace-from", parser.trace_from, Duration(), parse_duration);
  arguments.wall_limit = limit_of("--wall-limit", parser.wall_limit, kNoWallLimit, parse_duration);
  arguments.memory_limit = limit_of("--memory-limit", parser.memory_limit, kNoMemoryLimit, parse_bytes);
}

void finish_show(Parser& parser) {
  Arguments& arguments = parser.arguments;
  arguments.verb = Verb::show;
  constexpr std::string_view kTopics[] = {"config", "hash", "fields", "models", "schema", "codes", "units"};
  constexpr const char* kList = " (config, hash, fields, models, schema, codes, units)";
  if (parser.words.empty()) throw UsageError(std::string("'show' needs a topic") + kList);
  arguments.topic = parser.words.front();
  parser.words.erase(parser.words.begin());
  if (std::find(std::begin(kTopics), std::end(kTopics), arguments.topic) == std::end(kTopics))
    throw UsageError("there is nothing to show under '" + arguments.topic + "'" +
                     suggestion(arguments.topic, kTopics) + kList);
  if (arguments.topic == "config" || arguments.topic == "hash") {
    sort_words(parser);
    return expect_one_scenario(arguments, "show " + arguments.topic);
  }
  const std::size_t most = arguments.topic == "fields" || arguments.topic == "codes" ? 1 : 0;
  if (parser.words.size() > most)
    throw UsageError("'" + parser.words[most] + "' is one word too many for 'show " + arguments.topic + "'");
  if (!parser.words.empty()) arguments.detail = parser.words.front();
}

void finish_help(Parser& parser) {
  parser.arguments.verb = Verb::help;
  if (parser.words.empty()) {
    parser.arguments.help = parser.overview;
    return;
  }
  const std::string& verb = parser.words.front();
  if (std::find(std::begin(kVerbs), std::end(kVerbs), verb) == std::end(kVerbs)) refuse_verb(verb);
  parser.arguments.help = parser.app.get_subcommand(verb)->help("headrace");
}

void finish_probe(Parser& parser) {
  Arguments& arguments = parser.arguments;
  arguments.verb = Verb::probe;
  sort_words(parser);
  if (arguments.scenarios.empty()) throw UsageError("'probe' needs a scenario file");
  if (arguments.quiet) arguments.progress = ProgressMode::off;
}

void finish_plan(Parser& parser) {
  Arguments& arguments = parser.arguments;
  arguments.verb = Verb::plan;
  sort_words(parser);
  expect_one_scenario(arguments, "plan");
  arguments.largest = !parser.most.empty();
  if (arguments.largest && parser.most != "accelerators")
    throw UsageError("--max knows accelerators, not '" + parser.most + "'");
  if (!arguments.largest && arguments.au != 0)
    throw UsageError("--au is of no use without --max accelerators");
  if (arguments.au < 0 || arguments.au > 100) throw UsageError("--au is a percentage");
  if (arguments.up_to < 1) throw UsageError("--up-to must be 1 or more");
  if (arguments.threads < 0) throw UsageError("--jobs must be 1 or more");
}

void finish_check(Parser& parser) {
  parser.arguments.verb = Verb::check;
  sort_words(parser);
  if (parser.arguments.scenarios.empty()) throw UsageError("'check' needs a scenario file");
}

void parse_words(Parser& parser, const std::vector<std::string>& words) {
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // As the library wants them.
  try {
    parser.app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    parser.arguments.verb = Verb::help;
    const auto chosen = parser.app.get_subcommands();
    parser.arguments.help = chosen.empty() ? parser.overview : chosen.front()->help("headrace");
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

bool is_override(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0) return false;
  const auto in_key = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-' || c == '[' || c == ']' || c == '+';
  };
  return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals), in_key);
}

Arguments parse_arguments(const std::vector<std::string>& words) {
  Parser parser;
  if (!words.empty() && !words.front().starts_with('-') &&
      std::find(std::begin(kVerbs), std::end(kVerbs), words.front()) == std::end(kVerbs))
    refuse_verb(words.front());
  parse_words(parser, words);
  if (!parser.arguments.help.empty()) return parser.arguments;
  const auto chosen = parser.app.get_subcommands();
  check_options(parser.app, "");
  for (const CLI::App* verb : chosen) check_options(*verb, " of '" + verb->get_name() + "'");
  if (parser.run->parsed())
    finish_run(parser);
  else if (parser.plan->parsed())
    finish_plan(parser);
  else if (parser.probe->parsed())
    finish_probe(parser);
  else if (parser.check->parsed())
    finish_check(parser);
  else if (parser.show->parsed())
    finish_show(parser);
  else if (parser.version_verb->parsed() || parser.version)
    parser.arguments.verb = Verb::version;
  else
    finish_help(parser);
  return parser.arguments;
}

}  // namespace headrace
