// Map: decodes and preprocesses one sample after another, each when it is asked for.
#pragma once

#include <memory>

#include "models/loaders/tf_data/sample_work.h"

namespace headrace {

class Map final : public Stage {
 public:
  Map(StageSetting& setting, std::unique_ptr<Stage> input) : input_(std::move(input)), work_(setting) {}

  Task<std::optional<Element>> next(Account& account) override;

 private:
  std::unique_ptr<Stage> input_;
  SampleWork work_;
};

}  // namespace headrace
