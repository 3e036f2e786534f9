// JSON: the answer of a run for programs. README.md documents every key.
//
// One replication gives one object. Several give the same object with means in
// place of each job's figures, and "replications": one full object each. Jobs
// that were also run by themselves have such an object each under "alone".
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

#include "scenarios/loader/run_result.h"

namespace headrace {

inline constexpr const char* kResultSchema = "headrace.result/1";

struct JsonContext {
  std::string revision;
  std::string database;     // Where the rows are; empty when they were not stored.
  std::string dlio_folder;  // Where the DLIO files are; empty when none were written.
  bool calibrated = false;  // The scenario is: its errors are not those of published runs.
};

// `runs` is not empty.
nlohmann::ordered_json result_tree(std::span<const RunResult> runs, const JsonContext& context);

// Returns null where there is no value.
nlohmann::ordered_json value_or_null(const std::optional<double>& value);

// Ends with a line feed. Throws InternalError for a number that JSON cannot hold.
std::string json_text(const nlohmann::ordered_json& tree, int indent = 2);

}  // namespace headrace
