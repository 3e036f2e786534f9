#include "models/data/dataset.h"

#include <algorithm>
#include <cmath>

#include "models/formats/kinds.h"

namespace headrace {

Dataset::Dataset(const DatasetSpec& spec, std::int32_t set, const LayoutSpec& layout, RandomStream sizes)
    : spec_(spec), set_(set), layout_(layout), sizes_(sizes) {
  const double root = std::sqrt(static_cast<double>(spec.record_length.count()));
  dimension_ = std::floor(root);
  dimension_stdev_ = static_cast<double>(spec.record_length_stdev.count()) / (2 * root);
}

FileInfo Dataset::file(std::int64_t index) const {
  FileInfo info;
  info.id.set = set_;
  info.id.index = index;
  info.size = size_of_file(spec_.format, spec_.containers, sample_length(index), spec_.samples_per_file);
  info.directory = spec_.subfolders > 0 ? index % spec_.subfolders : 0;
  info.layout = layout_;
  return info;
}

Bytes Dataset::sample_length(std::int64_t file) const {
  if (spec_.format == Format::parquet) return spec_.record_length;  // Rows are as long as their columns.
  const auto whole = static_cast<std::int64_t>(dimension_);
  if (dimension_stdev_ == 0) return Bytes::count(whole * whole);
  RandomStream own = sizes_.at(static_cast<std::uint64_t>(file));
  std::int64_t area = 1;
  for (int side = 0; side < 2; ++side)
    area *=
        std::max<std::int64_t>(1, static_cast<std::int64_t>(dimension_ + dimension_stdev_ * own.normal()));
  return Bytes::count(area);
}

}  // namespace headrace
