// RowHash: 64 bits over the values of rows, each with its kind.
//
// FNV-1a: it tells rows apart that differ by accident, not by intent.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

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
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
  }
  void add_bits(std::uint64_t value) {
    for (int i = 0; i < 8; ++i, value >>= 8) add_byte(value & 255);
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_kind(Kind kind) { add_byte(static_cast<std::uint64_t>(kind)); }
  void add_byte(std::uint64_t byte) { value_ = (value_ ^ byte) * 1099511628211u; }

  std::uint64_t value_ = 14695981039346656037u;
};

}  // namespace headrace
