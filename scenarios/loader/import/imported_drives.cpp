#include "scenarios/loader/import/imported_drives.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "scenarios/loader/import/description_part.h"
#include "scenarios/loader/import/import_priors.h"
#include "sim/check.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr double kMostParallelism = 65536, kMostAccesses = 1e9;

double rate_of(std::string_view text) {
  const auto parsed = parse_bandwidth(text);
  const auto* const rate = std::get_if<Bandwidth>(&parsed);
  HEADRACE_CHECK(rate != nullptr);
  return rate->in_bytes_per_second();
}

std::string number_of(double value) { return number_text(std::round(value * 1000) / 1000); }

// Writes a rate of all drives of a device: their own, or that of their class.
void write_rate(PlatformLines& lines, const char* key, const std::optional<ToldValue>& told,
                const DriveShare& share, std::string_view of_class, const DriveClass& drive_class) {
  if (told && share.is_described) {
    lines.value(key, rate_text(share.drives * told->value),
                {OriginTag::derived,
                 share.words + " of " + rate_text(told->value) + " [read] " + told->origin.words});
    return;
  }
  lines.assume(
      key, rate_text(share.drives * rate_of(of_class)),
      {OriginTag::assumed,
       share.words + " of " + std::string(of_class) + "; " + std::string(drive_class.source),
       share.is_described ? drive_class.factor : drive_class.factor * 1.4},
      share.is_described ? "the rate of the drives is not described" : "the drives are not described");
}

void write_iops(PlatformLines& lines, const char* key, const std::optional<ToldValue>& told,
                const DriveShare& share) {
  if (!told || !share.is_described) return;
  lines.value(
      key, count_text(std::min(share.drives * told->value, kMostAccesses)),
      {OriginTag::derived, share.words + " of " + count_text(told->value) + " [read] " + told->origin.words});
}

// Writes a time that was told, spread as the priors of drives are, or a prior.
void write_latency(PlatformLines& lines, const char* key, const std::optional<ToldValue>& told,
                   std::string_view prior, const char* lacking) {
  if (!told) return lines.prior(key, prior, lacking);
  const auto micros = [](double seconds) { return number_of(seconds * 1e6) + " us"; };
  lines.value(
      key, "{law: lognormal, mean: " + micros(told->value) + ", spread: " + micros(told->value * 0.4) + "}",
      {OriginTag::derived, told->origin.words + "; spread 0.4 of it, as of the priors of drives"});
}

}  // namespace

bool are_disks(const DescribedDrives& drives) {
  return has_any_word(drives.model, "HDD|SAS HDD|nearline|7200 rpm") &&
         !has_any_word(drives.model, "SSD|NVMe");
}

DriveShare drive_share(const DescribedHosts* hosts, double servers, double devices) {
  DriveShare share;
  share.is_described = hosts != nullptr && hosts->drives.has_value();
  if (!share.is_described) {
    const double drives = whole_number_text(import_prior("servers.drives").value).value_or(1);
    share.drives = drives * servers / devices;
    share.words =
        number_of(share.drives) + " drives (" + std::string(import_prior("servers.drives").source) + ")";
    return share;
  }
  const DescribedDrives& drives = *hosts->drives;
  const double all = drives.count.value * (drives.is_of_system ? 1 : servers);
  share.drives = all / devices;
  if (drives.is_of_system)
    share.words = number_of(all) + " drives of the system by " + number_of(devices);
  else
    share.words = number_of(share.drives) + (share.drives == 1 ? " drive" : " drives");
  return share;
}

void write_device(PlatformLines& lines, const DescribedHosts* hosts, const DriveShare& share) {
  const DescribedDrives none;
  const DescribedDrives& drives = share.is_described ? *hosts->drives : none;
  const DriveClass& drive_class = drive_class_of(drives.model);
  const bool is_sata = has_word(drive_class.words, "SATA");
  lines.open("device");
  write_rate(lines, "read_bandwidth", drives.read_rate, share, drive_class.read, drive_class);
  write_rate(lines, "write_bandwidth", drives.write_rate, share, drive_class.write, drive_class);
  write_iops(lines, "read_iops", drives.read_iops, share);
  write_iops(lines, "write_iops", drives.write_iops, share);
  const char* const lacking = "the latency of the drives is not described";
  write_latency(lines, "read_latency", drives.read_latency,
                is_sata ? "device.sata_latency" : "device.read_latency", lacking);
  write_latency(lines, "write_latency", drives.write_latency, "device.write_latency", lacking);
  const ImportPrior& parallelism = import_prior("device.parallelism");
  const double accesses = share.drives * whole_number_text(parallelism.value).value_or(1);
  lines.assume(
      "parallelism", count_text(std::clamp(std::round(accesses), 1.0, kMostParallelism)),
      {OriginTag::assumed, std::string(parallelism.value) + " a drive: " + std::string(parallelism.source)},
      "accesses that the drives work on at once are not described");
  lines.close();
}

void write_provisioned_device(PlatformLines& lines, const ToldValue& provisioned, double devices) {
  const std::string rate = rate_text(provisioned.value / devices);
  const Origin origin{OriginTag::derived, rate_text(provisioned.value) + " [read] " +
                                              provisioned.origin.words + " by " + number_of(devices)};
  lines.open("device");
  lines.value("read_bandwidth", rate, origin);
  lines.value("write_bandwidth", rate, origin);
  lines.prior("read_latency", "device.managed_latency", "the latency of the service is not described");
  lines.prior("write_latency", "device.managed_latency", "the latency of the service is not described");
  lines.close();
}

}  // namespace headrace
