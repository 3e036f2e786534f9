#include "models/field_visitor.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/cluster_spec.h"

namespace headrace {
namespace {

class Counts final : public FieldVisitor {
 public:
  explicit Counts(std::string path = {}) : FieldVisitor(std::move(path)) {}
  void integer(const Field& field, std::int64_t&, std::int64_t, std::int64_t) override {
    if (field.name == "count") paths.push_back(path_of(field.name));
  }
  std::vector<std::string> paths;
};

TEST(FieldVisitor, KnowsThePathOfEachField) {
  ClusterSpec machine;
  machine.nodes.emplace_back("clients", NodeSpec());
  Counts below_platform("platform");
  below_platform.visit(machine);
  EXPECT_EQ(below_platform.paths, std::vector<std::string>{"platform.nodes.clients.count"});
  Counts below_nothing;
  below_nothing.visit(machine);
  EXPECT_EQ(below_nothing.paths, std::vector<std::string>{"nodes.clients.count"});
}

}  // namespace
}  // namespace headrace
