// Device: what stands behind a target: a group of drives seen as one.
//
// An access waits for one of the drives' slots, then takes its turn on their
// data path and what passes beside it. What each costs is for the kind of
// drives to say (drives/drives.h), and longer while the drives are slow.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "models/hardware/drives/flash.h"
#include "models/hardware/pipe.h"
#include "models/speed.h"
#include "sim/scope.h"

namespace headrace {

struct DeviceSpec {
  Chosen<Drives> drives;

  void visit(Fields& f) { drives.visit(f, Field{"kind", Drives::kMeaning}); }
  FlashSpec& flash() { return drives.parameters<FlashSpec>(); }  // While it is.
};

class Device {
 public:
  using Kind = DriveAccess::Kind;

  Device(Scope scope, const DeviceSpec& spec);

  const Drives& drives() const { return *drives_; }

  // Returns the speed of the drives, on their path and beside it; the overhead has none.
  Speed& speed() { return speed_; }
  const Speed& speed() const { return speed_; }
  // Returns the speed of an array: what it has left of its disks' time beside a rebuild.
  Speed& array() { return array_; }
  // Run when either has changed.
  void tell(Action changed);

  // `done` runs when the access is complete; `overhead` is work before it, also
  // in its slot.
  void submit(const DriveAccess& access, Duration overhead, Action done);

  // Does the same without the data path, for bytes that move over links: `ready` runs when they could begin
  // to move, and the slot is taken until release().
  void hold(DriveAccess access, Duration overhead, Action ready);
  void release(Kind kind, Bytes moved);

  // Share of the run that the data path carried bytes, or would have carried alone what moved over links.
  double utilisation() const;

 private:
  struct Work {
    DriveAccess access;
    Duration overhead;
    bool held = false;
    Action done;
  };
  struct Slot {
    Action done;  // What to run when its access is complete.
    bool held = false;
  };
  void finished(std::uint32_t slot);
  void rebuild();

  void submit(const Work& work);
  void begin(const Work& work);
  void free(std::uint32_t slot);
  void note_begun(EventId end, Duration on_path, Duration overhead);

  Simulation& sim_;
  std::unique_ptr<Drives> drives_;
  Speed speed_, array_;
  Action changed_;
  Pipe path_;
  PartId overheads_;
  Duration moved_;  // What moved over links, as time on the data path.
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<std::uint32_t> held_slots_;  // Ready and not released: one is as good as another.
  std::deque<Work> waiting_;
};

}  // namespace headrace
