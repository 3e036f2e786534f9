// RowHash: 64 bits over the values of rows, each with its kind.
//
// FNV-1a: it tells rows apart that differ by accident, not by intent.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "sim/hash.h"

namespace headrace {

class RowHash {
 public:
  enum class Kind : std::uint8_t { null, integer, real, text, bytes };

  void add_null() { add_kind(Kind::null); }
  void add(std::int64_t value) {
    add_kind(Kind::integer);
    add_bits(static_cast<std::uint64_t>(value));
  }
  void add(double value) {
    add_kind(Kind::real);
    add_bits(std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value));  // SQLite knows no negative zero.
  }
  void add(std::string_view text, Kind kind = Kind::text) {
    add_kind(kind);
    add_bits(static_cast<std::uint64_t>(text.size()));  // So that "ab", "c" is not "a", "bc".
    hash_.add(text);
  }
  void add_bits(std::uint64_t value) { hash_.add(value); }
  std::uint64_t value() const { return hash_.value(); }

 private:
  void add_kind(Kind kind) { hash_.add_byte(static_cast<std::uint64_t>(kind)); }

  Hash hash_;
};

}  // namespace headrace
