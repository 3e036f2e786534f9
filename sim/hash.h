// Hash: 64 bits of FNV-1a, the same on every machine: for telling contents apart, not for secrets.
//
//   Hash hash;
//   hash.add("a text");
//   std::string name = hexadecimal(hash.value());
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace headrace {

class Hash {
 public:
  void add_byte(std::uint64_t byte) { value_ = (value_ ^ byte) * 1099511628211u; }
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
  }
  // Adds the lowest byte first.
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte, word >>= 8) add_byte(word & 255);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037u;
};

// Returns 16 small hexadecimal digits.
std::string hexadecimal(std::uint64_t value);

// Returns the two capital hexadecimal digits of a byte.
std::string hexadecimal_of(char byte);

}  // namespace headrace
