#include "analysis/cli/arguments.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <variant>

#include "analysis/cli/parser.h"
#include "analysis/errors.h"
#include "analysis/run/node_counts.h"
#include "scenarios/loader/text/problems.h"
#include "sim/units_text.h"

namespace headrace {

namespace {

constexpr std::string_view kVerbs[] = {"run",   "sweep", "plan", "compare", "probe", "check",
                                       "query", "merge", "show", "version", "help"};

constexpr std::string_view kMost[] = {"accelerators"};  // What --max asks for.

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

// Such as those of a shell's variable that is not set: what was meant is not what stands there.
void refuse_empty_words(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    const std::vector<std::string>& given = option->results();
    if (std::find(given.begin(), given.end(), "") == given.end()) continue;
    if (option->get_lnames().empty()) throw UsageError("a word of '" + verb.get_name() + "' is empty");
    throw UsageError("--" + option->get_lnames().front() + " has no value");
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

// A whole number above zero.
std::int64_t count_of(const std::string& option, const std::string& text) {
  std::int64_t value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || rest != text.data() + text.size() || value < 1)
    throw UsageError("'" + text + "' is no value of " + option + ", which is a whole number from 1 on");
  return value;
}

void finish_limits(Parser& parser) {
  Arguments& arguments = parser.arguments;
  constexpr std::string_view kForms[] = {"text", "json", "off"};
  const auto* const form = std::find(std::begin(kForms), std::end(kForms), parser.progress);
  if (form == std::end(kForms))
    throw UsageError("'" + parser.progress + "' is no form of progress" +
                     suggestion(parser.progress, kForms) + " (text, json, off)");
  constexpr ProgressMode kModes[] = {ProgressMode::text, ProgressMode::json, ProgressMode::off};
  arguments.progress = arguments.quiet ? ProgressMode::off : kModes[form - std::begin(kForms)];
  arguments.wall_limit = limit_of("--wall-limit", parser.wall_limit, kNoWallLimit, parse_duration);
  arguments.memory_limit = limit_of("--memory-limit", parser.memory_limit, kNoMemoryLimit, parse_bytes);
  if (!parser.jobs.empty()) arguments.threads = count_of("--jobs", parser.jobs);
  if (arguments.threads > 4096) throw UsageError("--jobs is 4096 at most");
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
  if (!parser.trace_from.empty() && arguments.trace.empty())
    throw UsageError("--trace-from is of no use without --trace FILE.json");
  arguments.trace_from = Time() + limit_of("--trace-from", parser.trace_from, Duration(), parse_duration);
  finish_limits(parser);
}

// "2/4" is the second of four.
Shard shard_of(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos)
    throw UsageError("'" + text + "' is no value of --shard, which is I/N: 1/4 is the first of four");
  const Shard shard = {count_of("--shard I/N", text.substr(0, slash)),
                       count_of("--shard I/N", text.substr(slash + 1))};
  if (shard.index > shard.count)
    throw UsageError("--shard " + text + ": shards are counted from 1 to " + std::to_string(shard.count));
  return shard;
}

double percentage_of(const std::string& option, const std::string& text) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && rest == text.data() + text.size();
  if (!whole || !(value > 0 && value <= 100))
    throw UsageError("'" + text + "' is no value of " + option + ", which is a percentage: above 0, to 100");
  return value;
}

// SQLite would take the name for no file at all, and with it go the results.
void expect_a_file(const std::string& database) {
  if (database == ":memory:") throw UsageError("':memory:' keeps nothing; name a file");
}

void finish_sweep(Parser& parser) {
  Arguments& arguments = parser.arguments;
  arguments.verb = Verb::sweep;
  sort_words(parser);
  expect_one_scenario(arguments, "sweep");
  finish_limits(parser);
  if (!parser.slurm.empty()) arguments.slurm = count_of("--slurm", parser.slurm);
  if (arguments.slurm == 0 && !parser.slurm_time.empty())
    throw UsageError("--slurm-time is of no use without --slurm N");
  arguments.slurm_time = limit_of("--slurm-time", parser.slurm_time, Duration(), parse_duration);
  if (arguments.slurm > 0 && !parser.shard.empty())
    throw UsageError("--slurm makes the shards itself; leave --shard out");
  if (!parser.most_runs.empty()) arguments.most_runs = count_of("--runs", parser.most_runs);
  constexpr std::string_view kRows[] = {"figures", "all"};
  if (std::find(std::begin(kRows), std::end(kRows), parser.rows) == std::end(kRows))
    throw UsageError("'" + parser.rows + "' is no value of --rows" + suggestion(parser.rows, kRows) +
                     " (figures, all)");
  arguments.rows = parser.rows == "all" ? RowChoice::all : RowChoice::figures;
  if (!parser.shard.empty()) arguments.shard = shard_of(parser.shard);
}

