// Laws for every field of every spec that a scenario can hold, and the list of their bounds.
//
// The specs are walked from the machine, the job and the disturbances on; each member of each table is a spec
// of its own. A field whose spec is in none of them is seen by no law: its table is to be added to specs().
#include "models/fields.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "models/arrivals/policy.h"
#include "models/background/policy.h"
#include "models/balancer/policy.h"
#include "models/cache/policy.h"
#include "models/cluster_spec.h"
#include "models/collectives/policy.h"
#include "models/faults/disturbance_spec.h"
#include "models/fidelity.h"
#include "models/hardware/drives/drives.h"
#include "models/hardware/topology/topology.h"
#include "models/jobs/checkpoint/checkpoint_strategy.h"
#include "models/jobs/job_spec.h"
#include "models/placement/policy.h"
#include "models/scheduler/policy.h"
#include "models/shuffle/policy.h"
#include "tests/models/support/field_walk.h"

namespace headrace {
namespace {

using Found = FieldWalk::Found;

// A spec of any type, as it is by default.
struct AnySpec {
  virtual ~AnySpec() = default;
  virtual void visit(Fields& f) = 0;
  virtual std::unique_ptr<AnySpec> copy() const = 0;
  virtual void take(const AnySpec& other) = 0;  // By assignment, of the same type.
};
template <class Spec>
struct OwnSpec final : AnySpec {
  Spec spec;
  void visit(Fields& f) override { spec.visit(f); }
  std::unique_ptr<AnySpec> copy() const override { return std::make_unique<OwnSpec>(*this); }
  void take(const AnySpec& other) override { spec = dynamic_cast<const OwnSpec&>(other).spec; }
};
template <class Policy>
struct MemberSpec final : AnySpec {
  explicit MemberSpec(std::unique_ptr<Recipe<Policy>> made) : recipe(std::move(made)) {}
  std::unique_ptr<Recipe<Policy>> recipe;
  void visit(Fields& f) override { recipe->visit(f); }
  std::unique_ptr<AnySpec> copy() const override { return std::make_unique<MemberSpec>(recipe->copy()); }
  void take(const AnySpec& other) override { recipe = dynamic_cast<const MemberSpec&>(other).recipe->copy(); }
};

struct NamedSpec {
  std::string name;
  std::unique_ptr<AnySpec> spec;
};

template <class Policy>
void add_table(std::vector<NamedSpec>& all, const std::string& kind) {
  for (const auto& row : Policy::table())
    all.push_back({kind + "." + std::string(row.name), std::make_unique<MemberSpec<Policy>>(row.recipe())});
}

// Makes every spec; the groups of stores and of work are in the platform and the job by themselves.
std::vector<NamedSpec> specs() {
  std::vector<NamedSpec> all;
  all.push_back({"platform", std::make_unique<OwnSpec<ClusterSpec>>()});
  all.push_back({"job", std::make_unique<OwnSpec<JobSpec>>()});
  all.push_back({"disturbances", std::make_unique<OwnSpec<DisturbanceSpec>>()});
  all.push_back({"measure", std::make_unique<OwnSpec<FidelitySpec>>()});
  add_table<ArrivalProcess>(all, "arrivals");
  add_table<BackgroundLoad>(all, "background");
  add_table<Balancer>(all, "balancer");
  add_table<CachePolicy>(all, "cache");
  add_table<AllReduce>(all, "collectives");
  add_table<Fault>(all, "faults");
  add_table<Drives>(all, "drives");
  add_table<Topology>(all, "topology");
  add_table<CheckpointStrategy>(all, "checkpoint");
  add_table<PlacementPolicy>(all, "placement");
  add_table<RequestScheduler>(all, "scheduler");
  add_table<ShufflePolicy>(all, "shuffle");
  return all;
}

std::vector<Found> fields_of(AnySpec& spec) {
  FieldWalk walk;
  walk.read(spec);
  return walk.fields();
}

using Values = std::map<std::string, std::string>;
Values values_of(AnySpec& spec) {
  Values values;
  for (const Found& field : fields_of(spec)) values[field.path] = field.value;
  return values;
}

void for_each_spec(const std::function<void(const NamedSpec&)>& look) {
  for (const NamedSpec& one : specs()) {
    SCOPED_TRACE(one.name);
    look(one);
  }
}

TEST(FieldLaws, TheWalkSeesManySpecs) {
  std::size_t fields = 0;
  for_each_spec([&](const NamedSpec& one) { fields += fields_of(*one.spec).size(); });
  EXPECT_GE(fields, 300U);
}

// low < high, and low <= default <= high where a default stands.
TEST(FieldLaws, DefaultsAreWithinTheirBounds) {
  for_each_spec([](const NamedSpec& one) {
    for (const Found& field : fields_of(*one.spec))
      EXPECT_TRUE(field.within || field.required)
          << field.path << ": " << field.value << " of [" << field.low << ", " << field.high << "]";
  });
}

TEST(FieldLaws, NamesAreUniqueAndMeanSomething) {
  for_each_spec([](const NamedSpec& one) {
    std::set<std::string> paths;
    for (const Found& field : fields_of(*one.spec)) {
      EXPECT_TRUE(paths.insert(field.path).second) << field.path;
      EXPECT_GE(field.meaning.size(), 5U) << field.path;
      EXPECT_FALSE(field.meaning.ends_with('.')) << field.path;
    }
  });
}

// write(f, v) then read: f is v, and every other field what it was: no two names are one member. The lowest
// value and the highest differ, so one of the two changes the field.
TEST(FieldLaws, AFieldIsWrittenAlone) {
  for_each_spec([](const NamedSpec& one) {
    Values before = values_of(*one.spec);
    for (const Found& field : fields_of(*one.spec)) {
      std::set<std::string> written;
      for (const bool high : {false, true}) {
        FieldWalk walk;
        walk.write(*one.spec, field.path, high);
        const Values after = values_of(*one.spec);
        written.insert(after.at(field.path));
        if (field.has_bounds()) {
          EXPECT_EQ(after.at(field.path), high ? field.high : field.low) << field.path;
        }
        before[field.path] = after.at(field.path);
        EXPECT_EQ(after, before) << "beside " << field.path;
      }
      const bool only_word = field.kind == "word" && written.size() == 1;
      EXPECT_TRUE(written.size() == 2 || only_word) << field.path;
    }
  });
}

// A copy has every value of its original, and none of what happens to that later; so has what is assigned to.
TEST(FieldLaws, ACopyIsItsOwn) {
  for (const bool high : {false, true})
    for_each_spec([&](const NamedSpec& one) {
      const std::vector<Found> fields = fields_of(*one.spec);
      const std::unique_ptr<AnySpec> assigned = one.spec->copy();
      for (const Found& field : fields) FieldWalk().write(*one.spec, field.path, high);
      const Values changed = values_of(*one.spec);
      const std::unique_ptr<AnySpec> copy = one.spec->copy();
      assigned->take(*one.spec);
      for (const Found& field : fields) FieldWalk().write(*one.spec, field.path, !high);
      EXPECT_EQ(values_of(*copy), changed);
      EXPECT_EQ(values_of(*assigned), changed);
    });
}

// Lists each field with its bounds and its default: "platform.nodes.x.cores  integer 1 .. 65536, 32". One
// that has to be given has a value as well, which is that of a spec built in code.
std::vector<std::string> list_of_all() {
  std::vector<std::string> lines;
  for_each_spec([&](const NamedSpec& one) {
    for (const Found& field : fields_of(*one.spec)) {
      std::string line = one.name + "." + field.path + "  " + field.kind;
      if (field.has_bounds()) line += " " + field.low + " .. " + field.high;
      if (field.not_zero) line += " but 0";
      line += field.required ? ", required, " : ", ";
      line += field.optional ? "none" : field.value.empty() ? "empty" : field.value;
      lines.push_back(std::move(line));
    }
  });
  return lines;
}

// Users rely on bounds and defaults: tests/models/fields.txt lists them, and whoever changes one changes its
// line there on purpose. A "+" line is to be added, a "-" line is to go.
TEST(FieldLaws, BoundsAndDefaultsAreThoseOfTheList) {
  std::ifstream file(HEADRACE_SOURCE_DIR "/tests/models/fields.txt");
  ASSERT_TRUE(file);
  std::vector<std::string> listed;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && !line.starts_with('#')) listed.push_back(line);
  const std::vector<std::string> found = list_of_all();
  const std::set<std::string> old(listed.begin(), listed.end()), now(found.begin(), found.end());
  for (const std::string& line : now) EXPECT_TRUE(old.contains(line)) << "+" << line;
  for (const std::string& line : old) EXPECT_TRUE(now.contains(line)) << "-" << line;
  EXPECT_EQ(listed.size(), old.size()) << "a line stands twice";
}

}  // namespace
}  // namespace headrace
