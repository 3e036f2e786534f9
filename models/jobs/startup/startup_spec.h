// StartupSpec: what the processes of a job do before its work begins: they import their software, file by
// file, and may list the data set and read its manifests.
//
//   startup: {files: 800, lookups: 4, image: {lookup: 10 us}}
//
// Leaves out that the linker maps parts of libraries only, and that an interpreter writes what it compiled.
#pragma once

#include <optional>
#include <string_view>

#include "models/fields.h"

namespace headrace {

// Importers: the part of a job to which a number of processes belongs.
enum class Importers : std::uint8_t { rank, node };
inline constexpr std::string_view kImporters[] = {"rank", "node"};

// ImageSpec: all files in one, which a node mounts: a SquashFS file, or that of a container.
struct ImageSpec {
  Duration lookup = 10_us;

  void visit(Fields& f) {
    f.duration({"lookup", "work of a core to look up a name in the image, be it there or not",
                "prior [assumed]: a few system calls, in memory"},
               lookup, Duration(), 1_s);
  }
};

// ManifestSpec: files that say what a data set holds: Megatron's .idx, lists of shards, JSON lists, a parquet
// file of captions.
struct ManifestSpec {
  std::int64_t files = 1;
  Bytes size;
  Duration work;

  void visit(Fields& f) {
    f.integer({"files", "files of each data set, read whole one after another"}, files, 1, 10'000'000);
    f.bytes(required("size", "bytes of each"), size, 1_B, 1024_TiB);
    f.duration(
        {"work", "work of a core for each: parsing it", "none by default: an index is mapped [assumed]"},
        work, Duration(), 3600_s);
  }
};

struct StartupSpec {
  std::int64_t files = 0;
  Bytes file_size = 16_KiB;
  std::int64_t lookups = 4;
  bool names_shared = true;
  std::int64_t processes = 1;
  Importers importers = Importers::rank;
  Duration module_time = 500_us;
  bool lists_dataset = false;
  std::optional<ImageSpec> image;
  std::optional<ManifestSpec> manifests;

  // Estimates the events of the engine that it makes, as counted on shipped scenarios.
  double events(std::int64_t nodes, std::int64_t ranks, bool on_drives_of_nodes,
                std::int64_t data_sets = 1) const;

  void visit(Fields& f) {
    f.integer(required("files", "files that each process opens, reads and closes, one after another"), files,
              0, 10'000'000);
    f.bytes({"file_size", "bytes of each", "prior [assumed]: compiled modules are 1 to 100 KiB"}, file_size,
            0_B, 1_GiB);
    f.integer({"lookups", "names that are looked up in vain before each file: entries of sys.path, suffixes",
               "prior [assumed]; NERSC's documentation has about 4,000 files opened or tried by `import "
               "scipy` [read]"},
              lookups, 0, 10'000);
    f.flag({"names_shared",
            "a name that a process has looked up in vain is known to the others of its node; files that are "
            "there are opened by each",
            "prior [assumed]: the kernel's cache of names, as long as nobody adds files"},
           names_shared);
    f.integer({"processes", "processes that import, of each rank or of each node", "prior [assumed]"},
              processes, 1, 1024);
    f.choice({"importers", "whose they are: those of a node import for all of its ranks, as before a fork",
              "prior [assumed]: ranks share nothing"},
             importers, kImporters);
    f.duration({"module_time", "work of a core for each file: running a module", "prior [assumed]"},
               module_time, Duration(), 10_s);
    f.flag({"lists_dataset", "each process then lists the directories of the data set, one after another",
            "DLIO: each rank does [derived]"},
           lists_dataset);
    f.group(
        Field{"image", "the files lie in one, which a node opens once; its names are asked of nobody else"},
        image);
    f.group(
        Field{"manifests", "each process then reads files that say what the data set holds, from its place"},
        manifests);
  }
};

}  // namespace headrace
