#include "scenarios/loader/import/imported_drives.h"

#include "tests/scenarios/loader/import/import_support.h"

namespace headrace {
namespace {

DescribedHosts servers_of(const std::string& model, bool is_of_system = false) {
  DescribedHosts hosts;
  hosts.drives.emplace();
  hosts.drives->count = {24, {OriginTag::read, "drives"}};
  hosts.drives->is_of_system = is_of_system;
  hosts.drives->model = model;
  return hosts;
}

TEST(ImportedDrives, AreSharedOverDevices) {
  const DescribedHosts of_each = servers_of("NVMe");
  EXPECT_EQ(drive_share(&of_each, 4, 8).drives, 12);
  EXPECT_EQ(drive_share(&of_each, 4, 8).words, "12 drives");
  const DescribedHosts of_all = servers_of("NVMe", true);
  EXPECT_EQ(drive_share(&of_all, 4, 8).drives, 3);
  EXPECT_EQ(drive_share(&of_all, 4, 8).words, "24 drives of the system by 8");
  EXPECT_FALSE(drive_share(nullptr, 4, 4).is_described);
  EXPECT_EQ(drive_share(nullptr, 4, 4).drives, 16);
}

TEST(ImportedDrives, HaveRatesOfTheirSheetOrOfTheirClass) {
  DescribedHosts hosts = servers_of("NVMe, PCIe 4");
  hosts.drives->read_rate = ToldValue{6.8e9, {OriginTag::read, "sheet"}};
  PlatformLines lines;
  write_device(lines, &hosts, drive_share(&hosts, 1, 1));
  EXPECT_EQ(in_one_line_of(lines.text(), "read_bandwidth"),
            "read_bandwidth: 163 GB/s # [derived] 24 drives of 6.8 GB/s [read] sheet");
  EXPECT_EQ(
      in_one_line_of(lines.text(), "write_bandwidth")
          .find("write_bandwidth: 108 GB/s # [assumed] within a factor of 1.5: 24 drives of 4.5 GB/s; Gen4"),
      0U)
      << lines.text();
  EXPECT_EQ(lines.gaps().front().lacking, "the rate of the drives is not described");
}

TEST(ImportedDrives, OfAManagedServiceHaveItsRate) {
  PlatformLines lines;
  write_provisioned_device(lines, {20e9, {OriginTag::read, "servers.role"}}, 10);
  EXPECT_EQ(in_one_line_of(lines.text(), "read_bandwidth"),
            "read_bandwidth: 2 GB/s # [derived] 20 GB/s [read] servers.role by 10");
}

TEST(ImportedDrives, MayBeDisks) {
  EXPECT_TRUE(are_disks(*servers_of("HDD SAS").drives));
  EXPECT_FALSE(are_disks(*servers_of("SSD NVMe").drives));
}

TEST(ImportedDrives, HaveTimesThatWereMeasured) {
  DescribedHosts hosts = servers_of("NVMe");
  hosts.drives->read_latency = ToldValue{80e-6, {OriginTag::derived, "fio.json:7: median"}};
  PlatformLines lines;
  write_device(lines, &hosts, drive_share(&hosts, 1, 1));
  EXPECT_EQ(in_one_line_of(lines.text(), "read_latency"),
            "read_latency: {law: lognormal, mean: 80 us, spread: 32 us} # [derived] fio.json:7: median; "
            "spread 0.4 of it, as of the priors of drives");
}

}  // namespace
}  // namespace headrace
