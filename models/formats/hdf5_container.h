// Hdf5Container: the reads of HDF5's library, and the chunks that it holds of the file that is open.
//
// The index is read with the first sample, and stays while the file is open. Chunks stay while their data set
// is, the last used of them, as many as the chunk cache holds.
#pragma once

#include <list>
#include <optional>
#include <unordered_map>

#include "models/formats/container.h"
#include "models/formats/hdf5.h"

namespace headrace {

class Hdf5Container final : public Container {
 public:
  Hdf5Container(const Hdf5Spec& spec, const Hdf5Work& work) : spec_(spec), work_(work) {}

  void opened(Bytes sample, std::int64_t samples, FileReads& reads) override;
  void sample(std::int64_t place, FileReads& reads) override;

 private:
  bool holds(std::int64_t chunk);
  void keep(std::int64_t chunk);
  void drop_chunks();

  Hdf5Spec spec_;
  Hdf5Work work_;
  std::optional<Hdf5File> file_;
  Bytes length_;  // Bytes of one of its samples.
  bool data_set_opened_ = false, index_read_ = false;
  std::list<std::int64_t> held_;  // Chunks by last use, the last one behind.
  std::unordered_map<std::int64_t, std::list<std::int64_t>::iterator> places_;
};

}  // namespace headrace
