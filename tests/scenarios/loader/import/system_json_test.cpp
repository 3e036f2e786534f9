// The JSON of a v1.0 description: who the clients and servers are, and how many.

#include "tests/scenarios/loader/import/import_support.h"

namespace headrace {
namespace {

DescribedSystem system_of(const std::string& text) {
  const DescriptionRead read = read_description_text(text, "s.json");
  EXPECT_TRUE(read.system) << read.problems.text();
  return read.system.value_or(DescribedSystem());
}

TEST(SystemJson, HasClientsServersAndMetadataServers) {
  const DescribedSystem system = system_of(std::string(kMillpondJson));
  ASSERT_EQ(system.clients.size(), 1U);
  EXPECT_EQ(system.clients[0].count->value, 2);
  EXPECT_EQ(system.clients[0].count->origin.words, "benchmark_hosts: those of the type client");
  ASSERT_TRUE(system.servers);
  EXPECT_EQ(system.servers->count->value, 2);
  EXPECT_EQ(system.servers->count->origin.words, "software_components that run on data server");
  ASSERT_TRUE(system.metadata);
  EXPECT_EQ(system.metadata->cores->value, 24);
  EXPECT_EQ(system.name, "Millpond Weir 2");
  EXPECT_FALSE(system.is_local);
  EXPECT_EQ(why_left(system.not_taken, "nodes[1].CPU.boost_frequency"),
            "2500 cannot be meant: a processor's clock is 0.5 to 7 GHz");
}

// Some descriptions have an entry of nodes for each client, and one benchmark host for all.
TEST(SystemJson, CountsEntriesWhereFewerHostsAreListed) {
  const std::string entry = R"({"node_type_name": "client"},)";
  const std::string text = R"({"nodes": [)" + entry + entry + entry + R"({"node_type_name": "data"}],
    "benchmark_hosts": [{"node_type_name": "client"}], "storage_system": {"solution_type": "Lustre"}})";
  const DescribedSystem system = system_of(text);
  EXPECT_EQ(system.clients[0].count->value, 3);
  EXPECT_EQ(system.clients[0].count->origin.tag, OriginTag::derived);
  EXPECT_EQ(why_left(system.not_taken, "benchmark_hosts"),
            "fewer hosts of the type client than nodes has entries: 1");
  EXPECT_EQ(system.servers->count->origin.tag, OriginTag::assumed);
}

// Others list their servers among the hosts.
TEST(SystemJson, TellsServersAmongTheHosts) {
  const DescribedSystem system = system_of(
      R"({"nodes": [{"node_type_name": "Client"}, {"node_type_name": "Storage"}],
          "benchmark_hosts": [{"node_type_name": "Client"}, {"node_type_name": "Storage"},
                              {"node_type_name": "Storage"}, {"node_type_name": "Storage"}]})");
  ASSERT_EQ(system.clients.size(), 1U);
  EXPECT_EQ(system.clients[0].count->value, 1);
  EXPECT_EQ(system.servers->count->value, 3);
}

TEST(SystemJson, TakesDrivesOfTheSystemAndItsVirtualMachines) {
  const DescribedSystem system = system_of(
      R"({"nodes": [{"node_type_name": "client"}, {"node_type_name": "vm", "CPU": {"cores_per_socket": 12}}],
          "benchmark_hosts": [{"node_type_name": "client"}],
          "storage_system": {
            "solution_type": "EXAScaler",
            "hardware_components": [{"component_name": "HCAs", "count": 8, "type": "IB"},
                                    {"component_name": "drives", "count": 24, "protocol": "NVME"}],
            "software_components": [{"component_name": "MDS0"}, {"component_name": "MDS1"},
                                    {"component_name": "OSS0"},
                                    {"component_name": "OSS1"}, {"component_name": "OSSimple"}]}})");
  ASSERT_TRUE(system.servers && system.servers->drives && system.metadata);
  EXPECT_EQ(system.servers->count->value, 2);
  EXPECT_EQ(system.servers->drives->count.value, 24);
  EXPECT_TRUE(system.servers->drives->is_of_system);
  EXPECT_EQ(system.metadata->count->value, 2);
  EXPECT_EQ(system.metadata->cores->value, 12);
}

TEST(SystemJson, IsLocalWithDrivesAndWithoutServers) {
  const DescribedSystem system = system_of(
      R"({"nodes": [{"node_type_name": "Localhost",
                     "drives": [{"count_of_this_type": 1, "purpose": ["under test"]}]}],
          "benchmark_hosts": [{"node_type_name": "Localhost"}]})");
  EXPECT_TRUE(system.is_local);
  EXPECT_FALSE(system.servers);
}

}  // namespace
}  // namespace headrace
