#include "scenarios/loader/recordings/inferred_loader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "models/formats/format.h"
#include "models/hardware/host_work.h"
#include "scenarios/loader/recordings/batch_waits.h"
#include "scenarios/loader/recordings/checkpoint_bursts.h"
#include "scenarios/loader/recordings/epoch_times.h"
#include "scenarios/loader/recordings/recording_profile.h"
#include "scenarios/loader/text/errors.h"

namespace headrace {

namespace {

double as_number(Bytes size) { return static_cast<double>(size.count()); }

void infer_format(const DataVisits& data, InferredLoader& found) {
  constexpr std::pair<std::string_view, std::string_view> kEndings[] = {
      {"jpg", "jpeg"},           {"h5", "hdf5"},      {"hdf5", "hdf5"}, {"tfrecords", "tfrecord"},
      {"idx", "indexed_binary"}, {"rec", "recordio"}, {"mdb", "lmdb"}};
  std::string word = data.ending;
  for (const auto& [ending, format] : kEndings)
    if (word == ending) word = format;
  if (std::find(std::begin(kFormats), std::end(kFormats), word) != std::end(kFormats)) {
    found.format = {word, 0.95, "the ending of its files, ." + data.ending};
  } else {
    found.format = {
        data.whole_files ? "npz" : "hdf5", 0.3,
        std::string("no ending that is known; files are read ") + (data.whole_files ? "whole" : "in parts")};
  }
  const bool is_tensorflow = found.format.value == "tfrecord";
  found.kind = {is_tensorflow ? "tensorflow" : "pytorch", is_tensorflow ? 0.8 : 0.7,
                is_tensorflow ? "TensorFlow's own format" : "whole batches are made by one worker each"};
}

// Tells whether files of records are read from end to end, so that samples do not show.
bool hides_samples(const DataVisits& data, const InferredLoader& found) {
  return data.whole_files && found.kind.value == "tensorflow";
}

// Returns the `record_length_stdev` whose samples have a deviation: DLIO makes them as products of two
// normals of mean sqrt(L) and deviation s = stdev / (2 sqrt(L)), whose variance is 2 L s^2 + s^4 [derived].
double stdev_in_scenario(double length, double deviation) {
  const double of_side = std::sqrt(length * length + deviation * deviation) - length;  // s^2.
  return 2 * std::sqrt(length * of_side);
}

void infer_dataset(const Recording& recording, const DataVisits& data, InferredLoader& found) {
  const auto visits = static_cast<std::int64_t>(data.visits());
  const auto files = static_cast<std::int64_t>(data.files.size());
  found.files = {files, 0.6, "files that were read; a run leaves out those that fill no batch"};
  found.epochs = {data.epochs, data.epochs > 1 ? 0.95 : 0.8, "passes over the same samples"};
  const std::int64_t of_epoch = std::max<std::int64_t>(1, visits / std::max<std::int64_t>(1, data.epochs));
  const std::int64_t in_file =
      data.whole_files ? 1 : std::max<std::int64_t>(1, (of_epoch + files / 2) / files);
  found.samples_per_file = {in_file, 0.8, "places of a file that are read in one pass"};
  double sum = 0, squares = 0;
  for (const DataThread& thread : data.threads) {
    for (const DataVisit& visit : thread.visits) {
      const double size =
          data.whole_files ? as_number(recording.files[visit.file].size) : as_number(visit.length);
      sum += size;
      squares += size * size;
    }
  }
  const double mean = sum / static_cast<double>(visits);
  const double deviation = std::sqrt(std::max(0.0, squares / static_cast<double>(visits) - mean * mean));
  const double shown = deviation < 1e-3 * mean ? 0 : stdev_in_scenario(mean, deviation);
  found.record_length = {Bytes::count(static_cast<std::int64_t>(std::llround(mean))),
                         hides_samples(data, found) ? 0.2 : 0.95, "mean of what a sample is"};
  found.record_length_stdev = {Bytes::count(static_cast<std::int64_t>(std::llround(shown))),
                               hides_samples(data, found) ? 0.2 : 0.9, "their spread, as DLIO counts it"};
}

void infer_ranks(const Recording& recording, const DataVisits& data, const InferenceWish& wish,
                 InferredLoader& found) {
  std::set<std::size_t> processes;
  std::set<std::string_view> hosts;
  std::map<std::size_t, std::int64_t> threads;
  for (const DataThread& thread : data.threads) {
    processes.insert(thread.process);
    hosts.insert(recording.processes[thread.process].host);
    ++threads[thread.process];
  }
  const auto all = static_cast<std::int64_t>(processes.size());
  found.nodes = {static_cast<std::int64_t>(hosts.size()), 0.95, "hosts whose processes read"};
  std::vector<std::int64_t> of_process;
  for (const auto& [process, count] : threads) of_process.push_back(count);
  std::nth_element(of_process.begin(),
                   of_process.begin() + static_cast<std::ptrdiff_t>(of_process.size() / 2), of_process.end());
  const std::int64_t typical = of_process[of_process.size() / 2];
  found.ranks = {all, typical > 1 ? 0.9 : 0.5, "processes that read"};
  const bool has_threads = std::any_of(data.threads.begin(), data.threads.end(),
                                       [](const DataThread& thread) { return thread.thread > 0; });
  found.read_threads = {typical, has_threads ? 0.9 : 0.4, "threads of a process that read"};
  if (!has_threads) {
    found.read_threads = {1, 0.3, "the trace names no threads"};
  }
  if (wish.ranks > 0 && wish.ranks <= all) {
    found.ranks = {wish.ranks, 1, "as was said"};
    found.read_threads = {std::max<std::int64_t>(1, all * typical / wish.ranks), 0.9,
                          "processes that read, over the ranks that were said"};
  }
}

// Takes the share of neighbours in a thread's visits whose file has a higher number: one half where it is
// shuffled.
void infer_order(const DataVisits& data, InferredLoader& found) {
  std::map<std::uint32_t, std::size_t> places;
  for (std::size_t i = 0; i < data.files.size(); ++i) places[data.files[i]] = i;
  std::size_t up = 0, all = 0;
  for (const DataThread& thread : data.threads) {
    for (std::size_t i = 1; i < thread.visits.size(); ++i) {
      const DataVisit& before = thread.visits[i - 1];
      const DataVisit& now = thread.visits[i];
      if (before.epoch != now.epoch) continue;
      const auto key = [&](const DataVisit& visit) { return std::pair(places[visit.file], visit.offset); };
      up += key(before) < key(now) ? 1 : 0;
      ++all;
    }
  }
  if (all == 0) {
    found.shuffled = {true, 0.1, "too few samples to tell"};
    return;
  }
  const double share = static_cast<double>(up) / static_cast<double>(all);
  const double sure = std::min(0.95, 0.3 + static_cast<double>(all) / 100);
  found.shuffled = {share < 0.9, sure,
                    std::to_string(std::lround(share * 100)) +
                        " % of the samples of a thread are behind the one before them"};
}

// Returns what the loop itself takes for a step with a batch of so many bytes, by priors.
Duration loop_work(Bytes batch) {
  const PytorchWorkSpec work;
  return work.step_overhead.mean() + work.handover.mean() + batch / work.handover_rate;
}

Bytes batch_bytes(const InferredLoader& found) {
  const bool is_told = found.tensor_length.value > Bytes();
  const Bytes sample = is_told ? found.tensor_length.value : found.record_length.value;
  return Bytes::count(sample.count() * found.batch_size.value);
}

Inferred<Bytes> little_tensor(const InferredLoader& found) {
  constexpr Bytes kLittle = 1_MiB;  // Lost beside reading and decoding a sample [assumed].
  return {std::min(found.record_length.value, kLittle), 0.4,
          "no gap behind a batch is longer than others: what is put together is little"};
}

// Takes what the training loop and the workers do beside computing and decoding by the priors of PyTorch's
// host work: bytes of a batch from the time in which it is put together, and from them what it costs the
// loop.
void infer_loop(const BatchWaits& waits, InferredLoader& found) {
  const PytorchWorkSpec work;
  Bytes batch = Bytes::count(std::llround(waits.of_batch.in_seconds() * work.collate.in_bytes_per_second()));
  if (batch > Bytes()) {
    found.tensor_length = {std::max(1_B, Bytes::count(batch.count() / waits.batch)), 0.5,
                           "time in which a worker puts a batch together, by the prior of that work"};
  } else {
    found.tensor_length =
        waits.batch == 1
            ? Inferred<Bytes>{Bytes(), 0.3, "a batch of one is not put together; as large as the record"}
            : little_tensor(found);
    batch = batch_bytes(found);
  }
  found.computation_time = {
      std::max(Duration(), waits.step - loop_work(batch)), waits.step_confidence,
      "time between the ends of waits of a rank's workers, less the loop's own work by its priors"};
  if (waits.waiting < 0.5)
    found.computation_time = {Duration(), 0.2, "workers hardly ever wait: it is shorter than what they take"};
}

// Takes a part of a file of records, which do not show in its reads, for a batch of one sample. Where reads
// are under way for less than half of the time, the loop holds the reader back: its step is the time in which
// a rank reads as much.
void infer_stream(const Recording& recording, const DataVisits& data, InferredLoader& found) {
  // An eighth of a file, so that what a rank reads ahead is little, or all of a small one, so that the loop's
  // own work is [assumed].
  constexpr std::int64_t kParts = 8;
  constexpr Bytes kLeastPart = 4_MiB;
  const std::int64_t parts =
      std::clamp<std::int64_t>(found.record_length.value.count() / kLeastPart.count(), 1, kParts);
  const std::string why = "a record file does not show its samples: " +
                          std::string(parts == 1 ? "it is taken for one"
                                                 : "1/" + std::to_string(parts) + " of it is taken for one");
  const Duration span = data.span();
  const bool is_held_back = profile_of(recording).busy.ns() * 2 < span.ns();
  const std::int64_t all = parts * std::max<std::int64_t>(1, static_cast<std::int64_t>(data.visits()));
  const std::int64_t ranks = std::max<std::int64_t>(1, found.ranks.value);
  const double step = span.in_seconds() * static_cast<double>(ranks) / static_cast<double>(all);
  found.samples_per_file = {parts, 0.2, why};
  found.record_length.value =
      Bytes::count(std::max<std::int64_t>(1, found.record_length.value.count() / parts));
  if (parts > 1) found.record_length_stdev.value = Bytes();
  found.batch_size = {1, 0.3, why};
  found.batches_ahead = {2, 0.2, why};
  found.tensor_length = {Bytes(), 0.3, why};
  found.computation_time = {
      is_held_back ? Duration::seconds(step) : Duration(), 0.4,
      is_held_back ? "time between such parts of a rank, whose reads are seldom under way" : why};
}

void infer_batches(const BatchWaits& waits, InferredLoader& found) {
  if (waits.batch > 0) {
    found.batch_size = {waits.batch, waits.batch_confidence,
                        waits.ahead > 0 ? "waits lie behind multiples of so many samples"
                                        : "gaps behind multiples of so many samples are longer"};
    found.batches_ahead = {waits.ahead, waits.ahead_confidence, "batches of a worker before its first wait"};
    if (waits.ahead == 0) found.batches_ahead = {2, 0.2, "no worker waits; PyTorch's default"};
    infer_loop(waits, found);
    return;
  }
  const std::string why = "no worker waits so that its batches could be told: it never has to";
  found.batch_size = {std::max<std::int64_t>(1, waits.largest_divisor), waits.largest_divisor > 0 ? 0.3 : 0.1,
                      why + "; the largest number that all of them read multiples of"};
  found.batches_ahead = {2, 0.2, why + "; PyTorch's default"};
  found.computation_time = {Duration(), 0.1, why};
  found.tensor_length = little_tensor(found);
}

void infer_steps(const Recording& recording, const DataVisits& data, InferredLoader& found) {
  std::set<std::size_t> processes;
  for (const DataThread& thread : data.threads) processes.insert(thread.process);
  const std::int64_t ranks = std::max<std::int64_t>(1, found.ranks.value);
  if (hides_samples(data, found)) {
    infer_stream(recording, data, found);
  } else {
    const std::int64_t of_rank =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(processes.size()) / ranks);
    infer_batches(batch_waits(data, of_rank), found);
  }
  std::map<std::pair<std::size_t, std::int64_t>, std::int64_t> samples;  // By process and epoch.
  for (const DataThread& thread : data.threads)
    for (const DataVisit& visit : thread.visits) ++samples[{thread.process, visit.epoch}];
  std::int64_t most = 0;
  for (const auto& [of, count] : samples) most = std::max(most, count);
  const std::int64_t of_visit = hides_samples(data, found) ? found.samples_per_file.value : 1;
  const std::int64_t of_rank = most * of_visit * static_cast<std::int64_t>(processes.size()) / ranks;
  found.steps = {std::max<std::int64_t>(1, of_rank / std::max<std::int64_t>(1, found.batch_size.value)),
                 found.batch_size.confidence, "samples of a rank and epoch, over the batch"};
  const Duration step = epoch_times(data, found.batch_size.value)
                            .step_of(found.steps.value, found.batches_ahead.value * found.read_threads.value);
  if (found.computation_time.confidence < 0.5 && !hides_samples(data, found) && step > Duration())
    found.computation_time = {std::max(Duration(), step - loop_work(batch_bytes(found))),
                              std::min(0.6, found.batch_size.confidence),
                              "time of an epoch behind its first batch, over the steps, less the loop's own "
                              "work by its priors: no read is under way at its end"};
}

// Takes files that the run made for checkpoints: where all of them are behind the reads of an epoch, they
// follow epochs, else time.
void infer_checkpoints(const Recording& recording, const DataVisits& data, InferredLoader& found) {
  const CheckpointBursts bursts = checkpoint_bursts(recording);
  const auto count = static_cast<std::int64_t>(bursts.begins.size());
  found.checkpoints = {
      count, count > 0 ? 0.5 : 0.9,
      count > 0 ? "bursts of files that the run made" : "no file of a MiB or more was made by the run"};
  if (count == 0) return;
  found.checkpoint_size = {bursts.bytes, 0.5, "what it wrote, over the bursts"};
  found.checkpoint_writers = {bursts.writers, 0.9, "processes that wrote it"};
  if (count > 1)
    found.checkpoint_interval = {
        Duration::nanoseconds((bursts.begins.back() - bursts.begins.front()).ns() / (count - 1)), 0.5,
        "mean time between the bursts"};
  const EpochTimes times = epoch_times(data, 1);
  std::vector<std::int64_t> epochs;
  for (const Duration begin : bursts.begins) epochs.push_back(epoch_before(times, begin));
  if (*std::min_element(epochs.begin(), epochs.end()) == 0) return;
  found.checkpoint_after_epoch = {epochs.front(), 0.7, "the first is behind the reads of that epoch"};
  found.checkpoint_epochs_between = {
      count > 1 ? std::max<std::int64_t>(1, (epochs.back() - epochs.front()) / (count - 1)) : 1,
      count > 1 ? 0.7 : 0.2, count > 1 ? "epochs from one to the next" : "there is but one"};
}

template <class Value>
void lower_confidence(Inferred<Value>& guess) {
  constexpr double kLow = 0.2;
  guess.confidence = std::min(guess.confidence, kLow);
  guess.why = "the recording is made of counters, so times and places are guessed; " + guess.why;
}

// Lowers the confidence in what follows from times and places of reads, which counters do not tell.
void doubt_guesses(InferredLoader& found) {
  const auto lower = [](auto&... guesses) { (lower_confidence(guesses), ...); };
  lower(found.read_threads, found.batch_size, found.batches_ahead, found.samples_per_file,
        found.record_length, found.record_length_stdev, found.tensor_length, found.shuffled, found.epochs,
        found.steps, found.computation_time, found.checkpoint_interval, found.checkpoint_after_epoch,
        found.checkpoint_epochs_between);
}

}  // namespace

InferredLoader inferred_loader(const Recording& recording, const InferenceWish& wish) {
  const DataVisits data = data_visits(recording);
  if (data.visits() == 0)
    throw InputError("the recording has no reads of files that were there before: no loader");
  InferredLoader found;
  infer_format(data, found);
  infer_dataset(recording, data, found);
  infer_ranks(recording, data, wish, found);
  infer_order(data, found);
  infer_steps(recording, data, found);
  infer_checkpoints(recording, data, found);
  if (recording.of_counters) doubt_guesses(found);
  return found;
}

}  // namespace headrace
