#include "scenarios/loader/scenario.h"

#include <gtest/gtest.h>

#include "scenarios/loader/fields/field_tree.h"

namespace headrace {
namespace {

FieldNode fields_of_scenario() {
  return collect_fields([](Fields& f) { Scenario().visit(f); });
}

TEST(Scenario, NamesItsPartsInTheOrderOfAFile) {
  std::vector<std::string> names, needed;
  for (const FieldNode& field : fields_of_scenario().fields) {
    names.push_back(field.name);
    if (field.required) needed.push_back(field.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"schema", "name", "question", "seed", "platform", "jobs",
                                             "measure", "faults", "background", "compare", "published",
                                             "sweep", "plan", "assert", "calibration"}));
  EXPECT_EQ(needed, (std::vector<std::string>{"schema", "name", "platform", "jobs"}));
}

TEST(Scenario, MeasuresOneRunWithoutAnEndUnlessItSaysSo) {
  const MeasureSpec measure;
  EXPECT_EQ(measure.replications, 1);
  EXPECT_FALSE(measure.simulated_time_limit || measure.event_limit);
  EXPECT_FALSE(measure.alone || measure.separately);
  const FieldNode root = fields_of_scenario();
  const FieldNode* replications = find_field(root, "measure.replications");
  ASSERT_NE(replications, nullptr);
  EXPECT_EQ(replications->low + ".." + replications->high, "1..100000");
}

TEST(Scenario, ArmsAreMadeOfOverridesAlone) {
  const FieldNode root = fields_of_scenario();
  EXPECT_NE(find_field(root, "compare.lru.question"), nullptr);
  const FieldNode* overrides = find_field(root, "compare.lru.overrides");
  ASSERT_NE(overrides, nullptr);
  EXPECT_TRUE(overrides->required);
  EXPECT_EQ(find_field(root, "compare.lru.seed"), nullptr);
}

}  // namespace
}  // namespace headrace
