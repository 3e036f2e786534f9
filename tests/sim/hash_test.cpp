#include "sim/hash.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

std::uint64_t hash_of(std::string_view text) {
  Hash hash;
  hash.add(text);
  return hash.value();
}

// The test vectors of its authors.
TEST(Hash, IsFnv1a) {
  EXPECT_EQ(hash_of(""), 0xcbf29ce484222325u);
  EXPECT_EQ(hash_of("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(hash_of("foobar"), 0x85944171f73967e8u);
}

TEST(Hash, TakesTextsInParts) {
  Hash hash;
  hash.add("foo");
  hash.add("bar");
  EXPECT_EQ(hash.value(), hash_of("foobar"));
}

TEST(Hash, TakesWordsLowestByteFirst) {
  Hash hash;
  hash.add(std::uint64_t{'f'} | std::uint64_t{'o'} << 8 | std::uint64_t{0xff} << 56);
  EXPECT_EQ(hash.value(), hash_of(std::string_view("fo\0\0\0\0\0\xff", 8)));
}

TEST(Hash, IsWrittenInHexadecimal) {
  EXPECT_EQ(hexadecimal(0), "0000000000000000");
  EXPECT_EQ(hexadecimal(0x123456789abcdef0u), "123456789abcdef0");
  EXPECT_EQ(hexadecimal_of('\n'), "0A");
  EXPECT_EQ(hexadecimal_of('\xc3'), "C3");
}

}  // namespace
}  // namespace headrace
