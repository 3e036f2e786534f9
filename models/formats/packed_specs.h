// Specs of the formats that pack many samples into a file, and what reading them costs a core.
//
// Each format's own header says how its files lie: tar.h, recordio.h, lmdb.h, pcr.h, beton.h.
#pragma once

#include <cstdint>

#include "models/fields.h"

namespace headrace {

struct TarSpec {
  std::int64_t members = 2;

  bool operator==(const TarSpec&) const = default;
  void visit(Fields& f) {
    f.integer({"members", "files that make up a sample: its data, and small ones of at most 512 B each",
               "2, data and label [assumed]"},
              members, 1, 1000);
  }
};

struct TarWork {
  Duration member = 21_us;

  void visit(Fields& f) {
    f.duration({"member", "work of Python's tarfile to come to a member of a tar that it streams",
                "[measured]: 43 us for two members of 100 B, Python 3.11, tarfile 'r|*' in blocks of 8 KiB"},
               member, Duration(), 1_s);
  }
};

struct RecordIoWork {
  Duration record = 10_us;

  void visit(Fields& f) {
    f.duration({"record", "work to unpack the head of a record", "prior [assumed]: a few Python calls"},
               record, Duration(), 1_s);
  }
};

struct LmdbSpec {
  Bytes read_around = 128_KiB;

  bool operator==(const LmdbSpec&) const = default;
  void visit(Fields& f) {
    f.bytes({"read_around",
             "bytes that the kernel reads around a page that is touched and not in memory; 4 KiB: "
             "the page alone, as a database opened without read-ahead has it",
             "128 KiB [read]: Linux's read_ahead_kb; 4 KiB where the client of a store reads ahead by rules "
             "of its own, as Lustre's does [assumed]"},
            read_around, 4_KiB, 1_GiB);
  }
};

struct LmdbWork {
  Duration get = 500_ns;

  void visit(Fields& f) {
    f.duration({"get", "work to find a sample and hand it out, without its copy",
                "[measured]: 0.44 us for 100 B, py-lmdb 1.4 with all pages in memory"},
               get, Duration(), 1_s);
  }
};

struct PcrSpec {
  double prefix = 1;

  bool operator==(const PcrSpec&) const = default;
  void visit(Fields& f) {
    f.number({"prefix",
              "share of a file that is read: its first groups, which have the first scans of all of its "
              "samples; 1: all groups, and so the whole images",
              "1 by default: full fidelity; half of the bytes in the authors' figure [read]"},
             prefix, 0.001, 1.0);
  }
};

struct BetonSpec {
  Bytes page = 8_MiB;
  std::int64_t held_pages = 1;

  bool operator==(const BetonSpec&) const = default;
  void visit(Fields& f) {
    f.bytes({"page", "bytes of a page, the least that a reader asks for", "FFCV's writer: 8 MiB [assumed]"},
            page, 4_KiB, 4_GiB);
    f.integer({"held_pages",
               "pages that a reader holds, those used last: as many as an order draws its samples from, lest "
               "pages be read again",
               "1 by default: samples one after another"},
              held_pages, 1, 65'536);
  }
};

// Returns a length filled up to a multiple of a block.
constexpr Bytes filled(Bytes length, Bytes block) {
  return block * ((length.count() + block.count() - 1) / block.count());
}

}  // namespace headrace
