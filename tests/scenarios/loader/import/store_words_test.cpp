#include "scenarios/loader/import/store_words.h"

#include "tests/scenarios/loader/import/import_support.h"

namespace headrace {
namespace {

StoreChoice chosen(const std::string& words, std::string_view asked = "", bool is_local = false) {
  DescribedSystem system;
  system.is_local = is_local;
  if (!words.empty()) system.solution.push_back({"storage_software", words});
  return store_kind_of(system, asked);
}

TEST(StoreWords, TellTheKind) {
  EXPECT_EQ(chosen("Proprietary - EXAScaler (parallel filesystem)").kind, ImportedStore::lustre);
  EXPECT_EQ(chosen("Azure Managed Lustre, Durable Premium").kind, ImportedStore::lustre);
  EXPECT_EQ(chosen("Storage Systems K3000 (DAOS)").kind, ImportedStore::daos);
  EXPECT_EQ(chosen("NAS - Industry Standard NFSv4.2").kind, ImportedStore::filer);
  EXPECT_EQ(chosen("S3 over HTTPS").kind, ImportedStore::object_store);
  EXPECT_EQ(chosen("Spectrum Scale").kind, ImportedStore::gpfs);
  EXPECT_TRUE(chosen("Spectrum Scale").caution.empty());
  EXPECT_EQ(chosen("Proprietary - ICFS").kind, ImportedStore::gpfs);
  EXPECT_EQ(chosen("Proprietary - ICFS").caution,
            "'Proprietary - ICFS' is taken for a file system of GPFS's kind, as in as13000.yaml");
  EXPECT_EQ(chosen("local file system", "", true).kind, ImportedStore::local);
}

TEST(StoreWords, MayNameWhatIsNotImported) {
  EXPECT_FALSE(chosen("Alluxio Enterprise AI 3.9").kind);
  EXPECT_EQ(
      chosen("Block NVMe-oF, XFS").why,
      "'Block NVMe-oF, XFS' (storage_software) is a block device over the network, with a file system of the "
      "client's own, which is not imported");
  EXPECT_EQ(chosen("Penstock").why, "the words of the storage do not tell its kind: 'Penstock'");
  EXPECT_EQ(chosen("").why, "the words of the storage do not tell its kind: there are none");
}

TEST(StoreWords, StandBackBehindWhatIsAskedFor) {
  EXPECT_EQ(chosen("Penstock", "gpfs").kind, ImportedStore::gpfs);
  EXPECT_EQ(chosen("Lustre", "filer").kind, ImportedStore::filer);
  EXPECT_EQ(imported_store_names().size(), 6U);
  EXPECT_NE(store_words_text().find("Lustre, EXAScaler, ClusterStor, Sonexion: lustre"), std::string::npos);
}

}  // namespace
}  // namespace headrace
