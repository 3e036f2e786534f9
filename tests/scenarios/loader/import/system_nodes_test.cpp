#include "scenarios/loader/import/system_nodes.h"

#include "tests/scenarios/loader/import/import_support.h"

namespace headrace {
namespace {

class SystemNodesTest : public PartTest {
 protected:
  DescriptionPart node(std::string_view text) { return part(text, "nodes[0]"); }
};

TEST_F(SystemNodesTest, HaveCoresMemoryAndPorts) {
  const DescribedHosts hosts = read_node(node(
      R"({"node_type_name": "client", "CPU": {"socket_count": 2, "cores_per_socket": 24,
                                                         "threads_per_socket": 48},
          "DRAM": {"capacity_MiB": 4096},
          "accelerators": [{"count_of_this_type": 2}, {"count_of_this_type": 1}],
          "nic_ports": [{"network_name": "a", "bitrate": 100, "count_of_this_type": 1},
                        {"network_name": "b", "bitrate": 200, "count_of_this_type": 1},
                        {"network_name": "b", "bitrate": 200, "count_of_this_type": 1}]})"));
  EXPECT_EQ(hosts.cores->value, 48);
  EXPECT_EQ(hosts.threads_per_core->value, 2);
  EXPECT_EQ(hosts.cores->origin.words, "nodes[0].CPU.socket_count x cores_per_socket");
  EXPECT_EQ(hosts.memory->value, 4294967296.0);
  EXPECT_EQ(hosts.accelerators->value, 3);
  EXPECT_EQ(hosts.ports.count->value, 2);
  EXPECT_EQ(hosts.ports.bandwidth->value, 25e9);
  EXPECT_EQ(why_left(not_taken_, "nodes[0].nic_ports"),
            "ports of other networks, which carry less: one kind of port is modelled");
}

// Published descriptions have all of these.
TEST_F(SystemNodesTest, LeaveOutWhatCannotBeMeant) {
  const DescribedHosts hosts = read_node(node(
      R"({"CPU": {"socket_count": null, "cores_per_socket": 32},
          "DRAM": {"capacity_MiB": 256, "frequency": 1},
          "nic_ports": [{"bitrate": "up to 12.5gbps", "count_of_this_type": 1}],
          "drives": [{"purpose": ["data"], "count_of_this_type": 24, "interface": "NVMe",
                      "performance": {"read_bandwidth": {"peak_bandwidth": 85},
                                      "write_bandwidth": {"peak_bandwidth GB/s": 65},
                                      "read_iops": {"xfer_size_kilobytes": 4, "peak_iops": 3e9}}}]})"));
  EXPECT_EQ(hosts.cores->value, 32);
  EXPECT_FALSE(hosts.threads_per_core);
  EXPECT_FALSE(hosts.memory);
  EXPECT_FALSE(hosts.memory_transfers);
  EXPECT_FALSE(hosts.ports.count);
  ASSERT_TRUE(hosts.drives);
  EXPECT_FALSE(hosts.drives->read_rate);
  EXPECT_FALSE(hosts.drives->write_rate);
  EXPECT_FALSE(hosts.drives->read_iops);
  EXPECT_EQ(why_left(not_taken_, "nodes[0].drives[0].performance.read_bandwidth.peak_bandwidth"),
            "'85' cannot be meant: no drive has so many MB/s or GB/s");
  EXPECT_EQ(why_left(not_taken_, "nodes[0].drives[0].performance.write_bandwidth.peak_bandwidth"),
            "not given under that key; there is 'peak_bandwidth GB/s'");
  EXPECT_EQ(not_taken_.size(), 6U);
}

TEST_F(SystemNodesTest, HaveNoMorePortsThanANodeHas) {
  const DescribedHosts hosts = read_node(node(
      R"({"nic_ports": [{"bitrate": 100, "count_of_this_type": 60},
                        {"bitrate": 100, "count_of_this_type": 60}]})"));
  EXPECT_FALSE(hosts.ports.count);
  EXPECT_EQ(why_left(not_taken_, "nodes[0].nic_ports"), "a node has 1 to 64 ports");
}

// Numbers have no unit there: of one drive a small one is in GB/s, a large one in MB/s.
TEST_F(SystemNodesTest, ReadRatesOfDrivesInAnyUnit) {
  const auto rate = [&](const std::string& value) {
    const DescribedHosts hosts = read_node(node(
        R"({"drives": [{"count_of_this_type": 1, "performance": {"read_bandwidth": {"peak_bandwidth": )" +
        value + "}}}]}"));
    return hosts.drives->read_rate ? hosts.drives->read_rate->value : 0;
  };
  EXPECT_EQ(rate("14"), 14e9);
  EXPECT_EQ(rate("6800"), 6.8e9);
  EXPECT_EQ(rate("560"), 560e6);
  EXPECT_EQ(rate("\"7000 MB/s\""), 7e9);
  EXPECT_EQ(rate("\"14 GB/s\""), 14e9);
  for (const char* value : {"85", "0", "-5", "1e300", "99999", "\"fast\"", "\"99 GB/s\""})
    EXPECT_EQ(rate(value), 0) << value;
}

TEST_F(SystemNodesTest, HoldDataMetadataOrNothing) {
  EXPECT_TRUE(holds_data(node(R"({"drives": [{"purpose": ["Hold the object data"]}]})")));
  EXPECT_FALSE(holds_data(node(R"({"drives": [{"purpose": ["Hold the OS"]}]})")));
  EXPECT_TRUE(is_metadata_node(node(R"({"node_type_name": "metadata server"})")));
  EXPECT_TRUE(is_metadata_node(node(R"({"node_type_name": "a", "drives": [{"purpose": "metadata"}]})")));
  EXPECT_FALSE(is_metadata_node(node(R"({"node_type_name": "data"})")));
}

}  // namespace
}  // namespace headrace
