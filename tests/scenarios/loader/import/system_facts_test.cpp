// The facts of a v3.0 description: texts that count ports and drives, ranges, managed services.

#include "tests/scenarios/loader/import/import_support.h"

namespace headrace {
namespace {

DescribedSystem facts_of(const std::string& text) {
  const DescriptionRead read = read_description_text(text, "s.yaml");
  EXPECT_TRUE(read.system) << read.problems.text();
  return read.system.value_or(DescribedSystem());
}

std::string with_clients(const std::string& clients, const std::string& servers = "{count: 0}") {
  return "storage_software: Lustre\nclients: " + clients + "\nservers: " + servers + "\n";
}

TEST(SystemFacts, HaveClientsAndServers) {
  const DescribedSystem system = facts_of(std::string(kSluiceFacts));
  const DescribedHosts& clients = system.clients.front();
  EXPECT_EQ(clients.count->value, 4);
  EXPECT_EQ(clients.sockets->value, 2);
  EXPECT_EQ(clients.cores->value, 64);
  EXPECT_EQ(clients.memory->value, 503.0 * 1073741824);
  EXPECT_EQ(clients.ports.count->value, 2);
  EXPECT_EQ(clients.ports.bandwidth->value, 50e9);
  EXPECT_EQ(why_left(system.not_taken, "clients.memory_GiB"),
            "the first figure of '503 to 504' was taken, and not the rest");
  ASSERT_TRUE(system.servers && system.servers->drives);
  EXPECT_EQ(system.servers->count->value, 3);
  EXPECT_EQ(system.servers->cores->value, 64);  // 32 a CPU, two of them.
  EXPECT_EQ(system.servers->drives->count.value, 16);
  EXPECT_EQ(system.servers->drives->read_rate->value, 14.5e9);
  EXPECT_EQ(system.servers->drives->write_rate->value, 10.5e9);
  EXPECT_EQ(system.servers->drives->read_iops->value, 3.3e6);
  EXPECT_EQ(system.servers->drives->write_iops->value, 315e3);
  EXPECT_FALSE(system.provisioned);
}

TEST(SystemFacts, MayBeOfAManagedService) {
  const DescribedSystem system =
      facts_of(with_clients("{count: 3}",
                            "{count: null, role: 'managed service; provisioned 125 MB/s a TiB x 1280 TiB = "
                            "160000 MB/s (from the name)'}"));
  EXPECT_FALSE(system.servers);
  EXPECT_EQ(system.provisioned->value, 160e9);
  EXPECT_FALSE(facts_of(with_clients("{count: 3}", "{role: 'provisioned = fast MB/s'}")).provisioned);
}

TEST(SystemFacts, MayLackWhatTheyCount) {
  const DescribedSystem system = facts_of(with_clients(
      "{count: null, data_nic: none (all ports down), drives: 'per client 16 NVMe + 8 x 3.84 TB'}"));
  EXPECT_FALSE(system.clients.front().count);
  EXPECT_FALSE(system.clients.front().ports.count);
  EXPECT_FALSE(system.clients.front().drives);
  EXPECT_EQ(why_left(system.not_taken, "clients.data_nic"),
            "'none (all ports down)' does not begin with ports and their rate, as '2 x 400 Gbit/s'");
  EXPECT_FALSE(why_left(system.not_taken, "clients.drives").empty());
  const DescribedSystem absurd = facts_of(with_clients(
      "{count: 0.5, cores: 1e9, memory_GiB: 0, data_nic: 900 x 400 Gbit/s, drives: 1 x 9e9 TB}"));
  EXPECT_EQ(absurd.not_taken.size(), 5U);
  EXPECT_FALSE(absurd.clients.front().cores || absurd.clients.front().memory || absurd.clients.front().count);
}

}  // namespace
}  // namespace headrace