void finish_query(Parser& parser) {
  Arguments& arguments = parser.arguments;
  arguments.verb = Verb::query;
  if (parser.words.empty()) throw UsageError("'query' needs a result database");
  if (parser.words.size() > 2)
    throw UsageError("'" + parser.words[2] +
                     "' is one word too many for 'query'; SQL is one word, in quotes");
  if (arguments.csv && arguments.json) throw UsageError("--csv and --json contradict each other");
  arguments.files = {parser.words[0]};
  if (parser.words.size() == 2) arguments.sql = parser.words[1];
}

void finish_merge(Parser& parser) {
  parser.arguments.verb = Verb::merge;
  parser.arguments.files = parser.words;
  if (parser.words.size() < 2)
    throw UsageError("'merge' needs the database to make and at least one that goes into it");
  expect_a_file(parser.words.front());
}

void finish_show(Parser& parser) {
  Arguments& arguments = parser.arguments;
  arguments.verb = Verb::show;
  constexpr std::string_view kTopics[] = {"answer", "config", "hash",  "fields",
                                          "models", "schema", "codes", "units"};
  constexpr const char* kList = " (answer, config, hash, fields, models, schema, codes, units)";
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
  const bool answer = arguments.topic == "answer";
  if (answer && parser.words.empty())
    throw UsageError("'show answer' needs a result database, or one of its runs: FILE.db:RUN");
  const std::size_t most = answer || arguments.topic == "fields" || arguments.topic == "codes" ? 1 : 0;
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
  finish_limits(parser);
}

void finish_compare(Parser& parser) {
  Arguments& arguments = parser.arguments;
  arguments.verb = Verb::compare;
  arguments.results = parser.words;
  if (parser.words.empty()) throw UsageError("'compare' needs one or two result databases");
  if (parser.words.size() > 2)
    throw UsageError("'compare' takes two sides; '" + parser.words[2] + "' is one too many");
}

void finish_plan(Parser& parser) {
  Arguments& arguments = parser.arguments;
  arguments.verb = Verb::plan;
  sort_words(parser);
  expect_one_scenario(arguments, "plan");
  arguments.largest = !parser.most.empty();
  if (arguments.largest && parser.most != "accelerators")
    throw UsageError("--max knows accelerators, not '" + parser.most + "'" + suggestion(parser.most, kMost));
  for (const char* option : {"--au", "--up-to"})
    if (!arguments.largest && parser.plan->count(option) > 0)
      throw UsageError(std::string(option) + " is of no use without --max accelerators");
  if (!parser.au.empty()) arguments.au = percentage_of("--au", parser.au);
  if (!parser.up_to.empty()) arguments.up_to = count_of("--up-to", parser.up_to);
  if (arguments.up_to > NodeCounts::kMost)
    throw UsageError("--up-to is " + std::to_string(NodeCounts::kMost) + " at most");
  finish_limits(parser);
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

std::string database_of(const Arguments& arguments) {
  if (!arguments.database.empty()) return arguments.database;
  return "results/" + std::filesystem::path(arguments.scenarios.front()).stem().string() + ".db";
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
  for (const CLI::App* verb : chosen) {
    check_options(*verb, " of '" + verb->get_name() + "'");
    refuse_empty_words(*verb);
  }
  expect_a_file(parser.arguments.database);
  if (parser.run->parsed())
    finish_run(parser);
  else if (parser.sweep->parsed())
    finish_sweep(parser);
  else if (parser.plan->parsed())
    finish_plan(parser);
  else if (parser.compare->parsed())
    finish_compare(parser);
  else if (parser.query->parsed())
    finish_query(parser);
  else if (parser.merge->parsed())
    finish_merge(parser);
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
