// LoaderSpec: how a framework brings samples to its accelerator.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "models/fields.h"
#include "models/loaders/tf_data/tf_data_spec.h"

namespace headrace {

enum class LoaderKind : std::uint8_t { pytorch, tensorflow, tf_data };
inline constexpr std::string_view kLoaderKinds[] = {"pytorch", "tensorflow", "tf.data"};

// How PyTorch starts a worker process.
enum class StartMethod : std::uint8_t { fork, spawn };
inline constexpr std::string_view kStartMethods[] = {"fork", "spawn"};

enum class Shuffle : std::uint8_t { off, seed, random };
inline constexpr std::string_view kShuffles[] = {"off", "seed", "random"};

// SharedPrefixSpec: operators that tasks of a node have in common.
struct SharedPrefixSpec {
  std::int64_t tasks = 2;
  double share = 1;

  void visit(Fields& f) {
    f.integer(required("tasks",
                       "ranks of a node, side by side, that train different models on the same samples: "
                       "reading, decoding and the shared operators are done once for all of them"),
              tasks, 2, 1024);
    f.number({"share", "share of preprocess_time that is of operators which all tasks have in common",
              "all of it by default [assumed]"},
             share, 0.0, 1.0);
  }
};

struct LoaderSpec {
  LoaderKind kind = LoaderKind::tensorflow;
  std::int64_t batch_size = 1;
  std::int64_t batch_size_evaluation = 1;
  std::int64_t read_threads = 1;
  std::int64_t prefetch_size = 2;
  std::int64_t computation_threads = 1;
  Bytes transfer_size = 256_KiB;
  Shuffle file_shuffle = Shuffle::off;
  Shuffle sample_shuffle = Shuffle::off;
  std::int64_t shuffle_size = 1024;
  bool direct_io = false;
  bool decode = true;
  bool keep_files_open = false;
  Bytes header;
  std::int64_t window = 0;
  Bytes window_memory;
  std::int64_t window_copies = 1;
  bool pin_memory = true;
  bool persistent_workers = true;
  bool own_runs = false;
  StartMethod start_method = StartMethod::fork;
  bool in_order = true;
  std::int64_t fetch_threads = 1;
  Distribution preprocess_time = Distribution(Duration());
  Bandwidth pin_bandwidth = 6_GBps;
  std::optional<SharedPrefixSpec> shared_prefix;
  TfDataSpec tf_data;

