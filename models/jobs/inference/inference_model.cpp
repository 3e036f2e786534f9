#include "models/jobs/inference/inference_model.h"

#include <algorithm>

namespace headrace {

ModelLoad::ModelLoad(const Scope& scope, const InferenceSpec& spec, FileSystem& storage,
                     const FileInfo& first)
    : sim_(scope.sim()),
      size_(spec.model_size),
      pipelined_(spec.load_pipelined),
      deserialise_(spec.deserialise_bandwidth),
      to_device_(spec.host_to_device_bandwidth),
      loading_(scope.blamed("model load")),
      reader_(scope, storage,
              std::make_unique<FilePieces>(first, spec.model_size, spec.model_files, spec.transfer_size),
              spec.read_threads) {}

// Each stage takes what the one before has done, when it is done with its own last piece.
Task<> ModelLoad::run() {
  reader_.start();
  Time deserialised, on_device;
  Bytes taken;
  while (taken < size_) {
    co_await reader_.progress().next();
    const Bytes piece = Bytes::count(reader_.done()) - taken;
    taken += piece;
    if (pipelined_ && piece > Bytes()) {
      deserialised = std::max(deserialised, sim_.now()) + piece / deserialise_;
      on_device = std::max(on_device, deserialised) + piece / to_device_;
    }
  }
  if (!pipelined_) {
    deserialised = sim_.now() + size_ / deserialise_;
    on_device = deserialised + size_ / to_device_;
  }
  co_await sim_.delay(on_device - sim_.now(), loading_);
  moving().spend(Activity::decode, deserialised);
  moving().spend(Activity::copy, on_device);
}

}  // namespace headrace
