#include "sim/random.h"

#include <Random123/philox.h>

#include <algorithm>
#include <bit>
#include <boost/random/exponential_distribution.hpp>
#include <boost/random/gamma_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/poisson_distribution.hpp>
#include <limits>

namespace headrace {

namespace {

using Philox = r123::Philox4x64;  // Ten rounds.
using Key = std::array<std::uint64_t, 2>;
using Block = std::array<std::uint64_t, 4>;

// What a block is for: the last word of its counter, so that no two uses meet.
enum Purpose : std::uint64_t { kDraw = 1, kItem = 2, kName = 3 };

Block philox(const Key& key, const Block& counter) {
  Philox::key_type k = {{key[0], key[1]}};
  Philox::ctr_type c = {{counter[0], counter[1], counter[2], counter[3]}};
  const Philox::ctr_type r = Philox()(c, k);
  return {r[0], r[1], r[2], r[3]};
}

Key first_half(const Block& block) { return {block[0], block[1]}; }

// Eight characters as a number, the same on every machine.
std::uint64_t word_at(std::string_view text, std::size_t from) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8 && from + i < text.size(); ++i)
    word |= std::uint64_t{static_cast<unsigned char>(text[from + i])} << (8 * i);
  return word;
}

// Keys the generator with what was absorbed so far and encrypts the next sixteen characters. The length is in
// every block, so a name and the same name with zeros behind it differ.
Key key_of(std::uint64_t seed, std::string_view name) {
  Key key = {seed, name.size()};
  std::size_t from = 0;
  do {
    key = first_half(philox(key, {word_at(name, from), word_at(name, from + 8), name.size(), kName}));
    from += 16;
  } while (from < name.size());
  return key;
}

// The stream as Boost wants an engine. Every distribution below is made anew for a draw, so none remembers
// anything.
struct Engine {
  using result_type = std::uint64_t;
  explicit Engine(RandomStream& s) : stream(s) {}
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() { return stream.bits(); }
  RandomStream& stream;
};

constexpr int kSmallDomainBits = 10;

std::uint64_t low_bits(int count) { return count == 0 ? 0 : ~std::uint64_t{0} >> (64 - count); }

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::string_view name) : key_(key_of(seed, name)) {}

RandomStream RandomStream::at(std::uint64_t key) const {
  return RandomStream(first_half(philox(key_, {key, 0, 0, kItem})));
}

void RandomStream::refill() {
  block_ = philox(key_, {next_block_++, 0, 0, kDraw});
  used_ = 0;
}

double RandomStream::exponential() {
  Engine engine(*this);
  return boost::random::exponential_distribution<double>()(engine);
}

double RandomStream::normal() {
  Engine engine(*this);
  return boost::random::normal_distribution<double>()(engine);
}

double RandomStream::gamma(double shape) {
  HEADRACE_CHECK(shape > 0);
  Engine engine(*this);
  return boost::random::gamma_distribution<double>(shape)(engine);
}

std::int64_t RandomStream::poisson(double mean) {
  HEADRACE_CHECK(mean >= 0);
  if (mean == 0) return 0;
  Engine engine(*this);
  return boost::random::poisson_distribution<std::int64_t, double>(mean)(engine);
}

KeyedPermutation::KeyedPermutation(std::uint64_t n, std::uint64_t key) : n_(n) {
  HEADRACE_CHECK(n > 0);
  // The least domain: a walk takes below two steps.
  const auto bits = static_cast<int>(std::bit_width(n - 1));
  low_bits_ = (bits + 1) / 2;
  low_mask_ = low_bits(low_bits_);
  high_mask_ = low_bits(bits - low_bits_);
  rounds_ = bits > kSmallDomainBits ? kRounds : kMostRounds;
  const Key words = {key, n};
  for (std::uint64_t i = 0; i < rounds_; i += 4) {
    const Block block = philox(words, {i, 0, 0, kItem});
    std::copy(block.begin(), block.end(), round_keys_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// Permutes by a Feistel network of two unequal halves: each step adds to one half a function of the other, so
// each can be undone and the whole is a bijection of the domain.
std::uint64_t KeyedPermutation::scramble(std::uint64_t i) const {
  std::uint64_t low = i & low_mask_;
  std::uint64_t high = i >> low_bits_;
  for (std::size_t round = 0; round < rounds_; round += 2) {
    low ^= mix(high, round_keys_[round]) & low_mask_;
    high ^= mix(low, round_keys_[round + 1]) & high_mask_;
  }
  return (high << low_bits_) | low;
}

std::uint64_t KeyedPermutation::unscramble(std::uint64_t i) const {
  std::uint64_t low = i & low_mask_;
  std::uint64_t high = i >> low_bits_;
  for (std::size_t round = rounds_; round > 0; round -= 2) {
    high ^= mix(low, round_keys_[round - 1]) & high_mask_;
    low ^= mix(high, round_keys_[round - 2]) & low_mask_;
  }
  return (high << low_bits_) | low;
}

}  // namespace headrace
