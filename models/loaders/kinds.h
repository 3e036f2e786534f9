// The kinds of loaders: which one a rank's training loop draws its batches from.
//
//   std::unique_ptr<DataLoader> loader = make_loader(context);
//
// The framework and the format of the samples say it: PyTorch's workers; TensorFlow's threads, each of
// which has a run of the rank's samples; a stream of TFRecord files; a pipeline of tf.data.
#pragma once

#include <cstdint>
#include <memory>

#include "models/loaders/loader.h"

namespace headrace {

std::unique_ptr<DataLoader> make_loader(const LoaderContext& context);

// Returns how many batches such a loader may have in hand at once.
std::int64_t most_batches_ahead(const LoaderSpec& spec);

}  // namespace headrace
