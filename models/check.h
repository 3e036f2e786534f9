// Check: how a spec says that its fields do not fit each other.
//
// A spec whose fields rule each other has `void check(Check&) const` beside its visit(Fields&):
//
//   if (oss.count > ost.count) check.warn({.field = "oss.count", .code = "W0003", .sentence = "…"});
//
// Fields are named by their paths below the spec. What spans several specs knows the machine by facts();
// what spans files is for the reader of scenarios.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/store_facts.h"

namespace headrace {

struct Finding {
  std::string_view field = {};  // Where it is shown; a field that the text does not say takes none.
  std::string_view code = {};   // "E0314": explained by `headrace show codes`.
  std::string sentence = {};
  std::string help = {};
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
  // The file systems of the machine.
  virtual const Named<StoreFacts>& stores() const = 0;
};

}  // namespace headrace
