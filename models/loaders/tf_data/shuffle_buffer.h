// ShuffleBuffer: a stage that gives one of the elements it holds, drawn at random, and takes another in its
// place. It is full before it gives the first one, and runs empty at the end.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "models/loaders/tf_data/stage.h"
#include "sim/random.h"

namespace headrace {

class ShuffleBuffer final : public Stage {
 public:
  ShuffleBuffer(std::unique_ptr<Stage> input, std::int64_t size, RandomStream& random)
      : input_(std::move(input)), size_(static_cast<std::size_t>(size)), random_(random) {}

  Task<std::optional<Element>> next(Account& account) override;

 private:
  std::unique_ptr<Stage> input_;
  std::size_t size_;
  RandomStream& random_;
  std::vector<Element> held_;
  bool has_ended_ = false;
};

}  // namespace headrace
