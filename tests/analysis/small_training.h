// A job that reads 16 files of a small Lustre: some milliseconds a run, and what other tests change of it.
#pragma once

namespace headrace {

inline constexpr const char* kSmallTraining = R"(schema: headrace/1
name: tiny
platform:
  nodes: {clients: {count: 2, accelerators: 1}}
  file_systems:
    scratch: {lustre: {oss: {count: 1}, ost: {count: 2}}}
jobs:
  train:
    workload:
      dataset: {format: npz, files: 16, record_length: 1 MiB}
      loader: {kind: pytorch, batch_size: 2, read_threads: 1}
      training: {epochs: 1, computation_time: 1 ms}
    nodes: {group: clients, count: 2}
    storage: scratch
)";

}  // namespace headrace
