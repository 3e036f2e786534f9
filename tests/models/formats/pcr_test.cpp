#include "models/formats/pcr.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

using Read = FileReads::Read;

// bytes of a file = prefix x samples x length, in one read, whatever the order of its samples.
TEST(Pcr, APrefixHasAllSamplesOfAFile) {
  for (const double prefix : {1.0, 0.5, 0.125}) {
    PcrSpec spec;
    spec.prefix = prefix;
    PcrContainer file(spec);
    FileReads reads;
    file.opened(1000_B, 16, reads);
    for (const std::int64_t place : {5, 0, 15}) file.sample(place, reads);
    EXPECT_EQ(reads.reads,
              (std::vector<Read>{{0_B, Bytes::count(static_cast<std::int64_t>(16'000 * prefix))}}));
  }
}

TEST(Pcr, AnotherFileIsReadAnew) {
  PcrContainer file{PcrSpec()};
  FileReads reads;
  file.opened(1000_B, 2, reads);
  file.sample(0, reads);
  file.opened(3001_B, 2, reads);
  file.sample(1, reads);
  EXPECT_EQ(reads.reads, (std::vector<Read>{{0_B, 2000_B}, {0_B, 6002_B}}));
}

TEST(Pcr, APrefixIsWholeBytes) {
  PcrSpec spec;
  spec.prefix = 0.001;
  PcrContainer file(spec);
  FileReads reads;
  file.opened(1_B, 1, reads);
  file.sample(0, reads);
  EXPECT_EQ(reads.reads, (std::vector<Read>{{0_B, 1_B}}));
}

}  // namespace
}  // namespace headrace
