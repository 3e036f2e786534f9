#include "analysis/page/inferred_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "scenarios/loader/recordings/inferred_workload.h"

namespace headrace {

namespace {

// Row: a value in words and as JSON.
struct InferredRow {
  std::string name, words;
  nlohmann::ordered_json value;
  double confidence = 0;
  std::string why;
};

std::string words_of(const std::string& value) { return value; }
std::string words_of(std::int64_t value) { return std::to_string(value); }
std::string words_of(bool value) { return value ? "yes" : "no"; }
std::string words_of(Bytes value) { return gibibytes_text(static_cast<double>(value.count())); }
std::string words_of(Duration value) { return span_text(value); }

nlohmann::ordered_json json_of(const std::string& value) { return value; }
nlohmann::ordered_json json_of(std::int64_t value) { return value; }
nlohmann::ordered_json json_of(bool value) { return value; }
nlohmann::ordered_json json_of(Bytes value) { return value.count(); }
nlohmann::ordered_json json_of(Duration value) { return value.in_seconds(); }

template <class Value>
InferredRow row_of(std::string name, const Inferred<Value>& found) {
  return {std::move(name), words_of(found.value), json_of(found.value), found.confidence, found.why};
}

std::vector<InferredRow> rows_of(const InferredLoader& found) {
  std::vector<InferredRow> rows = {
      row_of("format", found.format),
      row_of("loader", found.kind),
      row_of("nodes", found.nodes),
      row_of("ranks", found.ranks),
      row_of("read_threads", found.read_threads),
      row_of("batch_size", found.batch_size),
      row_of("batches_ahead", found.batches_ahead),
      row_of("shuffled", found.shuffled),
      row_of("files", found.files),
      row_of("samples_per_file", found.samples_per_file),
      row_of("record_length", found.record_length),
      row_of("record_length_stdev", found.record_length_stdev),
      row_of("tensor_length", found.tensor_length),
      row_of("epochs", found.epochs),
      row_of("steps", found.steps),
      row_of("computation_time", found.computation_time),
      row_of("checkpoints", found.checkpoints),
  };
  if (found.checkpoints.value > 0) {
    rows.push_back(row_of("checkpoint_size", found.checkpoint_size));
    rows.push_back(row_of("checkpoint_writers", found.checkpoint_writers));
  }
  if (found.checkpoint_after_epoch.value > 0) {
    rows.push_back(row_of("checkpoint_after_epoch", found.checkpoint_after_epoch));
    rows.push_back(row_of("checkpoint_epochs_between", found.checkpoint_epochs_between));
  }
  if (found.checkpoints.value > 1) rows.push_back(row_of("checkpoint_interval", found.checkpoint_interval));
  return rows;
}

}  // namespace

std::vector<std::array<std::string, 4>> inferred_words(const InferredLoader& found) {
  std::vector<std::array<std::string, 4>> words;
  for (const InferredRow& row : rows_of(found))
    words.push_back({row.name, row.words, std::string(confidence_word(row.confidence)), row.why});
  return words;
}

std::string inferred_report(const InferredLoader& found, const std::string& recording, const Style& style) {
  std::string text = style.bold("the loader behind " + recording) + "\n";
  for (const InferredRow& row : rows_of(found))
    text += wrap(
        fmt::format("{:<20} {:>12}  {:<7} {}", row.name, row.words, confidence_word(row.confidence), row.why),
        "  ", 44);
  return text;
}

std::string similarity_report(const CheckedInference& alike) {
  std::string text = "\nhow alike a run of it is to the recording, from 0 to 1\n";
  for (std::size_t i = 0; i < alike.traits.kNames.size(); ++i)
    text += fmt::format("  {:<20} {:>12.2f}\n", alike.traits.kNames[i], alike.traits.all()[i]);
  return text + fmt::format("  {:<20} {:>12.2f}\n", "DLIO's cosine", alike.dlio_cosine);
}

nlohmann::ordered_json inferred_tree(const InferredLoader& found,
                                     const std::optional<CheckedInference>& alike) {
  nlohmann::ordered_json tree = {{"schema", "headrace.inferred/1"}};
  for (const InferredRow& row : rows_of(found))
    tree[row.name] = {{"value", row.value}, {"confidence", row.confidence}, {"why", row.why}};
  if (!alike) return tree;
  for (std::size_t i = 0; i < alike->traits.kNames.size(); ++i)
    tree["similarity"][std::string(alike->traits.kNames[i])] = alike->traits.all()[i];
  tree["similarity"]["DLIO's cosine"] = alike->dlio_cosine;
  return tree;
}

}  // namespace headrace
