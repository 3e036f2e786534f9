// DisturbanceSpec: what disturbs a run: faults, and the load of others. It belongs to the run, not to the
// machine.
#pragma once

#include "models/background/policy.h"
#include "models/check.h"
#include "models/faults/policy.h"

namespace headrace {

struct FaultSpec : PlaceSpec {
  static constexpr Duration kLongest = Duration::seconds(1e9);

  Chosen<Fault> kind;
  std::int64_t count = 1;
  Duration at;
  std::optional<Duration> lasting;  // Without it: to the end of the run.
  Duration mean_time_between;
  Duration mean_time_to_repair;

  void check(Check& check) const;
  bool is_random() const { return mean_time_between > Duration(); }

  void visit(Fields& f) {
    kind.visit(f, required("kind", Fault::kMeaning));
    PlaceSpec::visit(f);
    f.integer({"count", "how many of these, from that number on, each with draws of its own"}, count, 1,
              kMost);
    f.duration({"at", "when it begins; with mean_time_between, from when on it may"}, at, Duration(),
               Duration::max());
    f.duration({"lasting", "for how long; by default to the end of the run"}, lasting, 1_ns, Duration::max());
    f.duration({"mean_time_between", "from its end to the next one, exponential; 0: it happens once"},
               mean_time_between, Duration(), kLongest);
    f.duration({"mean_time_to_repair", "with mean_time_between: for how long, exponential"},
               mean_time_to_repair, Duration(), kLongest);
  }
};

struct BackgroundSpec : PlaceSpec {
  Chosen<BackgroundLoad> kind;
  std::int64_t count = 1;

  void check(Check& check) const;

  // Returns what is disturbed of a part: of a target its drives, of a server its port, of a metadata server
  // its threads, of a node its cores.
  static Aspect aspect(Part part) {
    return part == Part::oss || part == Part::server ? Aspect::port : Aspect::work;
  }

  void visit(Fields& f) {
    kind.visit(f, required("kind", BackgroundLoad::kMeaning));
    PlaceSpec::visit(f);
    f.integer({"count", "how many of these, from that number on, each with draws of its own"}, count, 1,
              kMost);
  }
};

struct DisturbanceSpec {
  Named<FaultSpec> faults;
  Named<BackgroundSpec> background;

  void visit(Fields& f) {
    f.map({"faults", "what goes wrong, by name, at given times or at random"}, faults);
    f.map({"background",
           "what others take, by name: of a target its drives, of an oss or a server its port, of an mds its "
           "threads, of a node its cores"},
          background);
  }
};

}  // namespace headrace
