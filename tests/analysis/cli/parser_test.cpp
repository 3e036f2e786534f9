#include "analysis/cli/parser.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "analysis/cli/verbs.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/sweep/plan.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {
namespace {

// Returns the words of each example, without the name of the program.
std::vector<std::vector<std::string>> examples_of(std::string help) {
  for (std::size_t at = help.find("\\\n"); at != std::string::npos; at = help.find("\\\n")) help.erase(at, 2);
  std::vector<std::vector<std::string>> examples;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    if (!line.starts_with("  headrace ") || !(words >> word)) continue;
    examples.emplace_back();
    while (words >> word && word != ">") examples.back().push_back(word);
  }
  return examples;
}

std::string problems_of(const std::vector<std::string>& example) {
  std::string file;
  std::vector<std::string> changes;
  for (std::size_t i = 1; i < example.size(); ++i) {
    const std::string& word = example[i];
    if (word.starts_with("-")) {
      ++i;  // Its value.
    } else if (word.find('=') != std::string::npos) {
      changes.push_back(word);
    } else if (word.ends_with(".yaml") && word.find('*') == std::string::npos &&
               word.find("/platforms/") == std::string::npos &&
               word.find("/workloads/") == std::string::npos) {
      file = std::string(HEADRACE_SOURCE_DIR "/") + word;
    }
  }
  if (file.empty()) return {};
  if (example.front() == "sweep") return read_sweep_file(file, changes).problems.text();
  const bool plans = example.front() == "plan" && file.find("/plans/") != std::string::npos;
  if (plans) return read_plan_file(file, changes).problems.text();
  return read_scenario_file(file, changes).problems.text();
}

TEST(Parser, ItsExamplesFitTheShippedScenarios) {
  for (const VerbRow& row : verbs()) {
    const auto examples = examples_of(help_text(verbs(), std::string(row.name)));
    EXPECT_FALSE(examples.empty()) << row.name;
    for (const std::vector<std::string>& example : examples) {
      EXPECT_EQ(example.front(), row.name);
      EXPECT_EQ(problems_of(example), "");
    }
  }
}

using Words = std::vector<std::string>;

