// Container: which reads a sample takes in a format whose files have an order of their own inside.
//
//   std::unique_ptr<Container> container = make_container(format, data.spec().containers, work.containers);
//   container->opened(length, samples, reads);   // a file was opened: what that reads
//   container->sample(place, reads);             // what its sample there reads now, and its work
//
// A reader has one of its own, for the file that it has open. Formats in which the bytes of a sample lie
// together and alone have none (null). kinds.h makes them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/formats/format.h"
#include "models/formats/hdf5.h"
#include "models/formats/packed_specs.h"
#include "models/formats/parquet.h"

namespace headrace {

// Reads of a file, in the order in which one thread makes them.
struct FileReads {
  struct Read {
    Bytes offset, length;
    bool operator==(const Read&) const = default;
  };
  std::vector<Read> reads;
  Duration work;  // Work of a core for them, beside what decoding the sample takes.

  void clear() {
    reads.clear();
    work = Duration();
  }
};

class Container {
 public:
  virtual ~Container() = default;
  // Adds what opening a file reads, of so many samples of one length. What was held of
  // the one before is gone.
  virtual void opened(Bytes sample, std::int64_t samples, FileReads& reads) = 0;
  // Adds what reading the sample at a place of that file takes.
  virtual void sample(std::int64_t place, FileReads& reads) = 0;
};

// ContainerSpecs: what a data set says of its files, by format.
struct ContainerSpecs {
  Hdf5Spec hdf5;
  ParquetSpec parquet;
  TarSpec tar;
  LmdbSpec lmdb;
  PcrSpec pcr;
  BetonSpec beton;

  void visit(Fields& f) {
    f.group(Field{"hdf5", "how HDF5 files are laid out and read"}, hdf5);
    f.group(Field{"parquet", "how Parquet files are laid out and read"}, parquet);
    f.group(Field{"tar", "how samples are packed into tar files"}, tar);
    f.group(Field{"lmdb", "how LMDB databases are read"}, lmdb);
    f.group(Field{"pcr", "how much of progressive compressed records is read"}, pcr);
    f.group(Field{"beton", "how FFCV's .beton files are laid out and read"}, beton);
  }
};

// ContainerWork: what their libraries cost a core of a node, likewise.
struct ContainerWork {
  Hdf5Work hdf5;
  TarWork tar;
  RecordIoWork recordio;
  LmdbWork lmdb;

  void visit(Fields& f) {
    f.group(Field{"hdf5", "work of HDF5's library and of h5py"}, hdf5);
    f.group(Field{"tar", "work of reading tar files"}, tar);
    f.group(Field{"recordio", "work of reading RecordIO files"}, recordio);
    f.group(Field{"lmdb", "work of reading LMDB databases"}, lmdb);
  }
};

}  // namespace headrace
