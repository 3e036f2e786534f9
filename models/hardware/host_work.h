// HostWorkSpec: what software costs the cores of a node, for each step, batch and byte.
//
//   nodes: {clients: {host_work: {pytorch: {collate: 300 MB/s}, decode: {png: 67 MB/s}}}}
//
// All is the work of one thread that has a core of its own; where more want to run than there are cores, it
// takes longer (cores.h). What was measured was so with the real DLIO, in the memory of a virtual machine of
// two cores: docs/host_work.md. Leaves out what each system call costs.
#pragma once

#include "models/fields.h"
#include "models/formats/container.h"
#include "models/formats/decode_rates.h"

namespace headrace {

struct PytorchWorkSpec {
  Distribution step_overhead = Distribution(1_ms);
  Duration worker_start = 180_ms;
  Duration worker_spawn = 2800_ms;
  Bandwidth collate = 570_MBps;
  Distribution handover = Distribution(Law::lognormal, 1400_us, 220_us);
  Bandwidth handover_rate = 7700_MBps;

  void visit(Fields& f) {
    f.distribution({"step_overhead", "work of a core for a step, beside compute and waiting",
                    "prior [derived]: 1.5 to 2.6 ms with hand-over and barrier (mlcommons/storage 400), less "
                    "the hand-over"},
                   step_overhead);
    f.duration({"worker_start", "work of a core until a forked worker runs; all of a rank start at once",
                "prior [measured]: DLIO's workers on a machine of two cores"},
               worker_start, Duration(), 3600_s);
    f.duration({"worker_spawn", "work of a core until a spawned worker runs; a rank starts one after another",
                "prior [derived]: 22.4 s for eight, 2.9 s for one, spdl's benchmark of data sets in "
                "processes; 2 to 10 s on a shared file system [assumed]"},
               worker_spawn, Duration(), 3600_s);
    f.bandwidth({"collate", "what a core makes of tensors that are put together to a batch",
                 "prior [measured]: 1.75 ms a MB, 0.85 to 3.6 by size of the sample"},
                collate);
    f.distribution(
        {"handover",
         "work of a core to take a finished batch from a worker, whatever its size; what its bytes "
         "take beside that is drawn with it",
         "prior [measured]: 1.4 ms, its spread 0.13 to 0.18 of it; 0.37 ms a tensor elsewhere [read]"},
        handover);
    f.bandwidth({"handover_rate", "bytes of the batch that a core takes over, beside that",
                 "prior [measured]: 0.13 ms a MB; 1.7 to 3.1 GB/s elsewhere [read]"},
                handover_rate);
  }
};

struct TensorflowWorkSpec {
  Distribution step_overhead = Distribution(500_us);
  Distribution handover = Distribution(Law::exponential, 200_us);

  void visit(Fields& f) {
    f.distribution({"step_overhead", "work of a core for a step, beside compute and waiting",
                    "prior [derived], weak: 0.6 ms a step of an early DLIO (hariharan-devarajan/"
                    "dlio_benchmark 3); 0.1 to 2 ms"},
                   step_overhead);
    f.distribution({"handover", "passing a finished batch to the training loop",
                    "prior [assumed]: 100-300 us; at most 50 us where it is ready, says TensorFlow [read]"},
                   handover);
  }
};

struct HostWorkSpec {
  double core_speed = 1;
  PytorchWorkSpec pytorch;
  TensorflowWorkSpec tensorflow;
  DecodeRates decode;
  ContainerWork containers;
  Bandwidth direct_read = 4_GBps;
  bool barrier_polls = true;

  // Returns what all of it takes on cores of its speed.
  HostWorkSpec at_core_speed() const;

  void visit(Fields& f) {
    f.number(
        {"core_speed",
         "speed of a core, with 1 for those on which the priors of this group were measured: all work of the "
         "group takes so much less",
         "prior [assumed]: 1; single threads of processors since 2018 differ by about 0.5 to 1.5 [read: JPEG "
         "decoding, 260 to 860 images a second]"},
        core_speed, 0.01, 100);
    f.group(Field{"pytorch", "work of PyTorch's DataLoader and its workers"}, pytorch);
    f.group(Field{"tensorflow", "work of tf.data"}, tensorflow);
    f.group(Field{"decode", "bytes read that a core decodes, by format"}, decode);
    containers.visit(f);
    f.bandwidth(
        {"direct_read",
         "bytes of npz and npy files read around the page cache that a core takes in, in place of decode: "
         "their reader parses them where they lie",
         "prior [assumed]: new pages are faulted in and zeroed twice, by the kernel and by Python; 1.4 to "
         "6 GB/s by size in a virtual machine [measured]"},
        direct_read);
    f.flag({"barrier_polls", "whether a rank that waits for others takes a core meanwhile",
            "Open MPI [read]: waiting ranks show a busy core each"},
           barrier_polls);
  }
};

}  // namespace headrace
