#include "analysis/answer/used_resources.h"

#include <gtest/gtest.h>

#include "analysis/answer/limitation.h"
#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

ResourceResult slowed(std::string name, Activity activity) {
  ResourceResult one = resource_of(std::move(name), "OSTs at their full speed", 160, 0.1, 0.1);
  one.activity = activity;
  one.disturbed = Disturbed{"OSTs"};
  return one;
}

TEST(UsedResources, AreThoseThatTheJobUses) {
  const std::vector<ResourceResult> all = {resource_of("scratch: drives", "more", 8, 0.4, 0.5),
                                           slowed("scratch: OSTs", Activity::device),
                                           resource_of("archive: drives", "more", 8, 0.9, 0.9)};
  JobResult job;
  job.uses = {{"scratch: drives", 0.6, 0.3}, {"scratch: OSTs", 0.2, 0.8}};
  const std::vector<UsedResource> used = used_by(job, all);
  ASSERT_EQ(used.size(), 2U);
  EXPECT_EQ(used[0]->name, "scratch: drives");
  EXPECT_EQ(used[0].busiest, 0.6) << "no less than their mean";
  EXPECT_EQ(used[1].busiest, 0.8);
  EXPECT_EQ(resource_behind(Activity::device, used)->name, "scratch: drives") << "what slows is no use";
  EXPECT_FALSE(busy_capacity(used, 0.7));
}

// Slowdowns count from a tenth of all speed on, or three tenths of one part's, where that is waited for or a
// place in a window.
TEST(UsedResources, AreSlowedByAWorthwhileShare) {
  const ResourceResult osts = slowed("scratch: OSTs that faults and others slow", Activity::device);
  const auto found = [&](Activity activity, double mean, double one) {
    const UsedResource used[] = {{&osts, mean, one}};
    return static_cast<bool>(slowed_parts(activity, used));
  };
  EXPECT_TRUE(found(Activity::device, 0.1, 0.1));
  EXPECT_TRUE(found(Activity::window, 0.1, 0.1));
  EXPECT_FALSE(found(Activity::metadata, 0.9, 0.9));
  EXPECT_FALSE(found(Activity::device, 0.09, 0.29));
  EXPECT_TRUE(found(Activity::device, 0.01, 0.3));
  EXPECT_EQ(slowed_text({&osts, 0.27, 0.4}),
            "scratch: OSTs that faults and others slow (by 27 % while the job waits)");
  EXPECT_EQ(slowed_text({&osts, 0.01, 0.9}),
            "scratch: OSTs that faults and others slow (the slowest of 160 by 90 % while the job waits, "
            "their mean 1 %)");
}

// Requests stay longer in a window where others take the targets: the sentence names both, and nothing of it
// where names are waited for.
TEST(UsedResources, AreNamedWithWhatSlowsThem) {
  const ResourceResult window = resource_of("scratch: windows", "more of them", 8, 0.9, 0.9, true);
  const std::vector<ResourceResult> all = {
      window, slowed("scratch: OSTs that faults and others slow", Activity::device)};
  const auto found = [&](Activity activity, Cause cause = Cause::batch_wait) {
    JobResult job = trained_job();
    job.epochs.clear();
    job.time_budget = {{0, Cause::compute, Activity::none, Duration::seconds(60)},
                       {0, cause, activity, Duration::seconds(30)}};
    job.uses = {{all[0].name, 0.97, 0.97}, {all[1].name, 0.27, 0.27}};
    return find_limitation(job, all);
  };
  EXPECT_EQ(found(Activity::window).by,
            "scratch: windows (97 % in use while the job waits), behind scratch: OSTs that faults and others "
            "slow (by 27 % while the job waits)");
  EXPECT_EQ(found(Activity::window).help, "OSTs at their full speed; or more of them");
  EXPECT_EQ(found(Activity::metadata).by, "metadata requests");
  EXPECT_EQ(found(Activity::port, Cause::network_wait).by,
            "the exchange of gradients, which waits behind other bytes in the nodes' ports");
}

ResourceResult drives_of(const std::string& owner) {
  ResourceResult one = resource_of(owner + ": drives", "faster drives", 8, 0.4, 0.5, false);
  one.activity = Activity::device;
  one.owner = owner;
  return one;
}

std::string owners_of(const std::vector<UsedResource>& used) {
  std::string owners;
  for (const UsedResource& one : used) owners += (owners.empty() ? "" : " ") + one->owner;
  return owners;
}

