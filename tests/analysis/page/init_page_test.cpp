#include "analysis/page/init_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/one_line.h"

namespace headrace {
namespace {

FirstScenario made_of_two_values() {
  FirstScenario made;
  made.text = std::string(first_scenario_head()) + ".\n";
  made.storage = "lustre";
  made.values = {{"platform.nodes.clients.cores", "64", {OriginTag::read, "lscpu.txt:7: Socket(s)"}},
                 {"platform.nodes.clients.nic.bandwidth", "100 Gbit/s", {OriginTag::assumed, "usual", 2}}};
  made.counts = {1, 0, 1};
  made.gaps = {{"platform.nodes.clients.nic.bandwidth", "the ports are not described", "100 Gbit/s"}};
  made.contradictions = {{"cores of a node", "64 (lscpu.txt:7)", "48 (nodes[0].CPU)", "tools count"}};
  made.not_taken = {{"ior.txt", "what bound it is not said"}};
  return made;
}

TEST(InitPage, TellsWhatWasReadGuessedAndLeft) {
  Evidence evidence;
  evidence.files = {{"lscpu.txt", "lscpu"}};
  const std::string text = in_one_line(init_report(evidence, made_of_two_values(), Style(false), false));
  constexpr const char* kParts[] = {
      "lscpu.txt: lscpu",
      "1 value read, 0 derived, 1 guessed",
      "platform.nodes.clients.cores: 64; [read] lscpu.txt:7: Socket(s)",
      "What was guessed, and what stands there: platform.nodes.clients.nic.bandwidth: the ports are not",
      "64 (lscpu.txt:7) is believed, and not 48 (nodes[0].CPU): tools count",
      "ior.txt: what bound it is not said",
      "100 Gbit/s; `ibstat` or `ethtool PORT` on a node tells it",
  };
  for (const char* const part : kParts) EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(InitPage, HasThemAllForPrograms) {
  const auto tree = init_tree({}, made_of_two_values());
  EXPECT_EQ(tree["values"][1]["origin"], "assumed");
  EXPECT_EQ(tree["gaps"][0]["stands"], "100 Gbit/s");
  EXPECT_EQ(tree["advice"][0]["field"], "platform.nodes.clients.nic.bandwidth");
  EXPECT_EQ(tree["contradictions"][0]["other"], "48 (nodes[0].CPU)");
  EXPECT_EQ(tree["not_taken"][0]["place"], "ior.txt");
  EXPECT_TRUE(first_scenario_kind().is_one(tree["scenario"].get<std::string>()));
  EXPECT_FALSE(first_scenario_kind().is_one("schema: headrace/1\n"));
}

}  // namespace
}  // namespace headrace
