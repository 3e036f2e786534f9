#include "scenarios/loader/dlio/dlio_keys.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "scenarios/loader/dlio/dlio_codes.h"
#include "tests/scenarios/loader/dlio/dlio_support.h"

namespace headrace {
namespace {

std::vector<std::string> schema_keys() {
  std::istringstream lines(file_text(data_folder() / "dlio_workloads/dlio_config_schema.csv"));
  std::vector<std::string> keys;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) keys.push_back(line.substr(0, line.find(',')));
  return keys;
}

// Texts that are right for a key of this kind and, but for the words, no key's default.
std::vector<std::string> plausible_values(const DlioKey& key) {
  switch (key.kind) {
    case DlioKind::integer: return {"3"};
    case DlioKind::number: return {"0.25"};
    case DlioKind::flag: return {"True", "False"};
    case DlioKind::bytes: return {"12345"};
    case DlioKind::seconds: return {"17"};
    case DlioKind::law: return {"0.25", "{type: gamma, shape: 4, scale: 0.5}"};
    case DlioKind::text:
    case DlioKind::any: return {"something"};
    case DlioKind::integers: return {"[2, 3]"};
    case DlioKind::word: return {key.words.begin(), key.words.end()};
  }
  return {};
}

// Writes a document that says one key, block by block, so that the value stands on the last line.
std::string document(std::string_view path, const std::string& value) {
  std::string text, indent;
  while (path.find('.') != std::string_view::npos) {
    text += indent + std::string(path.substr(0, path.find('.'))) + ":\n";
    path.remove_prefix(path.find('.') + 1);
    indent += "  ";
  }
  return text + indent + std::string(path) + ": " + value + "\n";
}

// Says how a key ended: "spec", "note", "problem", or "" for silence.
std::string outcome(std::string_view path, const std::string& value) {
  const std::string text = document(path, value);
  const DlioResult result = read(text);
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  for (const Problem& problem : result.problems.all()) {
    if (problem.mark.line != lines)
      ADD_FAILURE() << "not at line " << lines << "\n" << result.problems.text();
    return "problem";
  }
  if (!result.reason(path).empty()) return "note";
  return SpecText::of(result.workload) == SpecText::of(read("{}").workload) ? "" : "spec";
}

TEST(DlioKeys, NoKeyOfTheSchemaIsDroppedInSilence) {
  if (data_folder().empty()) GTEST_SKIP() << "HEADRACE_DATA is unset: the list of DLIO's keys is not here";
  const std::vector<std::string> keys = schema_keys();
  EXPECT_GT(keys.size(), 100u);
  for (const std::string& path : keys) {
    const DlioKey* key = find_dlio_key(path);
    ASSERT_NE(key, nullptr) << path;
    std::size_t silent = 0;
    const std::vector<std::string> values = plausible_values(*key);
    for (const std::string& value : values) silent += outcome(path, value).empty();
    // One value of a flag or a list of words is the default, which may well change nothing.
    const bool has_default = key->kind == DlioKind::flag || key->kind == DlioKind::word;
    EXPECT_LE(silent, has_default ? 1u : 0u) << path;
  }
}

TEST(DlioKeys, EveryRowSaysWhatBecomesOfItsKey) {
  for (const DlioKey& key : dlio_keys()) {
    const bool to_somewhere = key.target.index() != 0;
    if (key.effect == DlioEffect::honoured) {
      EXPECT_TRUE(to_somewhere || key.kind == DlioKind::any) << key.path << " (else a rule reads it)";
    } else {
      EXPECT_FALSE(key.reason.empty()) << key.path;
    }
    EXPECT_EQ(key.kind == DlioKind::word, !key.words.empty()) << key.path;
    EXPECT_TRUE(key.simulated_words == key.words.size() || !key.reason.empty()) << key.path;
    EXPECT_EQ(find_dlio_key(key.path), &key) << "twice in the table: " << key.path;
    EXPECT_TRUE(key.canonical.empty() || find_dlio_key(key.canonical) != nullptr) << key.path;
  }
}

TEST(DlioKeys, EveryNoteAndRefusalSpeaks) {
  for (const DlioKey& key : dlio_keys())
    for (const std::string& value : plausible_values(key)) {
      const DlioResult result = read(document(key.path, value));
      for (const NoEffect& entry : result.no_effect) EXPECT_GT(entry.reason.size(), 15u) << entry.key;
      for (const Problem& problem : result.problems.all()) {
        const auto codes = dlio_codes();
        EXPECT_TRUE(std::any_of(codes.begin(), codes.end(), [&](const DlioCode& code) {
          return code.code == problem.code;
        })) << problem.code;
      }
    }
}

// The reader sets the specs' enumerations by the position of a word; headrace's own formats stand behind
// DLIO's.
TEST(DlioKeys, WordsStandInTheOrderOfTheSpecs) {
  const auto begins_with = [](const char* path, std::span<const std::string_view> words) {
    const DlioKey* key = find_dlio_key(path);
    return key->simulated_words == words.size() && std::equal(words.begin(), words.end(), key->words.begin());
  };
  EXPECT_TRUE(
      begins_with("dataset.format", std::span(kFormats).first(static_cast<std::size_t>(Format::tar))));
  EXPECT_TRUE(begins_with("reader.file_shuffle", kShuffles));
  EXPECT_TRUE(begins_with("reader.sample_shuffle", kShuffles));
  EXPECT_TRUE(begins_with("checkpoint.type", kCheckpointRanks));
}

TEST(DlioKeys, ElementTypesHaveTheirSizes) {
  const auto length_of = [](const std::string& type) {
    return read("dataset: {record_dims: [10], record_element_type: " + type + "}")
        .workload.dataset.record_length;
  };
  EXPECT_EQ(length_of("uint8"), 10_B);
  EXPECT_EQ(length_of("float16"), 20_B);
  EXPECT_EQ(length_of("int32"), 40_B);
  EXPECT_EQ(length_of("float64"), 80_B);
  EXPECT_EQ(length_of("complex128"), 160_B);
  const auto model_bytes = [](const std::string& type) {
    return read("model: {model_datatype: " + type + "}")
        .workload.checkpoint.transformer.model_bytes_per_element;
  };
  EXPECT_EQ(model_bytes("fp16"), 2);
  EXPECT_EQ(model_bytes("bf16"), 2);
  EXPECT_EQ(model_bytes("fp32"), 4);
  EXPECT_EQ(model_bytes("int8"), 1);
  EXPECT_EQ(model_bytes("uint8"), 1);
}

}  // namespace
}  // namespace headrace
