#include "analysis/cli/parser.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "analysis/cli/options/values.h"

namespace headrace {

namespace {

// The library's view of the table: an application with a verb a row, each with its options declared.
class Parser {
 public:
  explicit Parser(std::span<const VerbRow> rows);

  std::unique_ptr<Verb> parse(const std::vector<std::string>& words);
  std::string help_of(const std::string& verb);
  const std::string& overview() const { return overview_; }
  std::vector<VerbShape> shapes() const;

 private:
  struct Entry {
    std::string name;
    std::unique_ptr<Verb> verb;
    CLI::App* app;
  };
  Entry& find_or_refuse(const std::string& word);
  Entry* chosen();
  std::unique_ptr<Verb> help(const Entry* entry) const;

  CLI::App app_{
      "headrace simulates storage for machine learning training: it runs an MLPerf Storage or\n"
      "DLIO workload on a described system and says whether the accelerators are kept fed.\n",
      "headrace"};
  bool version_ = false;
  std::vector<Entry> entries_;
  std::string overview_;  // Once a verb was parsed, the library gives that verb's help only.
};

// A verb that prints help which was asked for by an option, or by no word at all.
class PrintedHelp final : public Verb {
 public:
  explicit PrintedHelp(std::string text) : text_(std::move(text)) {}

  void declare(Options& /*options*/) override {}
  ExitCode run(const Streams& streams) override {
    streams.out.write(text_);
    return ExitCode::ok;
  }

 private:
  std::string text_;
};

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

// Refuses empty words, such as those of a shell's variable that is not set: what was meant is not what stands
// there.
void refuse_empty_words(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    const std::vector<std::string>& given = option->results();
    if (std::find(given.begin(), given.end(), "") == given.end()) continue;
    if (option->get_lnames().empty()) throw UsageError("a word of '" + verb.get_name() + "' is empty");
    throw UsageError("--" + option->get_lnames().front() + " has no value");
  }
}

Parser::Parser(std::span<const VerbRow> rows) {
  app_.get_formatter()->label("SUBCOMMAND", "VERB");
  app_.require_subcommand(0, 1);
  app_.add_flag("--version", version_, "print the version");
  app_.footer(std::string("Example:\n  headrace run scenarios/first_run.yaml\n\n"
                          "`headrace VERB --help` explains a verb.\n\n") +
              kExitCodes);
  app_.allow_extras();
  for (const VerbRow& row : rows) {
    CLI::App* const app = app_.add_subcommand(std::string(row.name), std::string(row.description));
    app->group("Verbs");
    app->allow_extras();  // Unknown options are ours to report, with the nearest one.
    entries_.push_back({std::string(row.name), row.make(), app});
    Options options(*app);
    entries_.back().verb->declare(options);
  }
  overview_ = app_.help();
}

Parser::Entry& Parser::find_or_refuse(const std::string& word) {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& one) { return one.name == word; });
  if (found != entries_.end()) return *found;
  const std::string start = "there is no verb '" + word + "'";
  if (word.find(".yaml") != std::string::npos || word.find(".yml") != std::string::npos)
    throw UsageError(start + "; did you mean 'headrace run " + word + "'?");
  std::vector<std::string_view> names;
  for (const Entry& entry : entries_) names.push_back(entry.name);
  throw UsageError(start + suggestion(word, names));
}

// Returns the verb that was read; none where no word names one.
Parser::Entry* Parser::chosen() {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [](const Entry& one) { return one.app->parsed(); });
  return found == entries_.end() ? nullptr : &*found;
}

std::string Parser::help_of(const std::string& verb) { return find_or_refuse(verb).app->help("headrace"); }

std::vector<VerbShape> Parser::shapes() const {
  std::vector<VerbShape> shapes;
  for (const Entry& entry : entries_) {
    VerbShape& shape = shapes.emplace_back();
    shape.name = entry.name;
    shape.description = entry.app->get_description();
    shape.footer = entry.app->get_footer();
    for (const CLI::Option* option : entry.app->get_options()) {
      const bool named = !option->get_lnames().empty();
      OptionShape& read = (named ? shape.options : shape.words).emplace_back();
      read.name = named ? "--" + option->get_lnames().front() : option->get_name();
      read.help = option->get_description();
      if (option->get_items_expected_max() > 0 && (named || option->get_type_name() != "TEXT"))
        read.form = option->get_type_name();
    }
  }
  return shapes;
}

std::unique_ptr<Verb> Parser::help(const Entry* entry) const {
  return std::make_unique<PrintedHelp>(entry == nullptr ? overview_ : entry->app->help("headrace"));
}

std::unique_ptr<Verb> Parser::parse(const std::vector<std::string>& words) {
  if (!words.empty() && !words.front().starts_with('-')) find_or_refuse(words.front());
  try {
    app_.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // As the library wants them.
  } catch (const CLI::CallForHelp&) {
    return help(chosen());
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  check_options(app_, "");
  Entry* entry = chosen();
  if (version_ && (entry == nullptr || entry->name == "help")) entry = &find_or_refuse("version");
  if (entry == nullptr) return help(nullptr);
  check_options(*entry->app, " of '" + entry->name + "'");
  refuse_empty_words(*entry->app);
  entry->verb->finish();
  return std::move(entry->verb);
}

}  // namespace

std::unique_ptr<Verb> parse_verb(std::span<const VerbRow> rows, const std::vector<std::string>& words) {
  return Parser(rows).parse(words);
}

std::vector<VerbShape> verb_shapes(std::span<const VerbRow> rows) { return Parser(rows).shapes(); }

std::string help_text(std::span<const VerbRow> rows, const std::string& verb) {
  Parser parser(rows);
  return verb.empty() ? parser.overview() : parser.help_of(verb);
}

}  // namespace headrace
