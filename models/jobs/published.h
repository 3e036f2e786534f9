// PublishedFigure: what others say of a figure of a job, and where.
//
// A run is held against it and never fitted to it. What a data sheet states of
// a machine should come out of the machine that was described from it; what was
// measured on one is a prediction.
#pragma once

#include <string>
#include <string_view>

#include "models/fields.h"

namespace headrace {

enum class PublishedBy : std::uint8_t { sheet, measured };
inline constexpr std::string_view kPublishedBy[] = {"sheet", "measured"};

struct PublishedFigure {
  std::string figure;
  double value = 0;
  PublishedBy by = PublishedBy::sheet;
  std::string source;

  void visit(Fields& f) {
    f.text(required("figure", "as in the JSON answer, such as mib_per_second or probe.gb_per_second"),
           figure);
    f.number(required("value", "in the unit of the figure, which its name says"), value, 0, 1e18);
    f.choice({"by", "sheet: the description of the machine is built from it; measured: it is not"}, by,
             kPublishedBy);
    f.text(required("source", "who published it, and its evidence tag"), source);
  }
};

}  // namespace headrace
