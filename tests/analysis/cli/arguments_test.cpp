#include "analysis/cli/arguments.h"

#include <gtest/gtest.h>

#include "analysis/errors.h"

namespace headrace {
namespace {

using Words = std::vector<std::string>;

std::string refusal(const Words& words) {
  try {
    parse_arguments(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Arguments, RunTakesAScenarioAndOverridesInAnyOrder) {
  const Arguments a = parse_arguments({"run", "--json", "a=1", "x.yaml", "jobs.train.nodes.count=4", "--out",
                                       "r.db", "--seed", "7", "--progress=json"});
  EXPECT_EQ(a.verb, Verb::run);
  EXPECT_EQ(a.scenarios, Words{"x.yaml"});
  EXPECT_EQ(a.overrides, (Words{"a=1", "jobs.train.nodes.count=4", "seed=7"}));
  EXPECT_EQ(a.database, "r.db");
  EXPECT_EQ(a.progress, ProgressMode::json);
  EXPECT_TRUE(a.json);
  EXPECT_TRUE(a.write_dlio);
  EXPECT_FALSE(a.quiet);
}

TEST(Arguments, OverridesKeepTheirTextWhole) {
  const Arguments a =
      parse_arguments({"run", "x.yaml", "assert=[\"a >= 1\", \"b < 2\"]", "a.b=1,2,3", "c=@file", "d="});
  EXPECT_EQ(a.overrides, (Words{"assert=[\"a >= 1\", \"b < 2\"]", "a.b=1,2,3", "c=@file", "d="}));
}

TEST(Arguments, QuietHasNoProgress) {
  EXPECT_EQ(parse_arguments({"run", "x.yaml", "--quiet"}).progress, ProgressMode::off);
  EXPECT_EQ(parse_arguments({"run", "x.yaml"}).progress, ProgressMode::text);
  EXPECT_EQ(parse_arguments({"run", "x.yaml", "--progress", "off"}).progress, ProgressMode::off);
}

TEST(Arguments, DlioFilesHaveAPlaceOrAreOff) {
  EXPECT_EQ(parse_arguments({"run", "x.yaml", "--dlio-output", "d"}).dlio_folder, "d");
  EXPECT_FALSE(parse_arguments({"run", "x.yaml", "--no-dlio-output"}).write_dlio);
  EXPECT_EQ(refusal({"run", "x.yaml", "--no-dlio-output", "--dlio-output", "d"}),
            "--dlio-output and --no-dlio-output contradict each other");
}

TEST(Arguments, PlanTakesAQuestionWithItsOwnWords) {
  const Arguments plain = parse_arguments({"plan", "x.yaml", "plan.risk=0.01", "a.b=1,2", "--out", "r.db"});
  EXPECT_EQ(plain.verb, Verb::plan);
  EXPECT_EQ(plain.scenarios, Words{"x.yaml"});
  EXPECT_EQ(plain.overrides, (Words{"plan.risk=0.01", "a.b=1,2"}));
  EXPECT_FALSE(plain.largest);
  const Arguments most =
      parse_arguments({"plan", "x.yaml", "--max", "accelerators", "--au", "80", "--up-to", "64"});
  EXPECT_TRUE(most.largest);
  EXPECT_EQ(most.au, 80);
  EXPECT_EQ(most.up_to, 64);
  EXPECT_EQ(refusal({"plan", "x.yaml", "--max", "acelerators"}),
            "--max knows accelerators, not 'acelerators'; did you mean 'accelerators'?");
  EXPECT_EQ(refusal({"plan", "x.yaml", "--max", "nodes"}), "--max knows accelerators, not 'nodes'");
  EXPECT_EQ(refusal({"plan", "x.yaml", "--au", "80"}), "--au is of no use without --max accelerators");
  EXPECT_EQ(refusal({"plan", "x.yaml", "--max", "accelerators", "--up-to", "1048577"}),
            "--up-to is 1048576 at most");
  EXPECT_NE(refusal({"plan"}), "accepted");
  EXPECT_NE(refusal({"plan", "x.yaml", "y.yaml"}), "accepted");
}

TEST(Arguments, CheckTakesManyScenarios) {
  const Arguments a = parse_arguments({"check", "x.yaml", "y.yaml", "seed=2"});
  EXPECT_EQ(a.verb, Verb::check);
  EXPECT_EQ(a.scenarios, (Words{"x.yaml", "y.yaml"}));
  EXPECT_EQ(a.overrides, Words{"seed=2"});
}

TEST(Arguments, ShowTakesATopicAndItsDetail) {
  const Arguments fields = parse_arguments({"show", "fields", "jobs.train"});
  EXPECT_EQ(fields.verb, Verb::show);
  EXPECT_EQ(fields.topic, "fields");
  EXPECT_EQ(fields.detail, "jobs.train");
  const Arguments config = parse_arguments({"show", "config", "x.yaml", "seed=2"});
  EXPECT_EQ(config.scenarios, Words{"x.yaml"});
  EXPECT_EQ(config.overrides, Words{"seed=2"});
  EXPECT_EQ(parse_arguments({"show", "codes"}).detail, "");
}

TEST(Arguments, NothingAndHelpGiveTheOverview) {
  const std::string overview = parse_arguments({}).help;
  EXPECT_NE(overview.find("headrace run scenarios/first_run.yaml"), std::string::npos) << overview;
  for (const Words& words : {Words{"help"}, Words{"--help"}, Words{"-h"}}) {
    EXPECT_EQ(parse_arguments(words).verb, Verb::help);
    EXPECT_EQ(parse_arguments(words).help, overview);
  }
}

// Each verb explains itself with a worked example, in lines that fit a terminal.
TEST(Arguments, EveryVerbHasHelpWithAnExample) {
  for (const std::string verb : {"run", "check", "show", "version", "help"}) {
    const std::string help = parse_arguments({verb, "--help"}).help;
    EXPECT_EQ(parse_arguments({"help", verb}).help, help) << verb;
    EXPECT_NE(help.find("Usage: headrace " + verb), std::string::npos) << help;
    EXPECT_NE(help.find("Example:\n  headrace "), std::string::npos) << help;
    for (const char* option : {"--json", "--quiet", "--verbose"})
      EXPECT_NE(help.find(option), std::string::npos);
    std::size_t start = 0;
    for (std::size_t end = help.find('\n'); end != std::string::npos; end = help.find('\n', start)) {
      EXPECT_LE(end - start, 100U) << help.substr(start, end - start);
      start = end + 1;
    }
  }
}

TEST(Arguments, VersionIsAVerbAndAnOption) {
  EXPECT_EQ(parse_arguments({"version"}).verb, Verb::version);
  EXPECT_EQ(parse_arguments({"--version"}).verb, Verb::version);
  EXPECT_TRUE(parse_arguments({"version", "--json"}).json);
}

TEST(Arguments, LimitsHaveUnits) {
  const Arguments arguments =
      parse_arguments({"run", "x.yaml", "--wall-limit", "10min", "--memory-limit=8 GiB"});
  EXPECT_EQ(arguments.wall_limit, 600_s);
  EXPECT_EQ(arguments.memory_limit, 8_GiB);
  EXPECT_EQ(parse_arguments({"run", "x.yaml"}).wall_limit, kNoWallLimit);
  EXPECT_EQ(refusal({"run", "x.yaml", "--wall-limit", "8GiB"}),
            "'8GiB' is no value of --wall-limit: 'GiB' is not a duration");
  EXPECT_EQ(refusal({"run", "x.yaml", "--memory-limit", "0 B"}),
            "--memory-limit must be above zero, not '0 B'");
}

TEST(Arguments, ShardsAreCountedFromOne) {
  EXPECT_EQ(parse_arguments({"sweep", "x.yaml", "--shard", "2/4"}).shard.index, 2);
  EXPECT_EQ(refusal({"sweep", "x.yaml", "--shard", "2"}),
            "'2' is no value of --shard, which is I/N: 1/4 is the first of four");
  EXPECT_EQ(refusal({"sweep", "x.yaml", "--shard", "5/4"}), "--shard 5/4: shards are counted from 1 to 4");
  EXPECT_EQ(refusal({"sweep", "x.yaml", "--slurm-time", "1h"}),
            "--slurm-time is of no use without --slurm N");
  EXPECT_EQ(refusal({"sweep", "x.yaml", "--slurm", "4", "--shard", "1/4"}),
            "--slurm makes the shards itself; leave --shard out");
}

TEST(Arguments, PlansOfAcceleratorsHaveATarget) {
  EXPECT_EQ(parse_arguments({"plan", "x.yaml", "--max", "accelerators", "--au", "87.5"}).au, 87.5);
  EXPECT_EQ(parse_arguments({"plan", "x.yaml", "--max", "accelerators", "--up-to", "64"}).up_to, 64);
  for (const char* au : {"0", "-1", "101", "nan", "inf", "x", "90 %"})
    EXPECT_EQ(refusal({"plan", "x.yaml", "--max", "accelerators", "--au", au}),
              "'" + std::string(au) + "' is no value of --au, which is a percentage: above 0, to 100");
  for (const char* most : {"0", "1.5", "99999999999999999999"})
    EXPECT_EQ(refusal({"plan", "x.yaml", "--max", "accelerators", "--up-to", most}),
              "'" + std::string(most) + "' is no value of --up-to, which is a whole number from 1 on");
  EXPECT_EQ(refusal({"plan", "x.yaml", "--up-to", "64"}), "--up-to is of no use without --max accelerators");
}

// As a shell's variable that is not set gives them: the default is not what was meant.
TEST(Arguments, EmptyWordsAreRefused) {
  for (const char* option : {"--jobs", "--slurm", "--shard", "--runs", "--out", "--rows", "--wall-limit"})
    EXPECT_EQ(refusal({"sweep", "x.yaml", option, ""}), std::string(option) + " has no value");
  EXPECT_EQ(refusal({"merge", "", "a.db"}), "a word of 'merge' is empty");
  EXPECT_EQ(refusal({"query", ""}), "a word of 'query' is empty");
}

TEST(Arguments, ResultsGoToAFile) {
  const std::string refused = "':memory:' keeps nothing; name a file";
  for (const char* verb : {"run", "sweep", "plan"})
    EXPECT_EQ(refusal({verb, "x.yaml", "--out", ":memory:"}), refused);
  EXPECT_EQ(refusal({"merge", ":memory:", "a.db"}), refused);
}

TEST(Arguments, MistakesAreNamedWithTheNearestWord) {
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
  EXPECT_EQ(
      refusal({"show", "confg", "x.yaml"}),
      "there is nothing to show under 'confg'; did you mean 'config'? (answer, config, hash, fields, models, "
      "schema, codes, units)");
}

TEST(Arguments, MissingAndSuperfluousWordsAreNamed) {
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

TEST(IsOverride, TellsKeysFromFiles) {
  for (const char* word : {"seed=1", "a.b=", "osts[2].bw=5GB/s", "a+=1", "++a.b=1", "a-b=c=d"})
    EXPECT_TRUE(is_override(word)) << word;
  for (const char* word : {"x.yaml", "=1", "", "runs/a=1.yaml", "a b=1"})
    EXPECT_FALSE(is_override(word)) << word;
}

}  // namespace
}  // namespace headrace