  void visit(Fields& f) {
    f.choice(
        {"kind", "the framework's loader: PyTorch's, TensorFlow's as DLIO has it, or a pipeline of tf.data"},
        kind, kLoaderKinds);
    f.integer({"batch_size", "samples of a step of one rank"}, batch_size, 1, 1'000'000'000);
    f.integer({"batch_size_evaluation", "samples of an evaluation step of one rank"}, batch_size_evaluation,
              1, 1'000'000'000);
    f.integer({"read_threads",
               "PyTorch: worker processes, 0 reads in the main process; TensorFlow: parallel readers"},
              read_threads, 0, 65'536);
    f.integer(
        {"prefetch_size",
         "batches prepared ahead; with 0 PyTorch prepares two a worker, and tf.data none: the loop and the "
         "pipeline take turns"},
        prefetch_size, 0, 1'000'000);
    f.integer({"computation_threads", "TensorFlow: threads that preprocess"}, computation_threads, 1, 65'536);
    f.bytes({"transfer_size",
             "bytes a TFRecord reader asks for at once; 0 B: it has no buffer, and asks for a record",
             "DLIO default [read]; 0 B: TensorFlow's record reader [assumed]"},
            transfer_size, 0_B, 64_GiB);
    f.choice({"file_shuffle", "whether files are put in random order"}, file_shuffle, kShuffles);
    f.choice({"sample_shuffle", "whether samples are put in random order"}, sample_shuffle, kShuffles);
    f.integer(
        {"shuffle_size", "TensorFlow and tf.data: samples in the shuffle buffer", "DLIO default [read]"},
        shuffle_size, 1, 1'000'000'000);
    f.flag({"direct_io", "whether npz and npy files are read around the page cache"}, direct_io);
    f.flag({"decode",
            "whether a reader decodes what it has read; without, it counts the bytes and hands over a tensor "
            "that lay ready",
            "DLIO [read]; not in MLPerf Storage v3.0, but for direct reads [read]"},
           decode);
    f.flag({"keep_files_open",
            "whether a reader keeps files open until it has read all of their samples; "
            "those that are read whole are then read and decoded once"},
           keep_files_open);
    f.bytes(
        {"header",
         "bytes of a file that a reader asks for first, by themselves, when it has opened it, as decoders of "
         "images do; 0 B: none",
         "none by default [assumed]; reads of less than 100 B, one a file, in a trace of ImageNet [read]"},
        header, 0_B, 1_MiB);
    f.integer(
        {"window",
         "PyTorch: files, or row groups of Parquet files, that a worker reads at once, without decoding "
         "them; 0: it reads and decodes one sample after another",
         "none by default [read]; 64 in MLPerf Storage v3.0 for object stores and Parquet [read]"},
        window, 0, 65'536);
    visit_window_memory(f);
    visit_workers(f);
    f.distribution({"preprocess_time", "time to preprocess a sample"}, preprocess_time);
    f.bandwidth(
        {"pin_bandwidth", "copy of a batch to pinned memory, one at a time", "prior [assumed]: 2-6 GB/s"},
        pin_bandwidth);
    f.group(Field{"shared_prefix",
                  "PyTorch: operators that tasks of a node run once for all of them, as MMDataLoader does"},
            shared_prefix);
    tf_data.visit(f);
  }

  // Returns what a window holds of a read of so many bytes, and whether a limit leaves room for it.
  Bytes held_of(Bytes read) const { return read * window_copies; }
  bool has_room(Bytes held, Bytes read) const {
    return window_memory == Bytes() || held + held_of(read) <= window_memory;
  }

 private:
  void visit_window_memory(Fields& f) {
    f.bytes(
        {"window_memory",
         "most bytes that the window of a worker, a process of its own, holds: what is being read and what "
         "no batch has taken; a read that would not fit waits; 0 B: whatever the window holds",
         "none by default: MLPerf Storage v3.0 caps prefetch_window by nothing [read]"},
        window_memory, 0_B, 1024_TiB);
    f.integer({"window_copies",
               "times that a window holds what it reads: 2 where a client library makes objects of its own "
               "buffers",
               "1: each place of a window pins a whole record [read: rules of MLPerf Storage v3.0, 3.6.2]"},
              window_copies, 1, 16);
  }
  void visit_workers(Fields& f) {
    f.flag({"pin_memory", "PyTorch: whether batches are copied to pinned memory"}, pin_memory);
    f.flag({"persistent_workers", "PyTorch: whether workers live on from epoch to epoch", "DLIO [read]"},
           persistent_workers);
    f.flag({"own_runs",
            "PyTorch: whether each worker reads a run of the rank's samples of its own, as workers of an "
            "IterableDataset do; else batches are dealt to the workers in turn",
            "no: DLIO's map-style data sets [read]"},
           own_runs);
    f.choice({"start_method",
              "PyTorch: how workers start: forks all at once, spawned ones in turn, each a new interpreter "
              "that imports what the loader needs",
              "fork: Linux's default up to Python 3.13 [assumed]"},
             start_method, kStartMethods);
    f.flag({"in_order", "PyTorch: whether batches leave in order; else the first that is made leaves first",
            "in order: PyTorch's own default [assumed]"},
           in_order);
    f.integer({"fetch_threads",
               "PyTorch: threads of a worker, or of the rank without workers, that each fetch and decode a "
               "sample of its batch, as ConcurrentDataloader has them",
               "PyTorch's own loader fetches one sample after another [read]"},
              fetch_threads, 1, 1024);
  }
};

}  // namespace headrace