std::string refusal(const Words& words) {
  try {
    parse_verb(verbs(), words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

// Returns what a verb prints that reads no file.
std::string printed(const Words& words) {
  StringSink out, err;
  EXPECT_EQ(parse_verb(verbs(), words)->run({out, err}), ExitCode::ok);
  EXPECT_EQ(err.text(), "");
  return out.text();
}

TEST(Parser, NothingAndHelpGiveTheOverview) {
  const std::string overview = printed({});
  EXPECT_NE(overview.find("headrace run scenarios/first_run.yaml"), std::string::npos) << overview;
  for (const Words& words : {Words{"help"}, Words{"--help"}, Words{"-h"}})
    EXPECT_EQ(printed(words), overview);
  EXPECT_EQ(help_text(verbs()), overview);
}

TEST(Parser, EveryVerbExplainsItselfWhicheverWayItIsAsked) {
  for (const VerbRow& row : verbs()) {
    const std::string name(row.name);
    const std::string help = printed({name, "--help"});
    EXPECT_EQ(printed({"help", name}), help);
    EXPECT_EQ(help_text(verbs(), name), help);
  }
}

TEST(Parser, VersionIsAVerbAndAnOption) {
  const std::string version = printed({"version"});
  EXPECT_EQ(version.rfind("headrace ", 0), 0U);
  EXPECT_EQ(printed({"--version"}), version);
  EXPECT_EQ(printed({"--version", "help"}), version);
  EXPECT_EQ(printed({"version", "--json"}).front(), '{');
}

TEST(Parser, AVerbTakesItsWordsAndOptionsInAnyOrder) {
  for (const Words& words :
       {Words{"run", "--json", "a=1", "x.yaml", "jobs.train.nodes.count=4", "--out", "r.db", "--seed", "7",
              "--progress=json"},
        Words{"plan", "x.yaml", "plan.risk=0.01", "a.b=1,2", "--out", "r.db"},
        Words{"plan", "x.yaml", "--max", "accelerators", "--au", "87.5", "--up-to", "64"},
        Words{"sweep", "x.yaml", "--shard", "2/4"}, Words{"check", "x.yaml", "y.yaml", "seed=2"},
        Words{"show", "fields", "jobs.train"}, Words{"show", "config", "x.yaml", "seed=2"},
        Words{"show", "codes"}})
    EXPECT_EQ(refusal(words), "accepted") << words.front();
}

TEST(Parser, OptionsThatContradictOrNeedEachOtherAreNamed) {
  EXPECT_EQ(refusal({"run", "x.yaml", "--no-dlio-output", "--dlio-output", "d"}),
            "--dlio-output and --no-dlio-output contradict each other");
  EXPECT_EQ(refusal({"run", "x.yaml", "--window", "2s..3s"}), "--window is of no use without --trace FILE");
  EXPECT_EQ(refusal({"query", "x.db", "--csv", "--json"}), "--csv and --json contradict each other");
}

TEST(Parser, PlansOfAcceleratorsHaveWordsOfTheirOwn) {
  EXPECT_EQ(
      refusal({"plan", "x.yaml", "--max", "acelerators"}),
      "--max knows accelerators and accelerators_per_node, not 'acelerators'; did you mean 'accelerators'?");
  EXPECT_EQ(refusal({"plan", "x.yaml", "--max", "nodes"}),
            "--max knows accelerators and accelerators_per_node, not 'nodes'");
  EXPECT_EQ(refusal({"plan", "x.yaml", "--au", "80"}), "--au is of no use without --max accelerators");
  EXPECT_EQ(refusal({"plan", "x.yaml", "--max", "accelerators", "--up-to", "1048577"}),
            "--up-to is 1048576 at most");
  EXPECT_NE(refusal({"plan"}), "accepted");
  EXPECT_NE(refusal({"plan", "x.yaml", "y.yaml"}), "accepted");
}

TEST(Parser, PlansOfAcceleratorsHaveATarget) {
  for (const char* au : {"0", "-1", "101", "nan", "inf", "x", "90 %"})
    EXPECT_EQ(refusal({"plan", "x.yaml", "--max", "accelerators", "--au", au}),
              "'" + std::string(au) + "' is no value of --au, which is a percentage: above 0, to 100");
  for (const char* most : {"0", "1.5", "99999999999999999999"})
    EXPECT_EQ(refusal({"plan", "x.yaml", "--max", "accelerators", "--up-to", most}),
              "'" + std::string(most) + "' is no value of --up-to, which is a whole number from 1 on");
  EXPECT_EQ(refusal({"plan", "x.yaml", "--up-to", "64"}), "--up-to is of no use without --max accelerators");
}

TEST(Parser, LimitsHaveUnits) {
  EXPECT_EQ(refusal({"run", "x.yaml", "--wall-limit", "8GiB"}),
            "'8GiB' is no value of --wall-limit: 'GiB' is not a duration");
  EXPECT_EQ(refusal({"run", "x.yaml", "--memory-limit", "0 B"}),
            "--memory-limit must be above zero, not '0 B'");
}

TEST(Parser, ShardsAreCountedFromOne) {
  EXPECT_EQ(refusal({"sweep", "x.yaml", "--shard", "2"}),
            "'2' is no value of --shard, which is I/N: 1/4 is the first of four");
  EXPECT_EQ(refusal({"sweep", "x.yaml", "--shard", "5/4"}), "--shard 5/4: shards are counted from 1 to 4");
  EXPECT_EQ(refusal({"sweep", "x.yaml", "--slurm-time", "1h"}),
            "--slurm-time is of no use without --slurm N");
  EXPECT_EQ(refusal({"sweep", "x.yaml", "--slurm", "4", "--shard", "1/4"}),
            "--slurm makes the shards itself; leave --shard out");
}

// As a shell's variable that is not set gives them: the default is not what was meant.
TEST(Parser, EmptyWordsAreRefused) {
  for (const char* option : {"--jobs", "--slurm", "--shard", "--runs", "--out", "--rows", "--wall-limit"})
    EXPECT_EQ(refusal({"sweep", "x.yaml", option, ""}), std::string(option) + " has no value");
  EXPECT_EQ(refusal({"merge", "", "a.db"}), "a word of 'merge' is empty");
  EXPECT_EQ(refusal({"query", ""}), "a word of 'query' is empty");
}

TEST(Parser, ResultsGoToAFile) {
  const std::string refused = "':memory:' keeps nothing; name a file";
  for (const char* verb : {"run", "sweep", "plan"})
    EXPECT_EQ(refusal({verb, "x.yaml", "--out", ":memory:"}), refused);
  EXPECT_EQ(refusal({"merge", ":memory:", "a.db"}), refused);
}

TEST(Parser, MistakesAreNamedWithTheNearestWord) {
  EXPECT_EQ(refusal({"rnu", "x.yaml"}), "there is no verb 'rnu'; did you mean 'run'?");
  EXPECT_EQ(refusal({"x.yaml"}), "there is no verb 'x.yaml'; did you mean 'headrace run x.yaml'?");
  EXPECT_EQ(refusal({"help", "chekc"}), "there is no verb 'chekc'; did you mean 'check'?");
  EXPECT_EQ(refusal({"run", "x.yaml", "--jsn"}),
            "there is no option '--jsn' of 'run'; did you mean '--json'?");
  EXPECT_EQ(refusal({"run", "x.yaml", "--otu=r.db"}),
            "there is no option '--otu' of 'run'; did you mean '--out'?");
  EXPECT_EQ(refusal({"--verzion"}), "there is no option '--verzion'; did you mean '--version'?");
  EXPECT_EQ(refusal({"run", "x.yaml", "--progress", "jsn"}),
            "'jsn' is no form of progress; did you mean 'json'? (text, json, off)");
  EXPECT_EQ(refusal({"show", "confg", "x.yaml"}),
            "there is nothing to show under 'confg'; did you mean 'config'? (answer, recording, config, "
            "hash, fields, models, "
            "schema, codes, units)");
}

TEST(Parser, MissingAndSuperfluousWordsAreNamed) {
  EXPECT_EQ(refusal({"run"}), "'run' needs a scenario file");
  EXPECT_EQ(refusal({"check", "seed=1"}), "'check' needs a scenario file");
  EXPECT_EQ(
      refusal({"run", "x.yaml", "y.yaml"}),
      "'run' takes one scenario file; 'y.yaml' is neither that nor an override of the form key.path=value");
  EXPECT_EQ(refusal({"show"}).rfind("'show' needs a topic", 0), 0U);
  EXPECT_EQ(refusal({"show", "config"}), "'show config' needs a scenario file");
  EXPECT_EQ(refusal({"show", "units", "more"}), "'more' is one word too many for 'show units'");
  EXPECT_EQ(refusal({"show", "fields", "a", "b"}), "'b' is one word too many for 'show fields'");
  EXPECT_EQ(refusal({"version", "more"}), "'more' is one word too many of 'version'");
  EXPECT_NE(refusal({"run", "x.yaml", "--out"}), "accepted");
}

TEST(Parser, TellsWhatAVerbReads) {
  const std::vector<VerbShape> shapes = verb_shapes(verbs());
  ASSERT_EQ(shapes.size(), verbs().size());
  const VerbShape& run = shapes.front();
  EXPECT_EQ(run.name, "run");
  ASSERT_EQ(run.words.size(), 1u);
  EXPECT_EQ(run.words.front().name, "scenario");
  const auto option = [&](const std::string& name) {
    const auto found = std::find_if(run.options.begin(), run.options.end(),
                                    [&](const OptionShape& one) { return one.name == name; });
    return found == run.options.end() ? OptionShape() : *found;
  };
  EXPECT_EQ(option("--seed").form, "N");
  EXPECT_EQ(option("--json").form, "");
  EXPECT_EQ(option("--json").help, "the answer as JSON on stdout");
  EXPECT_EQ(option("--help").name, "--help");
  EXPECT_NE(run.footer.find("Example:\n"), std::string::npos);
}

}  // namespace
}  // namespace headrace
