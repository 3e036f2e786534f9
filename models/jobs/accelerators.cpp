#include "models/jobs/accelerators.h"

#include <algorithm>
#include <cctype>

namespace headrace {
namespace {

constexpr std::string_view kAccelerators[] = {
    "P100",   "V100",   "T4",     "A10",    "A16",    "A30",       "A40",   "A100",  "A800",     "L4",
    "L40",    "L40S",   "H20",    "H100",   "H200",   "H800",      "GH200", "B100",  "B200",     "B300",
    "GB200",  "GB300",  "R100",   "VR200",  "MI50",   "MI60",      "MI100", "MI210", "MI250",    "MI250X",
    "MI300A", "MI300X", "MI325X", "MI350X", "MI355X", "K40",       "K80",   "M40",   "Gaudi",    "Gaudi2",
    "Gaudi3", "PVC",    "1100",   "1550",   "TPU",    "IPU",       "WSE",   "SN40L", "Trainium", "Trainium2",
    "910B",   "3090",   "4090",   "5090",   "A6000",  "Inferentia"};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

}  // namespace

std::span<const std::string_view> known_accelerators() { return kAccelerators; }

bool names_accelerator(std::string_view text) {
  while (!text.empty()) {
    const auto end =
        static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_word) - text.begin());
    for (const std::string_view known : kAccelerators)
      if (same_word(text.substr(0, end), known)) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

}  // namespace headrace
