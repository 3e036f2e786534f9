#include "models/formats/decode_rates.h"

namespace headrace {

DecodeRates::DecodeRates() {
  for (std::size_t i = 0; i < rates_.size(); ++i) rates_[i] = format_costs()[i].decode;
}

void DecodeRates::visit(Fields& f) {
  for (std::size_t i = 0; i < rates_.size(); ++i) {
    const FormatCost& cost = format_costs()[i];
    if (cost.pattern != ReadPattern::none && cost.pattern != ReadPattern::row_groups)
      f.bandwidth({cost.name, "bytes read of this format that one core decodes", cost.source}, rates_[i]);
  }
}

}  // namespace headrace
