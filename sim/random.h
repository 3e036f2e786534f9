// RandomStream: one component's own sequence of random numbers.
//
//   RandomStream service = sim.random("cluster/ost/3/service");
//   Duration d = mean * service.exponential();
//   Bytes size = sizes.at(file_id).below(n);   // A function of the id alone.
//
// A stream is a function of (seed, name) and nothing else, so adding a
// component changes no other component's draws. Every draw is a function of
// the position in the stream: no distribution keeps a value for later.
// KeyedPermutation is a shuffle of any length without memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/check.h"

namespace headrace {

namespace detail {
__extension__ using Wide = unsigned __int128;
}

class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::string_view name);

  // The stream of item `key`: the same whatever was drawn from this one.
  RandomStream at(std::uint64_t key) const;

  // The seed and the name, mixed: two streams of one key draw the same numbers.
  const std::array<std::uint64_t, 2>& key() const { return key_; }

  std::uint64_t bits() {
    if (used_ == kBlock) refill();
    return block_[used_++];
  }
  // Uniform in [0, n). The bias of the multiplication is below n / 2^64.
  std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>((static_cast<detail::Wide>(bits()) * n) >> 64);
  }
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  // In [0, 1).
  double exponential();                                                     // Mean 1.
  double normal();                                                          // Mean 0, deviation 1.
  double gamma(double shape);                                               // Scale 1.
  std::int64_t poisson(double mean);

 private:
  static constexpr std::uint32_t kBlock = 4;

  explicit RandomStream(std::array<std::uint64_t, 2> key) : key_(key) {}
  void refill();

  std::array<std::uint64_t, 2> key_;
  std::uint64_t next_block_ = 0;
  std::array<std::uint64_t, kBlock> block_{};
  std::uint32_t used_ = kBlock;
};

// A bijection of [0, n), chosen by the key.
class KeyedPermutation {
 public:
  KeyedPermutation(std::uint64_t n, std::uint64_t key);

  std::uint64_t size() const { return n_; }
  std::uint64_t operator()(std::uint64_t i) const {
    HEADRACE_CHECK(i < n_);
    do i = scramble(i);
    while (i >= n_);  // The walk stays in the cycle of i, so it comes back below n.
    return i;
  }
  // The index that the permutation sends to `i`: the same walk, backwards.
  std::uint64_t inverse(std::uint64_t i) const {
    HEADRACE_CHECK(i < n_);
    do i = unscramble(i);
    while (i >= n_);
    return i;
  }

 private:
  // A small domain has few functions to choose from in a round, and so takes more of them to forget its
  // order.
  static constexpr std::size_t kRounds = 8;
  static constexpr std::size_t kMostRounds = 20;

  static std::uint64_t mix(std::uint64_t half, std::uint64_t round_key) {
    std::uint64_t x = (half ^ round_key) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 32)) * 0x94d049bb133111ebu;
    return x ^ (x >> 32);
  }
  std::uint64_t scramble(std::uint64_t i) const;
  std::uint64_t unscramble(std::uint64_t i) const;

  std::uint64_t n_;
  int low_bits_;
  std::uint64_t low_mask_;
  std::uint64_t high_mask_;
  std::size_t rounds_;
  std::array<std::uint64_t, kMostRounds> round_keys_;
};

}  // namespace headrace