class Places : public testing::Test {
 protected:
  Places() {
    for (const char* owner : {"scratch", "burst", "home", "disks", "nvme", "clients", "held"})
      resources_.push_back(drives_of(owner));
    for (const ResourceResult& one : resources_) job_.uses.push_back({one.name, 0.8, 0.9});
  }

  std::vector<ResourceResult> resources_;
  JobResult job_;
};

TEST_F(Places, OfAJobWithoutAnyAreBehindEverything) {
  const std::vector<UsedResource> used = used_by(job_, resources_);
  EXPECT_EQ(owners_of(behind_checkpoints(job_, used)), owners_of(used));
  EXPECT_EQ(owners_of(behind_batches(job_, used)), owners_of(used));
  EXPECT_EQ(owners_of(behind_start(job_, used)), owners_of(used));
}

// Resources that no place names, as nodes, may be behind each wait; so may the local storage, and file
// systems below the place of a purpose. The evaluation set is behind none of these.
TEST_F(Places, AreBehindTheWaitsForTheirPurpose) {
  job_.places.emplace().all = {{"data", "scratch"},   {"data", "disks"},     {"checkpoints", "burst"},
                               {"software", "home"},  {"software", "disks"}, {"local", "nvme"},
                               {"evaluation", "held"}};
  const std::vector<UsedResource> used = used_by(job_, resources_);
  EXPECT_EQ(owners_of(behind_checkpoints(job_, used)), "burst nvme clients");
  EXPECT_EQ(owners_of(behind_batches(job_, used)), "scratch disks nvme clients");
  EXPECT_EQ(owners_of(behind_start(job_, used)), "scratch home disks clients");
}

// Reads keep one file system busier than checkpoints keep theirs, and each wait is for its own.
TEST_F(Places, AreNamedByWhatLimits) {
  job_.uses.front().while_waiting = 0.95;
  job_.time_budget = {{0, Cause::compute, Activity::compute, 60_s},
                      {0, Cause::checkpoint, Activity::device, 30_s}};
  EXPECT_EQ(find_limitation(job_, resources_).by,
            "checkpoints: scratch: drives (95 % busy while the job waits)");
  job_.places.emplace().all = {{"data", "scratch"}, {"checkpoints", "burst"}};
  for (const char* other : {"home", "disks", "nvme", "clients", "held"})
    job_.places->all.push_back({"data", other});
  EXPECT_EQ(find_limitation(job_, resources_).by,
            "checkpoints: burst: drives (80 % busy while the job waits)");
  job_.time_budget.push_back({0, Cause::batch_wait, Activity::device, 90_s});
  EXPECT_EQ(find_limitation(job_, resources_).by, "scratch: drives (95 % busy while the job waits)");
}

TEST_F(Places, ThatAJobDoesNotUseAreNotAmongThem) {
  job_.uses.pop_back();
  EXPECT_EQ(used_by(job_, resources_).size(), resources_.size() - 1);
  resources_.front().instances = 0;
  EXPECT_EQ(used_by(job_, resources_).size(), resources_.size() - 2) << "nothing of it was made";
}

TEST(UsedResources, SayHowBusyTheyWere) {
  const ResourceResult drives = drives_of("burst");
  EXPECT_EQ(use_text({&drives, 0.94, 0.95}), "burst: drives (94 % busy while the job waits)");
  EXPECT_TRUE(is_hot({&drives, 0.3, 0.6}));
  EXPECT_FALSE(is_hot({&drives, 0.31, 0.6}));
  EXPECT_TRUE(is_busy({&drives, 0.1, 0.7}));
  EXPECT_FALSE(is_busy({}));
}

TEST(UsedResources, BehindAWaitABusyCapacityComesFirst) {
  const ResourceResult drives = drives_of("burst");
  ResourceResult window = drives;
  window.concurrency = true;
  const std::vector<UsedResource> used = {{&window, 1, 1}, {&drives, 0.6, 0.75}};
  EXPECT_EQ(resource_behind(Activity::device, used).resource, &drives);
  EXPECT_FALSE(resource_behind(Activity::network, used));
  EXPECT_EQ(busy_capacity(used, 0.7).resource, &drives);
  EXPECT_FALSE(busy_capacity(used, 0.8));
}

}  // namespace
}  // namespace headrace
