// ModelLoad: one reader of a model: from the storage through the host to the device.
//
// Pipelined, its three stages overlap piece by piece, so it takes as long as
// the slowest of them and a piece through the others; else they follow one
// another and add up. The host's memory is never short.
#pragma once

#include "models/jobs/inference/inference_reader.h"
#include "models/jobs/inference/inference_spec.h"

namespace headrace {

class ModelLoad {
 public:
  ModelLoad(const Scope& scope, const InferenceSpec& spec, FileSystem& storage, const FileInfo& first);

  // Ends when the model is on the device.
  Task<> run();
  Bytes bytes() const { return reader_.bytes(); }
  // Returns what tells who waits what is done for the model.
  Relay& moving() { return reader_.moving(); }

 private:
  Simulation& sim_;
  Bytes size_;
  bool pipelined_;
  Bandwidth deserialise_, to_device_;
  PartId loading_;
  SequentialReader reader_;
};

}  // namespace headrace
