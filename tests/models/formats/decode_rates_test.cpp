#include "models/formats/decode_rates.h"

#include <gtest/gtest.h>

#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// The priors are those of the formats' own table.
TEST(DecodeRates, StartFromTheTableOfFormats) {
  const DecodeRates rates;
  for (std::size_t i = 0; i < std::size(kFormats); ++i)
    EXPECT_EQ(rates.of(static_cast<Format>(i)), format_costs()[i].decode) << kFormats[i];
}

}  // namespace
}  // namespace headrace
