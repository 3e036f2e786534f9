#include "models/jobs/replay/replay_files.h"

#include <gtest/gtest.h>

#include "models/jobs/replay/replay_spec.h"
#include "tests/models/jobs/replay/replay_support.h"

namespace headrace {
namespace {

Recording three_files() {
  Recording recording = recording_of({}, 3);
  recording.files[1].path = "/other/file-1.npz";
  recording.files[1].stripe_count = 4;
  recording.files[2].created = true;
  return recording;
}

TEST(ReplayFiles, LieInTheirFoldersWithTheStripesThatWereSeen) {
  const Recording recording = three_files();
  LayoutSpec layout;
  layout.stripe_count = 2;
  const ReplayFiles files(recording, 7, layout, false);
  const ReplaySite site;
  EXPECT_EQ(files.info(site, 0).id, (FileId{7, 0}));
  EXPECT_EQ(files.info(site, 0).directory, files.info(site, 2).directory);
  EXPECT_NE(files.info(site, 0).directory, files.info(site, 1).directory);
  EXPECT_EQ(files.info(site, 0).layout.stripe_count, 2);
  EXPECT_EQ(files.info(site, 1).layout.stripe_count, 4);
  EXPECT_EQ(files.info(site, 0).size, Bytes::count(10'000'000));
}

// What the run made is each copy's own, what it found may be shared.
TEST(ReplayFiles, OfCopiesAreTheirOwnUnlessTheyAreShared) {
  const Recording recording = three_files();
  ReplaySite second;
  second.copy = 1;
  const ReplayFiles apart(recording, 0, LayoutSpec(), false), shared(recording, 0, LayoutSpec(), true);
  EXPECT_EQ(apart.info(second, 0).id.index, 3);
  EXPECT_EQ(shared.info(second, 0).id.index, 0);
  EXPECT_EQ(shared.info(second, 2).id.index, 5);
}

}  // namespace
}  // namespace headrace
