// Check: how a spec says that its fields do not fit each other.
//
// A spec whose fields rule each other has `void check(Check&) const` beside its visit(Fields&):
//
//   if (oss.count > ost.count) check.warn({.field = "oss.count", .code = "W0003", .sentence = "…"});
//
// Fields are named by their paths below the spec, and the machine is there to compare with. What spans
// several files is for the reader of scenarios.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/quotes.h"
#include "models/store_facts.h"

namespace headrace {

struct ClusterSpec;
struct NodeSpec;

struct Finding {
  std::string_view field = {};  // Place where it is shown; at a field that the text lacks nothing is said.
  std::string shown_at = {};    // Field at whose place it is shown, where that is another.
  std::string_view code = {};   // Number that `headrace show codes` explains: "E0314".
  std::string sentence = {};
  std::string help = {};
  bool or_at_spec = false;                   // What holds the field is its place where the text lacks it.
  bool is_of_all = false;                    // The spec as a whole is at fault, not the field alone.
  std::string sought = {};                   // Name that there is not, …
  std::vector<std::string_view> names = {};  // … and names that there are, of which one may be meant.
  std::string meant = {};                    // Value that may be meant, where it is no name.
};

class Check {
 public:
  virtual ~Check() = default;

  virtual void error(const Finding& finding) = 0;
  virtual void warn(const Finding& finding) = 0;
  // Refuses a field where the text has it, else what holds it.
  void refuse(std::string_view field, std::string_view code, std::string sentence, std::string help = {}) {
    error({.field = field,
           .code = code,
           .sentence = std::move(sentence),
           .help = std::move(help),
           .or_at_spec = true});
  }

  // Tells whether the text says a field, and says it well.
  virtual bool says(std::string_view field) const = 0;
  // Tells whether something of the spec was refused, so that its values are not what the text says.
  virtual bool is_refused() const = 0;
  // Returns the name that the text gives to the spec, or to the entry that holds it.
  virtual std::string_view name() const = 0;
  // Returns where the text describes the spec: "faults.slow".
  virtual std::string path() const = 0;

  // Return the machine, and what its file systems say of themselves.
  virtual const ClusterSpec& machine() const = 0;
  virtual const Named<StoreFacts>& stores() const = 0;
  // Returns the machine's nodes of a group; null where it has none of that name.
  virtual const NodeSpec* nodes(std::string_view group) const = 0;
  // Returns what a file system of the machine says of itself; null where it has none of that name.
  const StoreFacts* store(std::string_view called) const {
    for (const auto& [name, facts] : stores())
      if (name == called) return &facts;
    return nullptr;
  }
  // Tells whether something at or below a path of the text was refused.
  virtual bool is_refused_at(std::string_view path) const = 0;
  // Returns why jobs are not run by themselves as well, to be compared with that; empty where they are.
  virtual std::string_view why_not_alone() const = 0;
  // Returns the kinds of stores of which something holds: "lustre".
  virtual std::string kinds_of_stores(bool (*holds)(const StoreFacts&)) const = 0;
};

}  // namespace headrace
