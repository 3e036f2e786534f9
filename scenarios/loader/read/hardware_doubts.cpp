#include <algorithm>
#include <array>

#include "models/field_visitor.h"
#include "scenarios/loader/read/doubts.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// UsualRange: a bandwidth by the end of its path, and the slowest and fastest that products have.
struct UsualRange {
  std::string_view path;
  const char* code;
  const char* what;
  Bandwidth low, high;
  const char* source;
};

constexpr Bandwidth gigabytes(double number) { return Bandwidth::bytes_per_second(number * 1e9); }

constexpr std::array kUsual = {
    UsualRange{"nic.bandwidth", "W0056", "a port", gigabytes(0.1), gigabytes(200),
               "1 Gbit/s Ethernet to 1.6 Tbit/s, the fastest of IEEE 802.3dj and of the InfiniBand roadmap"},
    UsualRange{"device.read_bandwidth", "W0057", "the drives of a target", gigabytes(0.01), gigabytes(500),
               "data sheets: one hard disk 0.25 GB/s, one NVMe drive 14 GB/s, 24 of them 340 GB/s"},
    UsualRange{"device.write_bandwidth", "W0057", "the drives of a target", gigabytes(0.01), gigabytes(500),
               "data sheets: one hard disk 0.25 GB/s, one NVMe drive 10 GB/s, 24 of them 240 GB/s"},
    UsualRange{"disk.outer_rate", "W0057", "a hard disk", gigabytes(0.01), gigabytes(1),
               "data sheets: 0.03 to 0.3 GB/s, 0.55 GB/s with two actuators"},
    UsualRange{"disk.inner_rate", "W0057", "a hard disk", gigabytes(0.005), gigabytes(1),
               "data sheets: half of the outer rate"},
    UsualRange{"memory_bandwidth", "W0057", "the memory of a node", gigabytes(1), gigabytes(10'000),
               "one channel of DDR3 10 GB/s, the four processors of a GH200 node 2 TB/s"},
    UsualRange{"pcie.bandwidth", "W0057", "a link of accelerators", gigabytes(0.5), gigabytes(2000),
               "PCIe 2.0 x4 2 GB/s, NVLink-C2C 450 GB/s each way"},
};

const UsualRange* usual_range(std::string_view path) {
  const auto found = std::find_if(kUsual.begin(), kUsual.end(), [&](const UsualRange& range) {
    return path.ends_with(range.path) && path[path.size() - range.path.size() - 1] == '.';
  });
  return found == kUsual.end() ? nullptr : &*found;
}

// Walks the fields of the platform, and doubts the bandwidths that the text gives.
class HardwareDoubts final : public FieldVisitor {
 public:
  HardwareDoubts(const Places& places, Problems& problems)
      : FieldVisitor("platform"), places_(places), problems_(problems) {}

  void bandwidth(const Field& field, Bandwidth& value) override {
    const std::string path = path_of(field.name);
    const UsualRange* usual = usual_range(path);
    const auto place = places_.find(path);
    if (usual == nullptr || place == places_.end()) return;
    const bool slow = value < usual->low;
    if (!slow && value <= usual->high) return;
    problems_
        .warn(place->second, usual->code,
              text_of(value) + " for " + usual->what + (slow ? " is slower" : " is faster") +
                  " than any that exist: usual are " + text_of(usual->low) + " to " + text_of(usual->high))
        .at(path)
        .with_help(usual->source);
  }

 private:
  const Places& places_;
  Problems& problems_;
};

}  // namespace

void doubt_hardware(const Scenario& scenario, const Places& places, Problems& problems) {
  HardwareDoubts doubts(places, problems);
  ClusterSpec platform = scenario.platform;
  platform.visit(doubts);
}

}  // namespace headrace
