#include "scenarios/loader/import/counted_words.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(CountedWords, HaveACountAnAmountAndAUnit) {
  const auto ports = counted_words("2 x 400 Gbit/s InfiniBand (data, metadata) + 1 x 50 Gbit/s Ethernet");
  ASSERT_TRUE(ports);
  EXPECT_EQ(ports->count, 2);
  EXPECT_EQ(ports->amount, 400);
  EXPECT_EQ(ports->unit, "Gbit/s");
  EXPECT_EQ(ports->rest, "InfiniBand (data, metadata)");
  EXPECT_EQ(ports->others, "1 x 50 Gbit/s Ethernet");
  const auto drives = counted_words("1,024 x 3.84 TB");
  ASSERT_TRUE(drives);
  EXPECT_EQ(drives->count, 1024);
  EXPECT_EQ(drives->amount, 3.84);
  EXPECT_TRUE(drives->others.empty());
}

TEST(CountedWords, AreOnlyAtTheBeginning) {
  for (const char* text :
       {"", "none (all ports down)", "ConnectX-8 400 Gbit/s", "per client 16 NVMe + 8 x 3.84 TB",
        "2 x many Gbit/s", "2 x ", "2 x 400", "x 400 Gbit/s", "2 400 Gbit/s"})
    EXPECT_FALSE(counted_words(text)) << text;
}

TEST(CountedWords, FindNumbersInTexts) {
  EXPECT_EQ(first_number("32 or 64")->value, 32);
  EXPECT_FALSE(first_number("32 or 64")->is_all);
  EXPECT_TRUE(first_number(" 1,511 ")->is_all);
  EXPECT_EQ(first_number("1,511")->value, 1511);
  EXPECT_FALSE(first_number("about 32"));
  for (const char* text : {"", "1e9", "12.5gbps", "-4"}) EXPECT_FALSE(first_number(text)) << text;
  const std::string sheet = "(TLC, U.2, PCIe 5 x4, 14,500 / 10,500 MB/s, 3.3 M / 315 k IOPS)";
  EXPECT_EQ(pair_before(sheet, "MB/s"), std::pair(14500.0, 10500.0));
  EXPECT_EQ(pair_before(sheet, "IOPS"), std::pair(3.3e6, 315e3));
  EXPECT_FALSE(pair_before("(TLC)", "MB/s"));
  EXPECT_EQ(number_between("125 MB/s a TiB x 80 TiB = 10000 MB/s (from the name)", "= ", " MB/s"), 10000);
  EXPECT_FALSE(number_between("= fast", "= ", " MB/s"));
}

}  // namespace
}  // namespace headrace
