// What a validator makes of the schema is tested with one, over tests/scenarios/schema_mutants; here its
// shape.
#include "scenarios/loader/fields/json_schema.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

TEST(JsonSchema, IsDraft07) {
  const std::string schema = scenario_json_schema();
  EXPECT_EQ(schema.rfind("{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\"", 0), 0u);
  EXPECT_TRUE(schema.ends_with("}\n"));
}

TEST(JsonSchema, RefersOnlyToWhatItDefines) {
  const std::string schema = scenario_json_schema();
  const std::regex reference("\"\\$ref\": \"#/definitions/([^\"]+)\"");
  int references = 0;
  for (std::sregex_iterator at(schema.begin(), schema.end(), reference), end; at != end; ++at, ++references) {
    EXPECT_NE(schema.find("    \"" + (*at)[1].str() + "\": {"), std::string::npos) << (*at)[1];
  }
  EXPECT_GT(references, 30);
}

TEST(JsonSchema, NamesEveryFieldWithItsMeaning) {
  const std::string schema = scenario_json_schema();
  EXPECT_NE(
      schema.find(
          "\"max_rpcs_in_flight\": {\n          \"description\": \"bulk requests a node keeps at one target; "
          "default 8; 1 to 256\""),
      std::string::npos);
}

const nlohmann::json& definition(const nlohmann::json& schema, const std::string& name) {
  return schema.at("definitions").at(name).at("else");
}

// `rate` belongs to three arrival processes and not to `replay`, which no validator may ask for one.
TEST(JsonSchema, DemandsAParameterOfAPolicyWhereThatIsChosen) {
  const auto schema = nlohmann::json::parse(scenario_json_schema());
  const nlohmann::json& arrivals = definition(schema, "jobs.name.inference.arrivals");
  EXPECT_FALSE(arrivals.contains("required"));
  const nlohmann::json& demand = arrivals.at("allOf").at(0);
  EXPECT_EQ(demand.at("then").at("required"), nlohmann::json({"rate"}));
  EXPECT_EQ(demand.at("if").at("properties").at("policy").at("enum"),
            nlohmann::json({"poisson", "gamma", "regular"}));
  EXPECT_FALSE(demand.at("if").contains("required")) << "poisson is what is chosen where nothing is said";
}

// Required fields of everybody stay so.
TEST(JsonSchema, DemandsAFieldOfEverybodyAlways) {
  const auto schema = nlohmann::json::parse(scenario_json_schema());
  EXPECT_EQ(definition(schema, "background.item").at("required").at(0), "kind");
}

}  // namespace
}  // namespace headrace
