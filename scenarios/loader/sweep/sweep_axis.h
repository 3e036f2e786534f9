// SweepAxis: one field of a sweep and the values that it takes.
//
//   jobs.train.workload.loader.read_threads=1,2,4,8      …=1..16:1      …=log 1..64 7
//   …=1..8, which a sampled design takes
//
// Commas inside of quotes, brackets and braces belong to a value.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/loader/fields/field_tree.h"
#include "scenarios/loader/read/overrides.h"
#include "scenarios/loader/sweep/sweep_point.h"
#include "scenarios/loader/sweep/sweep_range.h"

namespace headrace {

// AxisSetting: a field that a value of an axis sets, and to what. The mark is that of its text.
struct AxisSetting {
  std::string path, value;
  Mark mark;
};

// UnitPart: a number of the scenario, and how much of it one unit is.
struct UnitPart {
  std::string path;
  std::int64_t each = 0;
  Mark mark;  // Place of the part's text.
};

struct SweepAxis {
  std::string path;                 // As an override says it: "jobs.train.loader.read_threads".
  std::vector<std::string> values;  // Texts that the field takes; of a range without steps its two ends.
  bool is_range = false;            // Without steps: a design may place a point anywhere between the ends.
  SweepRange range;                 // Where is_range.
  std::vector<double> numbers;      // Of the values, where all of them are quantities or numbers; else empty.
  std::string unit;                 // Of the numbers: "s", "B", "B/s"; empty of plain numbers.
  // Parts, where the axis counts units, and settings by word, where it chooses; else its path is a field.
  std::vector<UnitPart> parts;
  Named<std::vector<AxisSetting>> choices;

  bool is_field() const { return parts.empty() && choices.empty(); }
};

// An axis and where it stands in the text.
struct AxisText {
  SweepAxis axis;
  Mark mark;                 // Of the path.
  std::vector<Mark> values;  // Of each value.
};

// Says whether a word of the command line gives a field several values.
bool is_axis(const std::string& word);

// Picks the words that fix one of these axes. One value on the command line for an axis of the text leaves
// the axis with that value; for one of the command line it is a second axis of the same field, which is
// refused.
std::vector<std::string> fixed_axes(const std::vector<std::string>& words,
                                    const std::vector<std::string>& axes);

// `mark` is where the text stands; `fields` tells what the field takes.
std::optional<AxisText> parse_axis(const std::string& text, const Mark& mark, const FieldNode& fields,
                                   Problems& problems);

// Fills numbers and unit.
void set_numbers(SweepAxis& axis);

}  // namespace headrace
