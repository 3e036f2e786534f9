#include "scenarios/loader/recordings/columns.h"

#include <gtest/gtest.h>

#include "scenarios/loader/text/errors.h"
#include "tests/scenarios/loader/recordings/recordings_support.h"

namespace headrace {
namespace {

TEST(Columns, AreNamedInTheirOrder) {
  const TraceBench bench("1000 4 10 2 0\n3000 5 20 1 1\n", read_columns,
                         "begin:us,process,offset:512,length:512,kind:1/0");
  ASSERT_EQ(bench.made.recording.processes.size(), 2u);
  EXPECT_EQ(bench.made.recording.processes[1].name, "process 5");
  EXPECT_EQ(bench.operations(0)[0].operation, IoOperation::write);
  EXPECT_EQ(bench.operations(0)[0].offset, 5_KiB);
  EXPECT_EQ(bench.operations(0)[0].length, 1_KiB);
  EXPECT_EQ(bench.operations(1)[0].begin, 2_ms);
  EXPECT_EQ(bench.operations(1)[0].operation, IoOperation::read);
  EXPECT_EQ(bench.made.recording.resolution, 1_us);
}

TEST(Columns, MayBeATableWithAHeader) {
  const TraceBench bench(
      "start,took,path,host,thread,bytes\n# none\n0.5,0.25,/a,n1,x,100\n1.5,0.25,/a,n1,y,100\n", read_columns,
      "begin:s,duration:s,file,host,thread,length");
  ASSERT_EQ(bench.operations().size(), 2u);
  EXPECT_EQ(bench.operations()[0].end, 250_ms);
  EXPECT_EQ(bench.operations()[1].offset, Bytes::count(100));  // Behind the one before it.
  EXPECT_EQ(bench.operations()[1].thread, 2);
  EXPECT_EQ(bench.made.recording.processes[0].host, "n1");
  EXPECT_EQ(bench.report.guessed.size(), 1u);
  EXPECT_EQ(bench.made.recording.resolution, 100_ms);  // Times have one decimal of a second.
}

TEST(Columns, SayWhatIsNoOperation) {
  const TraceBench bench("1 5 r\n2 x r\n3 5 t\n-4 5 r\n5 99999999999999999999 r\n6 5 w\n", read_columns,
                         "begin:s,length,kind:r/w");
  EXPECT_EQ(bench.operations().size(), 2u);
  EXPECT_EQ(bench.dropped(), 4);
}

TEST(Columns, AreRefusedWhereTheyMeanNothing) {
  const auto refusal = [](const std::string& columns) -> std::string {
    try {
      const TraceBench bench("1 1\n", read_columns, columns);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("begin:s,length"), "");
  EXPECT_NE(refusal("begn:s,length").find("did you mean 'begin'?"), std::string::npos);
  EXPECT_NE(refusal("begin,length").find("ns, us, ms or s"), std::string::npos);
  EXPECT_NE(refusal("begin:s").find("needs 'begin' and 'length'"), std::string::npos);
  EXPECT_NE(refusal("begin:s,length:0").find("bytes of a unit"), std::string::npos);
  EXPECT_NE(refusal("begin:s,length,kind:r").find("kind:R/W"), std::string::npos);
}

}  // namespace
}  // namespace headrace
