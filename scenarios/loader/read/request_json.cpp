#include "scenarios/loader/read/request_json.h"

#include <nlohmann/json.hpp>

#include "models/jobs/inference/request_trace.h"

namespace headrace {
namespace {

using Json = nlohmann::json;

// Returns a number of tokens, and says what is wrong where it is none.
std::optional<std::int64_t> tokens_at(const Json& request, const char* key, std::string& wrong) {
  const auto found = request.find(key);
  if (found == request.end()) return std::nullopt;
  const bool fits = found->is_number_integer() && found->is_number_unsigned() &&
                    found->get<std::uint64_t>() <= static_cast<std::uint64_t>(RequestTrace::kMostTokens);
  if (fits) return found->get<std::int64_t>();
  wrong = "'" + std::string(key) + "' is no number of tokens";
  return std::nullopt;
}

std::optional<std::vector<std::uint64_t>> blocks_of(const Json& request, std::string& wrong) {
  const auto found = request.find("hash_ids");
  if (found == request.end()) return std::nullopt;
  std::vector<std::uint64_t> blocks;
  bool fits = found->is_array();
  if (fits) {
    for (const Json& one : *found) {
      fits = fits && one.is_number_integer();
      if (fits) blocks.push_back(one.get<std::uint64_t>());
    }
  }
  if (fits) return blocks;
  wrong = "'hash_ids' is no list of whole numbers";
  return std::nullopt;
}

}  // namespace

RequestJson parse_request_json(std::string_view line) {
  RequestJson out;
  const Json request = Json::parse(line, nullptr, false);
  if (!request.is_object()) {
    out.wrong = "the line is no JSON object";
    return out;
  }
  const auto time = request.find("timestamp");
  if (time == request.end() || !time->is_number()) {
    out.wrong = "'timestamp' is no number of milliseconds";
    return out;
  }
  out.milliseconds = time->get<double>();
  out.prompt_tokens = tokens_at(request, "input_length", out.wrong);
  out.output_tokens = tokens_at(request, "output_length", out.wrong);
  out.blocks = blocks_of(request, out.wrong);
  return out;
}

}  // namespace headrace
