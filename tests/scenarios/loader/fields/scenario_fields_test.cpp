#include "scenarios/loader/fields/scenario_fields.h"

#include <gtest/gtest.h>

#include <cctype>
#include <functional>

#include "models/jobs/job.h"
#include "models/storage/store.h"

namespace headrace {
namespace {

const FieldNode* find(const FieldNode& group, std::string_view path) {
  for (const FieldNode& field : group.fields) {
    if (field.path == path) return &field;
    if (const FieldNode* found = find(field, path)) return found;
  }
  return nullptr;
}

void for_each(const FieldNode& group, const std::function<void(const FieldNode&)>& visit) {
  for (const FieldNode& field : group.fields) {
    visit(field);
    for_each(field, visit);
  }
}

TEST(ScenarioFields, HoldsWhatTheSpecsSay) {
  const FieldNode root = scenario_fields();
  const FieldNode* count = find(root, "platform.nodes.<name>.count");
  ASSERT_NE(count, nullptr);
  EXPECT_TRUE(count->required);
  EXPECT_EQ(count->low + ".." + count->high, "1..1000000");
  const FieldNode* open = find(root, "platform.file_systems.<name>.lustre.mds.open");
  ASSERT_NE(open, nullptr);
  EXPECT_EQ(open->kind, FieldNode::Kind::distribution);
  EXPECT_EQ(open->initial, "{law: exponential, mean: 135 us}");
  EXPECT_FALSE(open->source.empty());
  const FieldNode* format = find(root, "jobs.<name>.workload.dataset.format");
  ASSERT_NE(format, nullptr);
  EXPECT_EQ(format->words.front(), "npz");
  std::vector<std::string> jobs = {"dlio"};
  for (const auto& kind : Job::table()) jobs.emplace_back(kind.name);
  EXPECT_EQ(find(root, "jobs")->one_of, jobs);
  std::vector<std::string> stores;
  for (const auto& kind : Store::table()) stores.emplace_back(kind.name);
  EXPECT_EQ(find(root, "platform.file_systems")->one_of, stores);
}

TEST(ScenarioFields, KnowThePoliciesOfAParameter) {
  EXPECT_EQ(find_stray("jobs.train.shuffle.exchange").policies, "partial");
  EXPECT_EQ(find_stray("jobs.train.start").policies, "");
  EXPECT_EQ(find_stray("jobs.train.nothing").policies, "");
}

TEST(ScenarioFields, KnowWhereAFieldStandsThatWasGivenElsewhere) {
  using Places = std::vector<std::string>;
  EXPECT_EQ(find_stray("jobs.train.workload.loader.worker_start").places,
            Places{"platform.nodes.<name>.host_work.pytorch.worker_start"});
  EXPECT_EQ(find_stray("cores").places, Places{"platform.nodes.<name>.cores"});
  EXPECT_EQ(find_stray("jobs.train.nothing").places, Places{});
  EXPECT_EQ(find_stray("platform.network.count").places, Places{}) << "too many have one";
  EXPECT_EQ(find_stray("jobs.train.start").places, Places{}) << "it is where it belongs";
}

TEST(ScenarioFields, EveryFieldHasAMeaningAndBounds) {
  int fields = 0;
  for_each(scenario_fields(), [&](const FieldNode& field) {
    ++fields;
    EXPECT_GE(field.meaning.size(), 5u) << field.path;
    EXPECT_FALSE(field.meaning.ends_with('.')) << field.path;
    for (const char c : field.name) EXPECT_TRUE(std::islower(c) || std::isdigit(c) || c == '_') << field.path;
    EXPECT_FALSE(kind_name(field.kind).empty());
    const bool quantity =
        field.kind <= FieldNode::Kind::number ||
        (field.kind >= FieldNode::Kind::duration && field.kind <= FieldNode::Kind::distribution);
    EXPECT_EQ(field.low.empty(), !quantity) << field.path;
  });
  EXPECT_GT(fields, 100);
}

}  // namespace
}  // namespace headrace
