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
#include <vector>

#include "models/store_facts.h"

namespace headrace {

struct ClusterSpec;

struct Finding {
  std::string_view field = {};  // Where it is shown; a field that the text does not say takes none.
  std::string_view code = {};   // "E0314": explained by `headrace show codes`.
  std::string sentence = {};
  std::string help = {};
  bool or_at_spec = false;                   // Is shown at the spec where the text lacks the field.
  bool is_of_all = false;                    // Concerns the spec as a whole, not the field alone.
  std::string sought = {};                   // A name that there is not, …
  std::vector<std::string_view> names = {};  // … and those that there are, of which one may be meant.
};

class Check {
 public:
  virtual ~Check() = default;

  virtual void error(const Finding& finding) = 0;
  virtual void warn(const Finding& finding) = 0;

  // Whether the text says a field, and says it well.
  virtual bool says(std::string_view field) const = 0;
  // Whether something of the spec was refused, so that its values are not what the text says.
  virtual bool is_refused() const = 0;
  // The name that the text gives to the spec, or to the entry that holds it.
  virtual std::string_view name() const = 0;
  // Where the text describes the spec: "faults.slow".
  virtual std::string path() const = 0;

  // The machine, whether something at or below a path of the text was refused, and its file systems.
  virtual const ClusterSpec& machine() const = 0;
  virtual bool is_refused_at(std::string_view path) const = 0;
  virtual const Named<StoreFacts>& stores() const = 0;
  // The kinds of stores of which something holds: "lustre".
  virtual std::string kinds_of_stores(bool (*holds)(const StoreFacts&)) const = 0;
};

}  // namespace headrace
