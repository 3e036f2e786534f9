#include "models/jobs/checkpoint/checkpoint.h"

#include <algorithm>
#include <numeric>

#include "models/jobs/checkpoint/rank_place.h"
#include "sim/check.h"

namespace headrace {

namespace {

std::int64_t layers_of_stage(std::int64_t layers, const RankPlace& place) {
  return layers / place.pipeline + (place.stage < layers % place.pipeline ? 1 : 0);
}

// Elements of the model that one rank holds, one entry a layer: DLIO's layers 0
// (embedding), 1..L, L+1 (lm_head) and L+2 (final norm), those of its stage.
std::vector<std::int64_t> layer_elements(const TransformerSpec& t, const RankPlace& place,
                                         std::int64_t shards) {
  const std::int64_t h = t.hidden_size, f = t.ffn_hidden_size;
  const std::int64_t d = h / t.attention_heads * t.key_value_heads;
  const auto sharded = [&](std::int64_t elements) { return elements / place.tensor / shards; };
  const std::int64_t layer =
      2 * (h / shards) + sharded(h * (h + 2 * d)) + sharded(h * h) + sharded(2 * h * f) + sharded(h * f);
  std::vector<std::int64_t> elements;
  if (place.stage == 0) elements.push_back(sharded(h * t.vocabulary_size));
  elements.insert(elements.end(), static_cast<std::size_t>(layers_of_stage(t.layers, place)), layer);
  if (place.stage == place.pipeline - 1) {
    elements.push_back(sharded(h * t.vocabulary_size));
    elements.push_back(h / shards);
  }
  return elements;
}

// Counts those of the whole model: 2Vh + L(2h + h(h+2d) + h h + 3hf) + h.
std::int64_t parameters(const TransformerSpec& t) {
  const std::int64_t h = t.hidden_size, f = t.ffn_hidden_size;
  const std::int64_t d = h / t.attention_heads * t.key_value_heads;
  return 2 * t.vocabulary_size * h + t.layers * (2 * h + h * (h + 2 * d) + h * h + 3 * h * f) + h;
}

std::vector<Bytes> transformer_files(const CheckpointSpec& spec, const RankPlace& place) {
  const TransformerSpec& t = spec.transformer;
  const std::int64_t zero = spec.parallelism.zero_stage;
  std::vector<Bytes> files;
  if (zero == 0 && place.replica > 0) return files;
  if (zero == 3 || place.replica == 0) {
    const auto layers = layer_elements(t, place, zero == 3 ? place.data : 1);
    if (place.pipeline > 1) {
      for (const std::int64_t n : layers) files.push_back(Bytes::count(n * t.model_bytes_per_element));
    } else {
      const std::int64_t all = std::accumulate(layers.begin(), layers.end(), std::int64_t{0});
      files.push_back(Bytes::count(all * t.model_bytes_per_element));
    }
  }
  const std::int64_t over = zero == 0 ? place.model_ranks() : place.data * place.model_ranks();
  const std::int64_t optimizer = 3 * (parameters(t) / over) + 15 * t.hidden_size;
  files.push_back(Bytes::count(optimizer * t.optimizer_bytes_per_element));
  return files;
}

// Explicit counts are what one rank holds, of each layer of its stage and of
// its share of the optimiser.
std::vector<Bytes> explicit_files(const CheckpointSpec& spec, const RankPlace& place) {
  const TransformerSpec& t = spec.transformer;
  const auto sum = [](const std::vector<std::int64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  };
  std::vector<Bytes> files{spec.model_size};
  if (place.replica == 0 || spec.parallelism.zero_stage == 3) {
    const std::int64_t layers = std::max<std::int64_t>(0, layers_of_stage(t.layers, place));
    for (std::int64_t l = 0; l < layers; ++l)
      files.push_back(Bytes::count(sum(spec.layer_elements) * t.model_bytes_per_element));
  }
  if (!spec.optimizer_elements.empty())
    files.push_back(Bytes::count(sum(spec.optimizer_elements) * t.optimizer_bytes_per_element));
  return files;
}

}  // namespace

// -1 is no number of steps, and 0 is none either that a step could be divided by.
void CheckpointSpec::check(Check& check) const {
  if (!enabled || steps_between != 0) return;
  check.error({.field = "steps_between",
               .code = "E0107",
               .sentence = "'steps_between' is 0; it takes -1, or 1 and more",
               .help = "-1: checkpoints come by epochs, or by 'interval'"});
}

std::vector<Bytes> checkpoint_files(const CheckpointSpec& spec, RankId rank, std::int64_t ranks) {
  const RankPlace place = place_of(spec.parallelism, rank, ranks);
  if (!spec.layer_elements.empty() || !spec.optimizer_elements.empty()) {
    if (spec.ranks == CheckpointRanks::rank_zero && rank > 0) return {};
    return explicit_files(spec, place);
  }
  if (spec.transformer.layers > 0) return transformer_files(spec, place);
  if (spec.ranks == CheckpointRanks::rank_zero && rank > 0) return {};
  return {spec.model_size};
}

Bytes checkpoint_size(const CheckpointSpec& spec, std::int64_t ranks) {
  Bytes total;
  for (std::int64_t rank = 0; rank < ranks; ++rank)
    for (const Bytes size : checkpoint_files(spec, static_cast<RankId>(rank), ranks)) total += size;
  return total;
}

CheckpointFiles::CheckpointFiles(const CheckpointSpec& spec, std::int64_t ranks, std::int32_t set,
                                 const LayoutSpec& layout)
    : spec_(spec), set_(set), layout_(layout) {
  std::size_t most = 0;
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    sizes_.push_back(checkpoint_files(spec, static_cast<RankId>(rank), ranks));
    most = std::max(most, sizes_.back().size());
    size_ += size_of(static_cast<RankId>(rank));
  }
  places_.resize(sizes_.size());
  for (std::size_t turn = 0; turn < most; ++turn)
    for (std::size_t rank = 0; rank < sizes_.size(); ++rank)
      if (turn < sizes_[rank].size()) places_[rank].push_back(count_++);
}

