#include "scenarios/loader/import/read_description.h"

#include "tests/scenarios/loader/import/import_support.h"

namespace headrace {
namespace {

std::string told_of(std::string_view text) {
  const DescriptionRead read = read_description_text(text, "s.json");
  EXPECT_EQ(read.system.has_value(), !read.problems.has_errors());
  return read.problems.text();
}

TEST(ReadDescription, TellsTheFormByItsKeys) {
  EXPECT_EQ(read_description_text(kMillpondJson, "a").system->form, "MLPerf Storage v1.0");
  EXPECT_EQ(read_description_text(kSluiceFacts, "a").system->form, "MLPerf Storage v3.0");
  EXPECT_NE(told_of("{\"model\": 7}").find("s.json:1:1: error[E0701]: this is no system description"),
            std::string::npos);
  for (const char* text : {"[1, 2]", "7", "\"text\""})
    EXPECT_NE(told_of(text).find("error[E0701]: a system description is a map"), std::string::npos) << text;
}

TEST(ReadDescription, RefusesWhatIsNoText) {
  for (const char* text : {"", "{", "{\"nodes\": [}", "{\"a\": 1, \"a\": 2}", "\xff\xfe", "nodes: [\n"})
    EXPECT_NE(told_of(text).find("error[E00"), std::string::npos) << text;
  EXPECT_NE(read_description("/no/such/file.json").problems.text().find("error[E0001]"), std::string::npos);
  EXPECT_NE(read_description("/").problems.text().find("is a directory"), std::string::npos);
}

// JSON files are often indented with tabs, which YAML refuses outside of brackets.
TEST(ReadDescription, TakesTabsInJson) {
  std::string text(kMillpondJson);
  for (std::size_t at = text.find("  "); at != std::string::npos; at = text.find("  ", at))
    text.replace(at, 2, "\t");
  EXPECT_TRUE(read_description_text(text, "a").system);
}

// Every problem at once, each with its place, and none twice.
TEST(ReadDescription, TellsEveryProblemAtOnce) {
  const std::string told = told_of(
      "{\"nodes\": [7, {\"node_type_name\": \"client\", \"CPU\": [], \"nic_ports\": {}}],\n"
      " \"benchmark_hosts\": [{\"node_type_name\": \"clinet\"}],\n"
      " \"storage_system\": \"fast\"}\n");
  EXPECT_NE(told.find("s.json:1:12: error[E0703]: 'nodes[0]' is '7' where a map stands"), std::string::npos)
      << told;
  EXPECT_NE(told.find("s.json:2:41: error[E0702]: no node is of the type 'clinet'"), std::string::npos)
      << told;
  EXPECT_NE(told.find("did you mean 'client'?"), std::string::npos) << told;
  EXPECT_NE(told.find("s.json:3:20: error[E0703]: 'storage_system' is 'fast' where a map stands"),
            std::string::npos)
      << told;
  const std::string twice = "'nodes[0]' is '7'";
  EXPECT_EQ(told.find(twice, told.find(twice) + 1), std::string::npos) << told;
}

// A long list of types would be a group of nodes each: such a text ends soon, with a reason.
TEST(ReadDescription, RefusesMoreTypesOfHostsThanAnySystemHas) {
  std::string nodes, hosts;
  for (int type = 0; type < 20'000; ++type) {
    const std::string name = "{node_type_name: t" + std::to_string(type) + "},";
    nodes += name;
    hosts += name;
  }
  EXPECT_NE(told_of("{nodes: [" + nodes + "], benchmark_hosts: [" + hosts + "]}").find("more than 100 types"),
            std::string::npos);
}

TEST(ReadDescription, NamesWhatIsLacking) {
  EXPECT_NE(told_of("{\"nodes\": []}").find("error[E0702]: the description has no nodes"), std::string::npos);
  EXPECT_NE(told_of("{\"nodes\": []}").find("error[E0702]: the description has no benchmark_hosts"),
            std::string::npos);
  const std::string facts = told_of("system_id: x\n");
  EXPECT_NE(facts.find("error[E0702]: the description has no clients"), std::string::npos);
  EXPECT_NE(facts.find("error[E0702]: the description has neither storage_software nor a protocol"),
            std::string::npos);
}

}  // namespace
}  // namespace headrace
