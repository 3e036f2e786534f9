// Assertions: the `assert:` block of a scenario, held against its answer.
//
// A metric is a path into the JSON answer, so every number that a program can
// read can be asserted: "jobs.train.au_percent", "jobs.train.epochs[0].seconds",
// "resources.scratch: OST device.utilisation_mean".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/scenario.h"

namespace headrace {

struct AssertionOutcome {
  std::string text;
  bool holds = false;
  std::string sentence;  // "PASS jobs.train.au_percent >= 90 (97.4)"
};

// A number or a flag (1 or 0) of the answer.
std::optional<double> find_figure(const nlohmann::ordered_json& answer, std::string_view path);

std::vector<AssertionOutcome> judge(std::span<const Assertion> assertions,
                                    const nlohmann::ordered_json& answer);

}  // namespace headrace
