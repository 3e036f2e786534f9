// Support of the tests of first scenarios: small outputs of the tools of a node that never was.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "scenarios/loader/import/platform_lines.h"
#include "scenarios/loader/init/node_evidence.h"

namespace headrace {

inline constexpr const char* kLsblk = R"(NAME        SIZE ROTA TYPE MODEL                    TRAN
sda       447.1G    0 disk SAMSUNG MZ7LH480         sata
├─sda1        1G    0 part
└─sda2    446.1G    0 part
nvme0n1     3.5T    0 disk MILL P1 Gen4 3.84TB      nvme
nvme1n1     3.5T    0 disk MILL P1 Gen4 3.84TB      nvme
sdb        14.6T    1 disk SLOW 16TB                sas
loop0     104.2M    0 loop
)";

inline constexpr const char* kNvidiaList =
    R"(GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-11111111-2222-3333-4444-555555555555)
GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-11111111-2222-3333-4444-555555555556)
  MIG 1g.10gb     Device  0: (UUID: MIG-11111111-2222-3333-4444-555555555557)
)";

inline constexpr const char* kNvidiaTable = R"(Thu Mar 19 17:42:44 2026
+-----------------------------------------------------------------------------------------+
| NVIDIA-SMI 550.54.15              Driver Version: 550.54.15      CUDA Version: 12.4     |
|-----------------------------------------+------------------------+----------------------+
| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |
| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |
|=========================================+========================+======================|
|   0  NVIDIA A100-SXM4-80GB          On  |   00000000:07:00.0 Off |                    0 |
| N/A   28C    P0              62W / 400W |       0MiB / 81920MiB  |      0%      Default |
+-----------------------------------------+------------------------+----------------------+
|   1  NVIDIA A100-SXM4-80GB          On  |   00000000:0F:00.0 Off |                    0 |
| N/A   28C    P0              62W / 400W |       0MiB / 81920MiB  |      0%      Default |
+-----------------------------------------+------------------------+----------------------+
| Processes:                                                                              |
|    0   N/A  N/A      1234      C   python                                       100MiB |
)";

inline constexpr const char* kNvidiaCsv =
    "name, memory.total [MiB]\nNVIDIA L40S, 46068 MiB\nNVIDIA L40S, 46068 MiB\nNVIDIA L40S, 46068 MiB\n";

inline constexpr const char* kLscpu = R"(Architecture:             x86_64
  CPU op-mode(s):         32-bit, 64-bit
CPU(s):                   128
Vendor ID:                AuthenticAMD
  Model name:             AMD EPYC 9334 32-Core Processor
    Thread(s) per core:   2
    Core(s) per socket:   32
    Socket(s):            2
NUMA:
  NUMA node(s):           2
)";

inline constexpr const char* kFree =
    R"(               total        used        free      shared  buff/cache   available
Mem:       263856788    12345678   200000000        1234    51511110   250000000
Swap:              0           0           0
)";

inline constexpr const char* kIbstat = R"(CA 'mlx5_0'
  CA type: MT4129
  Number of ports: 1
  Port 1:
    State: Active
    Physical state: LinkUp
    Rate: 400
    Link layer: InfiniBand
CA 'mlx5_1'
  Port 1:
    State: Active
    Physical state: LinkUp
    Rate: 400
    Link layer: InfiniBand
CA 'mlx5_2'
  Port 1:
    State: Down
    Physical state: Disabled
    Rate: 400
    Link layer: InfiniBand
CA 'mlx5_bond_0'
  Port 1:
    State: Active
    Physical state: LinkUp
    Rate: 25
    Link layer: Ethernet
)";

inline std::shared_ptr<const SourceText> source_of(std::string_view text, const std::string& file = "t.txt") {
  return std::make_shared<const SourceText>(SourceText{file, std::string(text)});
}

// Returns a value with its place: "64 (t.txt:7: …)"; "-" where there is none.
inline std::string told_text(const std::optional<ToldValue>& told) {
  return told ? count_text(told->value) + " (" + told->origin.words + ")" : "-";
}

}  // namespace headrace
