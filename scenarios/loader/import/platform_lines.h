// PlatformLines: the text of a platform file, a value a line, each with its origin in a comment.
//
//   PlatformLines lines;
//   lines.open("network");
//   lines.prior("latency", "network.infiniband", "no latency is described");
//   lines.close();
//
// A prior is also a gap: it is listed with its field, with what the description lacks, and with what stands
// there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/import/described_system.h"
#include "sim/units.h"

namespace headrace {

// ImportGap: what a description does not say of a field, and the prior that stands there.
struct ImportGap {
  std::string field;    // "platform.nodes.clients.memory_bandwidth"
  std::string lacking;  // Why: "the channels of the memory are not described".
  std::string stands;   // "93.4 GB/s within a factor of 1.5"
};

// ImportedValue: a value with its field and its origin, as its line says it.
struct ImportedValue {
  std::string field;  // "platform.nodes.clients.cores"
  std::string text;
  Origin origin;
};

struct ImportCounts {
  std::int64_t read = 0, derived = 0, assumed = 0;
};

class PlatformLines {
 public:
  // The lines stand in a file's part of that name, so many steps of two blanks deep.
  explicit PlatformLines(std::string part = "platform", std::size_t depth = 0)
      : part_(std::move(part)), depth_(depth) {}

  // Opens a group; `why`, where there is any, stands in a comment behind it.
  void open(std::string_view key, std::string_view why = {});
  void close();

  void value(std::string_view key, std::string_view text, const Origin& origin);
  // Adds a value that is assumed, and its gap.
  void assume(std::string_view key, std::string_view text, const Origin& origin, std::string lacking);
  // Adds a row of the table of priors, and its gap.
  void prior(std::string_view key, std::string_view prior, std::string lacking);
  // Add what was told, or a prior where nothing was.
  void count(std::string_view key, const std::optional<ToldValue>& told, std::string_view prior_name,
             std::string lacking);
  void bytes(std::string_view key, const std::optional<ToldValue>& told, std::string_view prior_name,
             std::string lacking);
  // A gap without a line of its own, such as the kind of the store.
  void add_gap(ImportGap gap) { gaps_.push_back(std::move(gap)); }

  const std::string& text() const { return text_; }
  const std::vector<ImportGap>& gaps() const { return gaps_; }
  const std::vector<ImportedValue>& values() const { return values_; }
  const ImportCounts& counts() const { return counts_; }

 private:
  void add_line(std::string_view key, std::string_view text, const Origin& origin);
  std::string path_of(std::string_view key) const;
  std::size_t indent() const { return 2 * (depth_ + open_.size()); }

  std::string part_;
  std::size_t depth_;
  std::string text_;
  std::vector<std::string> open_;
  std::vector<ImportGap> gaps_;
  std::vector<ImportedValue> values_;
  ImportCounts counts_;
};

// Returns a comment's words: "[assumed] within a factor of 2: InfiniBand, end to end".
std::string origin_text(const Origin& origin);

// Return a number or rate as a scenario writes it: a count whole, a rate with three digits.
std::string count_text(double count);
std::string rate_text(double bytes_per_second);
// Returns a port's rate in Gbit/s, in full.
std::string port_text(double bytes_per_second);

}  // namespace headrace
