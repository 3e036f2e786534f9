// DecodeRates: what one core of a node decodes, by format.
//
// The formats' own table (format.h) has the priors; a node's host_work says what is known of it.
#pragma once

#include <array>
#include <cstddef>

#include "models/fields.h"
#include "models/formats/format.h"

namespace headrace {

class DecodeRates {
 public:
  DecodeRates();  // The priors.

  // Returns the bytes read, not those decoded, that a core does a second.
  Bandwidth of(Format format) const { return rates_[static_cast<std::size_t>(format)]; }

  void visit(Fields& f);

 private:
  std::array<Bandwidth, std::size(kFormats)> rates_;
};

}  // namespace headrace
