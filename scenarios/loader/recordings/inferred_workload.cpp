#include "scenarios/loader/recordings/inferred_workload.h"

#include <algorithm>
#include <cmath>

#include "scenarios/loader/fields/field_writer.h"

namespace headrace {

namespace {

std::string text_of_value(const std::string& value) { return value; }
std::string text_of_value(std::int64_t value) { return std::to_string(value); }
std::string text_of_value(Bytes value) { return std::to_string(value.count()) + " B"; }
std::string text_of_value(Duration value) { return std::to_string(value.ns() / 1000) + " us"; }

// Returns a line with the reason behind it: "        batch_size: 7   # high: …".
template <class Value>
std::string line_of(std::size_t indent, const std::string& key, const Inferred<Value>& found,
                    const std::string& value) {
  return std::string(indent, ' ') + key + ": " + value + "   # " +
         std::string(confidence_word(found.confidence)) + ": " + found.why + "\n";
}
template <class Value>
std::string line_of(std::size_t indent, const std::string& key, const Inferred<Value>& found) {
  return line_of(indent, key, found, text_of_value(found.value));
}

std::string seconds_text(Duration span) {
  const std::int64_t us = span.ns() / 1000;
  std::string text = std::to_string(us % 1'000'000);
  return std::to_string(us / 1'000'000) + "." + std::string(6 - text.size(), '0') + text;
}

Bytes size_of_writer(const InferredLoader& found) {
  return Bytes::count(found.checkpoint_size.value.count() /
                      std::max<std::int64_t>(1, found.checkpoint_writers.value));
}

std::string checkpoint_text(const InferredLoader& found) {
  if (found.checkpoints.value == 0) return {};
  std::string text = "      checkpoint:\n        enabled: true\n";
  text += line_of(8, "model_size", found.checkpoint_size, text_of_value(size_of_writer(found)));
  if (found.checkpoint_writers.value > 1) text += line_of(8, "ranks", found.checkpoint_writers, "all_ranks");
  if (found.checkpoint_after_epoch.value > 0) {
    text += line_of(8, "after_epoch", found.checkpoint_after_epoch);
    text += line_of(8, "epochs_between", found.checkpoint_epochs_between);
  } else if (found.checkpoint_interval.value > Duration()) {
    text += line_of(8, "interval", found.checkpoint_interval);
  }
  return text;
}

}  // namespace

std::int64_t prefetch_of(const InferredLoader& found) {
  if (found.kind.value == "tensorflow") return found.batches_ahead.value;  // Of a rank, not of each worker.
  return found.batches_ahead.value * std::max<std::int64_t>(1, found.read_threads.value);
}

std::int64_t ranks_of_node(const InferredLoader& found) {
  return std::max<std::int64_t>(1, found.ranks.value / std::max<std::int64_t>(1, found.nodes.value));
}

std::string_view confidence_word(double confidence) {
  return confidence >= 0.8 ? "high" : confidence >= 0.5 ? "medium" : "low";
}

std::string workload_text(const InferredLoader& found, const InferredPlaces& places) {
  std::string text = "# A workload inferred from " + yaml_text(places.recording) +
                     ": behind each value how sure it is, and why.\n";
  if (!places.platform.empty())
    text += "schema: headrace/1\nname: " + yaml_text("workload of " + places.recording) +
            "\nplatform: {include: " + yaml_text(places.platform) + "}\n";
  text += "jobs:\n  train:\n    workload:\n      model: inferred\n      dataset:\n";
  text += line_of(8, "format", found.format);
  text += line_of(8, "files", found.files);
  if (found.samples_per_file.value > 1 || found.samples_per_file.confidence < 0.5)
    text += line_of(8, "samples_per_file", found.samples_per_file);
  text += line_of(8, "record_length", found.record_length);
  if (found.record_length_stdev.value > Bytes())
    text += line_of(8, "record_length_stdev", found.record_length_stdev);
  text += line_of(8, "tensor_length", found.tensor_length);
  text += "      loader:\n" + line_of(8, "kind", found.kind);
  text += line_of(8, "batch_size", found.batch_size);
  text += line_of(8, "read_threads", found.read_threads);
  text += line_of(8, "prefetch_size", found.batches_ahead, std::to_string(prefetch_of(found)));
  text += "      training:\n" + line_of(8, "epochs", found.epochs);
  text += line_of(8, "total_training_steps", found.steps);
  text += line_of(8, "computation_time", found.computation_time);
  text += checkpoint_text(found);
  if (found.kind.value == "pytorch")
    text += "    shuffle:\n" +
            line_of(6, "policy", found.shuffled, found.shuffled.value ? "global" : "sequential");
  text += "    accelerators_per_node: " + std::to_string(ranks_of_node(found)) + "   # " +
          std::string(confidence_word(found.ranks.confidence)) + ": " + found.ranks.why + ", over " +
          std::to_string(found.nodes.value) + " hosts\n";
  if (!places.group.empty())
    text += "    nodes: {group: " + yaml_text(places.group) +
            ", count: " + std::to_string(found.nodes.value) + "}\n";
  if (!places.storage.empty()) text += "    storage: " + yaml_text(places.storage) + "\n";
  return text;
}

std::string dlio_text(const InferredLoader& found, const std::string& recording) {
  std::string text =
      "# A workload inferred from " + yaml_text(recording) + ": behind each value how sure it is, and why.\n";
  text += "model: inferred\n\n" + line_of(0, "framework", found.kind) + "\n";
  text += std::string("workflow:\n  generate_data: False\n  train: True\n  checkpoint: ");
  text += found.checkpoints.value > 0 ? "True" : "False";
  text += "\n\ndataset:\n  data_folder: data\n";
  text += line_of(2, "format", found.format);
  text += line_of(2, "num_files_train", found.files);
  text += line_of(2, "num_samples_per_file", found.samples_per_file);
  text += line_of(2, "record_length_bytes", found.record_length,
                  std::to_string(found.record_length.value.count()));
  text += line_of(2, "record_length_bytes_stdev", found.record_length_stdev,
                  std::to_string(found.record_length_stdev.value.count()));
  text += "\nreader:\n" + line_of(2, "data_loader", found.kind);
  text += line_of(2, "batch_size", found.batch_size);
  text += line_of(2, "read_threads", found.read_threads);
  text += line_of(2, "prefetch_size", found.batches_ahead, std::to_string(prefetch_of(found)));
  const std::string order = found.shuffled.value ? "seed" : "off";
  text +=
      line_of(2, "file_shuffle", found.shuffled, order) + line_of(2, "sample_shuffle", found.shuffled, order);
  text += "\ntrain:\n" + line_of(2, "epochs", found.epochs);
  text += line_of(2, "total_training_steps", found.steps);
  text += line_of(2, "computation_time", found.computation_time, seconds_text(found.computation_time.value));
  if (found.checkpoints.value == 0) return text;
  text += "\ncheckpoint:\n  checkpoint_folder: checkpoints\n";
  if (found.checkpoint_after_epoch.value > 0) {
    text += line_of(2, "checkpoint_after_epoch", found.checkpoint_after_epoch);
    text += line_of(2, "epochs_between_checkpoints", found.checkpoint_epochs_between);
  }
  return text +
         line_of(2, "model_size", found.checkpoint_size, std::to_string(size_of_writer(found).count()));
}

}  // namespace headrace