Bytes CheckpointFiles::size_of(RankId rank) const {
  return std::accumulate(sizes_of(rank).begin(), sizes_of(rank).end(), Bytes());
}

std::vector<FileInfo> CheckpointFiles::of(std::int64_t number, RankId rank) const {
  const std::vector<std::int64_t>& places = places_[static_cast<std::size_t>(rank)];
  std::vector<FileInfo> files(places.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    files[i].id = FileId{set_, number * count_ + places[i]};
    files[i].size = sizes_of(rank)[i];
    files[i].directory = number;
    files[i].layout = layout_;
  }
  return files;
}

std::vector<FileInfo> CheckpointFiles::restored_by(std::int64_t number, RankId rank) const {
  const bool counted = !spec_.layer_elements.empty() || !spec_.optimizer_elements.empty();
  const bool transformer = !counted && spec_.transformer.layers > 0;
  if (!transformer) return of(number, spec_.ranks == CheckpointRanks::rank_zero ? 0 : rank);
  const RankPlace place = place_of(spec_.parallelism, rank, static_cast<std::int64_t>(sizes_.size()));
  const std::int64_t zero = spec_.parallelism.zero_stage;
  if (place.replica == 0 || zero == 3) return of(number, rank);
  std::vector<FileInfo> files = of(number, rank_at(place.at_replica(0)));
  if (zero == 0) return files;
  files.pop_back();  // The optimiser's is each rank's own, and its last.
  const std::vector<FileInfo> own = of(number, rank);
  files.insert(files.end(), own.begin(), own.end());
  return files;
}

bool CheckpointSchedule::after_step(std::int64_t step_of_epoch, Time now) {
  ++steps_;
  if (!spec_.enabled) return false;
  const bool late = spec_.interval > Duration() && now - last_ >= spec_.interval;
  if (!late && !steps_are_due(step_of_epoch)) return false;
  last_ = now;
  return true;
}

bool CheckpointSchedule::steps_are_due(std::int64_t step_of_epoch) const {
  if (spec_.steps_between <= 0) return false;
  switch (spec_.step_counter) {
    case StepCounter::run: return steps_ % spec_.steps_between == 0;
    case StepCounter::epoch: return step_of_epoch % spec_.steps_between == 0;
    case StepCounter::global_batch:
      return steps_ * ranks_ / spec_.steps_between > (steps_ - 1) * ranks_ / spec_.steps_between;
  }
  HEADRACE_CHECK(false);
}

bool CheckpointSchedule::after_epoch(std::int64_t epoch) const {
  if (!spec_.enabled || spec_.steps_between > 0 || spec_.interval > Duration()) return false;
  return epoch >= spec_.after_epoch && (epoch - spec_.after_epoch) % spec_.epochs_between == 0;
}

Task<> write_file(FileSystem& storage, FileInfo file, bool fsync, Account& account) {
  const FileHandle handle = co_await storage.create(file, account);
  HeldFile held(storage, handle);
  co_await storage.write(handle, Bytes(), file.size, account);
  if (fsync) co_await storage.sync(handle, account);
  co_await storage.close(held.release(), account);
}

Task<> read_files(FileSystem& storage, std::vector<FileInfo> files, Account& account) {
  for (const FileInfo& file : files) {
    const FileHandle handle = co_await storage.open(file, account);
    HeldFile held(storage, handle);
    co_await storage.read(handle, Bytes(), file.size, IoMode::buffered, account);
    co_await storage.close(held.release(), account);
  }
}

}  // namespace headrace
