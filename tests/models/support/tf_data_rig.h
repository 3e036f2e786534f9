// TfDataRig: the machine of TensorFlow's guide to tf.data, which opens a file in 30 ms, reads a sample in
// 15 ms and takes 10 ms for a step. Samples have one byte.
#pragma once

#include <memory>
#include <vector>

#include "models/loaders/kinds.h"
#include "models/loaders/tf_data/stage.h"
#include "tests/models/support/loader_bench.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {

inline constexpr Duration kGuideOpen = 30_ms, kGuideRead = 15_ms, kGuideMap = 30_ms, kGuideStep = 10_ms;

inline DatasetSpec records_of(std::int64_t files, std::int64_t samples_per_file) {
  DatasetSpec spec;
  spec.format = Format::tfrecord;
  spec.files = files;
  spec.samples_per_file = samples_per_file;
  spec.record_length = 1_B;
  return spec;
}

// A pipeline of the guide without any stage that works ahead.
inline LoaderSpec naive_pipeline() {
  LoaderSpec spec;
  spec.kind = LoaderKind::tf_data;
  spec.prefetch_size = 0;
  spec.transfer_size = 1_B;
  return spec;
}

inline InterleaveSpec interleaved(std::int64_t cycle, std::int64_t block = 1, std::int64_t calls = kNoCalls,
                                  bool deterministic = true) {
  InterleaveSpec spec;
  spec.cycle_length = cycle;
  spec.block_length = block;
  spec.num_parallel_calls = calls;
  spec.deterministic = deterministic;
  return spec;
}

inline MapSpec mapped_by(std::int64_t calls, bool deterministic = true) {
  MapSpec spec;
  spec.num_parallel_calls = calls;
  spec.deterministic = deterministic;
  return spec;
}

class TfDataRig {
 public:
  // Of the read, a nanosecond each are the byte at 1 GB/s and its decoding, which rounds up.
  explicit TfDataRig(const DatasetSpec& data)
      : storage(sim, kGuideOpen, kGuideRead - 2_ns, 1_GBps, 0_ns), bench(storage, sim, metrics, data) {}

  // Returns how long so many epochs take, with a step of `each` for every batch.
  Duration time_of(const LoaderSpec& spec, std::int64_t epochs, Duration each = kGuideStep) {
    const auto loader = make_loader(bench.context(spec, 0, 1));
    const Time begun = sim.now();
    for (std::int64_t epoch = 1; epoch <= epochs; ++epoch) bench.take_epoch(*loader, epoch, each);
    return sim.now() - begun;
  }

  Simulation sim;
  Metrics metrics;
  RecordingFileSystem storage;
  LoaderBench bench;
};

// StageRig: stages by themselves, asked by a loop that takes a fixed time for each element.
class StageRig : public TfDataRig {
 public:
  StageRig(const DatasetSpec& data, const LoaderSpec& spec)
      : TfDataRig(data),
        context(bench.context(spec, 0, 1)),
        watch(*context.account, 64),
        setting(context, watch),
        processes_(sim) {}

  struct Given {
    std::vector<SampleId> samples;
    std::vector<Time> at;
  };
  Given take_all(Stage& stage, Duration each = 0_ns) {
    Given given;
    processes_.spawn("loop", loop(stage, each, given));
    sim.run();
    return given;
  }

  LoaderContext context;
  Watch watch;
  StageSetting setting;

 private:
  Task<> loop(Stage& stage, Duration each, Given& given) {
    while (const std::optional<Element> element = co_await stage.next(*context.account)) {
      given.samples.push_back(element->sample);
      given.at.push_back(sim.now());
      co_await sim.delay(each);
    }
  }

  TaskGroup processes_;
};

}  // namespace headrace
