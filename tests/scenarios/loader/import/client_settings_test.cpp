#include "scenarios/loader/import/client_settings.h"

#include <gtest/gtest.h>

#include <map>

namespace headrace {
namespace {

std::map<std::string, double> settings(const std::string& line, std::string_view store,
                                       std::vector<NotTaken>* left = nullptr) {
  DescribedSystem system;
  system.settings.push_back({"nodes[0].config_options[0]", line});
  std::vector<NotTaken> not_taken;
  std::map<std::string, double> values;
  for (const ClientSetting& setting : settings_of(system, store, not_taken))
    values[std::string(setting.field)] = setting.value.value;
  if (left != nullptr) *left = not_taken;
  return values;
}

TEST(ClientSettings, AreThoseOfTheStoresClient) {
  const std::string line =
      "lctl set_param osc.*.max_pages_per_rpc=1M osc.*.max_rpcs_in_flight=32 osc.*.checksums=0 "
      "mdc.*.max_rpcs_in_flight=64";
  const std::map<std::string, double> lustre = {
      {"rpc_size", 1048576}, {"max_rpcs_in_flight", 32}, {"metadata_max_rpcs_in_flight", 64}};
  EXPECT_EQ(settings(line, "lustre"), lustre);
  EXPECT_TRUE(settings(line, "filer").empty());
  const std::map<std::string, double> filer = {{"nconnect", 16}, {"transfer_size", 262144}};
  EXPECT_EQ(settings("-t nfs -o vers=4.2,nconnect=16,rsize=262144", "filer"), filer);
}

// Without a suffix pages are counted, and a later value of a field holds.
TEST(ClientSettings, CountPagesAndTakeTheLast) {
  EXPECT_EQ(settings("osc.a.max_pages_per_rpc=256 osc.b.max_pages_per_rpc=1024", "lustre")["rpc_size"],
            4194304);
  EXPECT_EQ(settings("osc.*.max_pages_per_rpc=512K", "lustre")["rpc_size"], 524288);
}

TEST(ClientSettings, LeaveOutWhatNoClientCanHave) {
  for (const char* value : {"0", "1000", "many", "", "1.5", "1e300", "-1"}) {
    std::vector<NotTaken> left;
    EXPECT_TRUE(settings("osc.*.max_rpcs_in_flight=" + std::string(value), "lustre", &left).empty()) << value;
    EXPECT_EQ(left.size(), 1U) << value;
  }
}

}  // namespace
}  // namespace headrace
