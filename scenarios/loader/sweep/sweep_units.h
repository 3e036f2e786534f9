// SweepUnits: axes whose value sets several fields at once: how many of a unit there are, or which of some
// choices is made.
//
//   units: {appliance: {of: [oss.count=4, ost.count=8]}}          appliance=3 is oss.count=12, ost.count=24
//   choices: {drive: {of: {tlc: {overrides: [...]}, qlc: ...}}}   drive=tlc is what tlc stands for
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/sweep/sweep_axis.h"
#include "scenarios/loader/sweep/sweep_spec.h"

namespace headrace {

// Gives the axes that count units, or choose, what their values set. False, with problems, where a unit or a
// choice has no axis, or one of its parts or values is wrong: then values cannot be tried.
bool link_units(const SweepSpec& spec, const Places& places, std::vector<AxisText>& axes, Problems& problems);

// Returns what a value of the axis sets: its own field, or those of its units or its choice. `mark` is that
// of the axis.
std::vector<AxisSetting> settings_of(const SweepAxis& axis, const std::string& value, const Mark& mark);

// Returns the fields that any value of an axis sets. One that a word sets twice is there twice.
std::vector<std::string> fields_of(const SweepAxis& axis);

// Picks the words of a command line, such as appliance=8, that give one value to an axis of units or choices
// of the scenario's `sweep:` or `plan:`; those are no overrides, as no field has their name.
std::vector<std::string> take_unit_words(std::string_view text, std::vector<std::string>& words);

}  // namespace headrace
