#include "models/formats/container.h"

#include "models/formats/hdf5_container.h"

namespace headrace {

std::unique_ptr<Container> make_container(Format format, const ContainerSpecs& specs,
                                          const ContainerWork& work) {
  if (format == Format::hdf5) return std::make_unique<Hdf5Container>(specs.hdf5, work.hdf5);
  return nullptr;
}

Bytes size_of_file(Format format, const ContainerSpecs& specs, Bytes sample, std::int64_t samples) {
  if (format == Format::hdf5) return Hdf5File(specs.hdf5, sample, samples).size();
  if (format == Format::parquet) return ParquetFile(specs.parquet, sample, samples).size();
  return sample * samples;
}

}  // namespace headrace
