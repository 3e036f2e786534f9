#include "analysis/answer/blame.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

using namespace headrace::literals;

CriticalPath::Row row(const std::string& place, const std::string& what, Duration time, std::size_t window) {
  CriticalPath::Row one{place, what, time, {}};
  one.by_window[window] = time;
  return one;
}

// Rows are those of places; a part has all of the places of its kind, and the sums stay what they are.
TEST(Blame, SumsPlacesIntoPartsAndKinds) {
  const std::vector<MachinePart> parts{
      {"scratch: ost", Side::storage, {}}, {"scratch: client", Side::client, {}}, {"nfs", Side::storage, {}}};
  CriticalPath path;
  path.length = 21_ms;
  path.rows = {row("file_systems/scratch/ost/3/device", "drives", 6_ms, 0),
               row("file_systems/scratch/ost/1/device", "drives", 5_ms, 1),
               row("file_systems/scratch/clients", "copies", 4_ms, 1),
               row("file_systems/nfs/server/0", "port", 2_ms, 2),
               row("nodes/clients/7", "port", 1_ms, 2),
               row("nodes/clients/7", "decode", 1_ms, 3),
               row("jobs/train/rank/3", "preprocess", 1_ms, 3),
               row("", "", 1_ms, 3)};
  const Blame blame = blame_of(path, parts);
  EXPECT_EQ(blame.of("scratch: ost"), 11_ms);
  EXPECT_EQ(blame.of("scratch: client"), 4_ms);
  EXPECT_EQ(blame.of("nfs"), 2_ms);
  EXPECT_EQ(blame.of("clients: ports"), 1_ms);
  EXPECT_EQ(blame.of("clients: work of software on the cores"), 1_ms);
  EXPECT_EQ(blame.of("train: preprocessing"), 1_ms);
  EXPECT_EQ(blame.of("nobody's"), 1_ms);
  EXPECT_EQ(blame.of("scratch: mds"), Duration());
  EXPECT_EQ(blame.parts.front().name, "scratch: ost");
  EXPECT_EQ(blame.kinds.front().name, "drives");
  for (const auto* const all : {&blame.parts, &blame.kinds}) {
    Duration sum;
    for (const Blame::Of& one : *all) sum += one.time;
    EXPECT_EQ(sum, path.length);
  }
  EXPECT_EQ(blame.first_of(0)->name, "scratch: ost");
  EXPECT_EQ(blame.first_of(2)->name, "nfs");
  EXPECT_NEAR(blame.share(blame.of("scratch: ost")), 11.0 / 21, 1e-12);
}

}  // namespace
}  // namespace headrace
