#include "models/formats/kinds.h"

#include "models/formats/beton.h"
#include "models/formats/hdf5_container.h"
#include "models/formats/lmdb.h"
#include "models/formats/pcr.h"
#include "models/formats/recordio.h"
#include "models/formats/tar.h"

namespace headrace {

std::unique_ptr<Container> make_container(Format format, const ContainerSpecs& specs,
                                          const ContainerWork& work) {
  switch (format) {
    case Format::hdf5: return std::make_unique<Hdf5Container>(specs.hdf5, work.hdf5);
    case Format::tar: return std::make_unique<TarContainer>(specs.tar, work.tar);
    case Format::recordio: return std::make_unique<RecordIoContainer>(work.recordio);
    case Format::lmdb: return std::make_unique<LmdbContainer>(specs.lmdb, work.lmdb);
    case Format::pcr: return std::make_unique<PcrContainer>(specs.pcr);
    case Format::beton: return std::make_unique<BetonContainer>(specs.beton);
    default: return nullptr;
  }
}

Bytes size_of_file(Format format, const ContainerSpecs& specs, Bytes sample, std::int64_t samples) {
  switch (format) {
    case Format::hdf5: return Hdf5File(specs.hdf5, sample, samples).size();
    case Format::parquet: return ParquetFile(specs.parquet, sample, samples).size();
    case Format::tar: return TarContainer::size_of(specs.tar, sample, samples);
    case Format::recordio: return RecordIoContainer::length_of(sample) * samples;
    case Format::lmdb: return LmdbContainer::size_of(sample, samples);
    case Format::beton: return BetonContainer::size_of(specs.beton, sample, samples);
    default: return sample * samples;
  }
}

}  // namespace headrace
