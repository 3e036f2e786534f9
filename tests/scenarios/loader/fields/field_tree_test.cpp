#include "scenarios/loader/fields/field_tree.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/fields/field_support.h"

namespace headrace {
namespace {

FieldNode fields_of_outer(const std::vector<ExclusiveFields>& exclusive = {}) {
  return collect_fields([](Fields& f) { Outer().visit(f); }, exclusive);
}

TEST(FieldTree, FindsFieldsOfGroupsListsAndMaps) {
  const FieldNode root = fields_of_outer();
  const FieldNode* whole = find_field(root, "whole");
  ASSERT_NE(whole, nullptr);
  EXPECT_EQ(whole->kind, FieldNode::Kind::integer);
  EXPECT_EQ(whole->low + ".." + whole->high, "0..100");
  for (const char* path : {"group.size", "list[3].size", "map.anything.size"}) {
    const FieldNode* size = find_field(root, path);
    ASSERT_NE(size, nullptr) << path;
    EXPECT_EQ(size->name, "size");
  }
  EXPECT_EQ(find_field(root, "map.anything.size")->path, "map.<name>.size");
  EXPECT_EQ(find_field(root, "list[3].size")->path, "list[].size");
  EXPECT_EQ(find_field(root, "group.other"), nullptr);
  EXPECT_TRUE(find_field(root, "name")->required);
}

TEST(FieldTree, SaysWhichFieldsExcludeEachOther) {
  EXPECT_TRUE(find_field(fields_of_outer(), "map")->one_of.empty());
  const std::vector<std::string> names = {"size", "weight"};
  const FieldNode root = fields_of_outer({{"map.<name>", names}});
  EXPECT_EQ(find_field(root, "map")->one_of, names);
  EXPECT_TRUE(find_field(root, "list")->one_of.empty());
}

TEST(FieldTree, DescribesADistribution) {
  const FieldNode law = distribution_fields();
  ASSERT_NE(find_field(law, "mean"), nullptr);
  EXPECT_EQ(find_field(law, "law")->kind, FieldNode::Kind::word);
}

TEST(FieldTree, SaysWhatHasNoValueByDefault) {
  const FieldNode root = fields_of_outer();
  EXPECT_EQ(find_field(root, "limit")->initial, "none");
  EXPECT_TRUE(find_field(root, "limit")->may_lack_value);
  EXPECT_EQ(find_field(root, "limit")->bounds(), "1 to 9");
  EXPECT_EQ(find_field(root, "end")->bounds(), "1 s or more");
  EXPECT_EQ(find_field(root, "whole")->initial, "1");
  EXPECT_FALSE(find_field(root, "whole")->may_lack_value);
  EXPECT_EQ(find_field(root, "name")->bounds(), "");
}

}  // namespace
}  // namespace headrace
