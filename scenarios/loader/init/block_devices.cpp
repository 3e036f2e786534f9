#include "scenarios/loader/init/block_devices.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "scenarios/loader/benchmarks/output_json.h"
#include "scenarios/loader/benchmarks/output_words.h"
#include "scenarios/loader/import/plausible.h"

namespace headrace {
namespace {

constexpr std::string_view kTransports[] = {"nvme", "sata", "sas",    "usb", "fc",  "iscsi",
                                            "ata",  "spi",  "virtio", "sbp", "mmc", "pcie"};

// BlockDevice: a line of lsblk. A column that is not there is empty.
struct BlockDevice {
  std::string name, size, rota, type, model, transport;
  int line = 0;
};

// Returns bytes of lsblk's "3.5T", whose units are of 1024, or of a plain number.
std::optional<double> bytes_of_size(std::string_view text) {
  constexpr std::string_view kUnits = "BKMGTPE";
  if (text.empty()) return std::nullopt;
  double unit = 1;
  if (const std::size_t at = kUnits.find(text.back()); at != std::string_view::npos) {
    unit = std::pow(1024.0, static_cast<double>(at));
    text.remove_suffix(1);
  }
  const std::optional<double> number = finite_number(text);
  if (!number || *number < 0) return std::nullopt;
  return *number * unit;
}

bool is_header(const std::vector<std::string_view>& words) {
  const auto has = [&](std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  return has("NAME") && has("SIZE") && (has("TYPE") || has("ROTA"));
}

std::string* cell_of(BlockDevice& device, std::string_view column) {
  if (column == "NAME") return &device.name;
  if (column == "SIZE") return &device.size;
  if (column == "ROTA") return &device.rota;
  if (column == "TYPE") return &device.type;
  if (column == "MODEL") return &device.model;
  return column == "TRAN" ? &device.transport : nullptr;
}

// Reads a line by its words: those of columns before MODEL one each, at its end a transport where it has
// such a column, and between them the model. A model may have blanks and a transport may be absent.
BlockDevice device_of(const std::vector<std::string_view>& columns, std::vector<std::string_view> words) {
  BlockDevice device;
  const auto model = std::find(columns.begin(), columns.end(), "MODEL");
  if (model != columns.end() && columns.back() == "TRAN" && words.size() > 1 &&
      std::find(std::begin(kTransports), std::end(kTransports), words.back()) != std::end(kTransports)) {
    device.transport = words.back();
    words.pop_back();
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto before = static_cast<std::size_t>(model - columns.begin());
    if (i >= columns.size() && before == columns.size()) break;
    std::string* const cell = cell_of(device, columns[std::min(i, before)]);
    if (cell == nullptr) continue;
    *cell += (cell->empty() ? "" : " ") + std::string(words[i]);
  }
  return device;
}

std::vector<BlockDevice> devices_of_table(std::string_view text) {
  std::vector<BlockDevice> devices;
  std::vector<std::string_view> columns;
  for (OutputLines lines(text); lines.next();) {
    std::vector<std::string_view> words = words_of(lines.line());
    if (is_header(words)) {
      columns = std::move(words);
    } else if (!columns.empty() && !words.empty()) {
      devices.push_back(device_of(columns, std::move(words)));
      devices.back().line = lines.number();
    }
  }
  return devices;
}

std::vector<BlockDevice> devices_of_json(const std::shared_ptr<const SourceText>& source) {
  std::vector<BlockDevice> devices;
  for (const JsonText& json : json_texts(source)) {
    const Tree* const list = json_at(json.tree, "blockdevices");
    if (list == nullptr) continue;
    for (const Tree& item : list->items) {
      BlockDevice device{json_text_at(item, "name"),
                         json_text_at(item, "size"),
                         json_text_at(item, "rota"),
                         json_text_at(item, "type"),
                         json_text_at(item, "model"),
                         json_text_at(item, "tran"),
                         item.mark.line};
      if (device.rota == "true") device.rota = "1";
      if (device.rota == "false") device.rota = "0";
      devices.push_back(std::move(device));
    }
  }
  return devices;
}

// DriveKind: equal drives of a node.
struct DriveKind {
  double count = 0, bytes = 0;
  int line = 0;
  std::string model;
};

class DriveReader {
 public:
  explicit DriveReader(const SourceText& source) : source_(source) {}

  void add(const BlockDevice& device) {
    if (!device.type.empty() && device.type != "disk") return;
    const std::optional<double> bytes = bytes_of_size(device.size);
    if (!bytes || *bytes < kDriveGibibytes.low * kGibibyte) return;
    const bool is_nvme = device.transport == "nvme" || device.name.starts_with("nvme");
    if (device.rota == "1") return leave(device, "is a disk, and only flash is imported");
    if (device.rota.empty() && !is_nvme)
      return leave(device, "may be a disk: the column ROTA would tell (lsblk -o NAME,SIZE,ROTA,TYPE,MODEL)");
    if (*bytes > kDriveGibibytes.high * kGibibyte) return leave(device, std::string(kDriveGibibytes.says));
    const std::string bus = is_nvme ? "NVMe" : device.transport == "sata" ? "SATA" : device.transport;
    DriveKind& kind = kinds_[{device.model + " " + bus, *bytes}];
    if (kind.count == 0) kind = {0, *bytes, device.line, bus + " " + device.model};
    kind.count += 1;
  }

  NodeEvidence take() {
    const auto most = std::max_element(kinds_.begin(), kinds_.end(), [](const auto& a, const auto& b) {
      return a.second.count * a.second.bytes < b.second.count * b.second.bytes;
    });
    for (auto kind = kinds_.begin(); kind != kinds_.end(); ++kind) {
      if (kind == most) continue;
      evidence_.not_taken.push_back(
          {place_in(source_, kind->second.line),
           "drives of another kind (" + kind->second.model + "), with less room: one kind is modelled"});
    }
    if (most == kinds_.end()) return std::move(evidence_);
    const DriveKind& kind = most->second;
    DescribedDrives drives;
    drives.count = {std::min(kind.count, kDriveCount.high),
                    read_in(source_, kind.line, "drives of this model and size")};
    drives.capacity = ToldValue{kind.bytes, read_in(source_, kind.line, "SIZE")};
    drives.model = kind.model;
    evidence_.host.drives = drives;
    return std::move(evidence_);
  }

 private:
  void leave(const BlockDevice& device, std::string why) {
    evidence_.not_taken.push_back({place_in(source_, device.line) + ", " + device.name, std::move(why)});
  }

  const SourceText& source_;
  std::map<std::pair<std::string, double>, DriveKind> kinds_;
  NodeEvidence evidence_;
};

}  // namespace

bool is_block_devices(std::string_view text) {
  if (trimmed(text).starts_with('{')) return text.find("\"blockdevices\"") != std::string_view::npos;
  for (OutputLines lines(text.substr(0, std::min<std::size_t>(text.size(), 4096))); lines.next();)
    if (is_header(words_of(lines.line()))) return true;
  return false;
}

NodeEvidence read_block_devices(const std::shared_ptr<const SourceText>& source) {
  DriveReader reader(*source);
  const bool is_json = trimmed(source->text).starts_with('{');
  for (const BlockDevice& device : is_json ? devices_of_json(source) : devices_of_table(source->text))
    reader.add(device);
  return reader.take();
}

}  // namespace headrace
