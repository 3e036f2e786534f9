#include "models/jobs/places_spec.h"

namespace headrace {

void FilePlaceSpec::check(Check& check) const {
  const StoreFacts* const store = check.store(storage);
  if (store != nullptr && store->check_layout != nullptr) store->check_layout(layout, check);
}

const FilePlaceSpec* PlacesSpec::find(Purpose purpose) const {
  const auto own = [](const std::optional<FilePlaceSpec>& place) { return place ? &*place : nullptr; };
  switch (purpose) {
    case Purpose::data: return nullptr;
    case Purpose::evaluation: return own(evaluation);
    case Purpose::checkpoints: return own(checkpoints);
    case Purpose::weights: return own(weights);
    case Purpose::predictions: return own(predictions);
    case Purpose::software: return own(software);
    case Purpose::logs: return own(logs);
  }
  return nullptr;
}

const FilePlaceSpec* PlacesSpec::find_dataset(std::string_view name) const {
  for (const auto& [own, place] : datasets)
    if (own == name) return &place;
  return nullptr;
}

}  // namespace headrace
