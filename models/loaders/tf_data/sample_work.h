// SampleWork: what the map of a pipeline does with a sample: a core decodes and preprocesses it.
#pragma once

#include "models/formats/format.h"
#include "models/loaders/tf_data/stage.h"

namespace headrace {

class SampleWork {
 public:
  explicit SampleWork(StageSetting& setting);

  // Says whether a cache has it as the map would leave it.
  bool is_done(const Element& element) const { return keeps_ && setting_.kept.has(element.place); }
  Duration draw_preprocessing() { return setting_.context.spec.preprocess_time.draw(setting_.preprocess); }
  Task<> run(Element element, Duration preprocessing, Account& account);

 private:
  StageSetting& setting_;
  Bandwidth decode_;  // Of one core.
  std::int64_t moved_per_byte_;
  PartId preprocesses_;
  bool keeps_;
};

}  // namespace headrace
