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

// What slows a tenth of all speed counts, or three tenths of one part's, where that is waited for or a place
// in a window.
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

}  // namespace
}  // namespace headrace
