// FioOptions: the options of a fio job, those of its file's [global] under its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "scenarios/loader/text/tree.h"

namespace headrace {

class FioOptions {
 public:
  // Either may be null.
  FioOptions(const Tree* own, const Tree* global) : own_(own), global_(global) {}

  // Returns the text of an option, by either of its names; nothing where it is not set.
  std::optional<std::string> text(std::string_view name, std::string_view other = {}) const;
  // Says whether an option without a value, or with another one than 0, is set.
  bool is_on(std::string_view name) const;
  std::optional<std::int64_t> count(std::string_view name) const;
  // Reads a size such as "4k", whose k is 1024 unless kb_base is 1000. Of several between commas, for reads,
  // writes and trims, the one at a place, or the last.
  std::optional<std::int64_t> bytes(std::string_view name, std::string_view other = {},
                                    std::size_t place = 0) const;

 private:
  const Tree* own_;
  const Tree* global_;
};

}  // namespace headrace
