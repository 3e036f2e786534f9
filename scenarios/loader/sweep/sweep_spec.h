// SweepSpec: which scenarios a sweep is made of, as the text says it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/fields.h"

namespace headrace {

// Replications of each point until the 95 % interval of a figure is narrow enough.
struct PrecisionSpec {
  std::string figure;     // "jobs.train.utilisation_percent".
  double half_width = 0;  // In the figure's own unit.
  std::int64_t at_most = 64;

  void visit(Fields& f);
};

// UnitSpec: what is only had together, such as the servers and targets of one appliance.
struct UnitSpec {
  std::vector<std::string> of;  // "platform.file_systems.scratch.lustre.oss.count=4"

  void visit(Fields& f);
};

// ChoiceSpec: what is only chosen together, by a word, such as the rates and the latency of one kind of
// drive.
struct ChoiceSpec {
  struct Word {
    std::vector<std::string> overrides;

    void visit(Fields& f);
  };
  Named<Word> of;

  void visit(Fields& f);
};

struct SweepSpec {
  std::size_t design = 0;  // In designs().
  std::int64_t points = 0;
  std::vector<std::string> axes;
  Named<UnitSpec> units;
  Named<ChoiceSpec> choices;
  std::vector<std::string> constraints;
  std::optional<PrecisionSpec> precision;

  void visit(Fields& f);
};

}  // namespace headrace
