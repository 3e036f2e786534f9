#include "models/loaders/tf_data/record_file.h"

#include <gtest/gtest.h>

#include "tests/models/support/tf_data_rig.h"

namespace headrace {
namespace {

// A stage that gives the samples of one file.
class OneFile final : public Stage {
 public:
  OneFile(StageSetting& setting, std::int64_t file, std::int64_t first) : file_(setting, file, first) {}
  Task<std::optional<Element>> next(Account& account) override { return file_.next(account); }

 private:
  RecordFile file_;
};

std::vector<std::string> read_file(const DatasetSpec& data, const LoaderSpec& spec) {
  StageRig rig(data, spec);
  OneFile file(rig.setting, 2, 0);
  const auto given = rig.take_all(file);
  EXPECT_EQ(given.samples, (std::vector<SampleId>{8, 9, 10, 11}));
  return rig.storage.texts();
}

// A sample is there when the transfer that holds its last byte is.
TEST(RecordFile, ReadsATransferWhenASampleNeedsIt) {
  LoaderSpec spec = naive_pipeline();
  DatasetSpec data = records_of(4, 4);
  data.record_length = 100_B;
  spec.transfer_size = 150_B;
  EXPECT_EQ(read_file(data, spec),
            (std::vector<std::string>{"open 0/2", "read 0/2 [0, 150)", "read 0/2 [150, 300)",
                                      "read 0/2 [300, 400)", "close 0/2"}));
  spec.transfer_size = 1_MiB;
  EXPECT_EQ(read_file(data, spec), (std::vector<std::string>{"open 0/2", "read 0/2 [0, 400)", "close 0/2"}));
  spec.transfer_size = 0_B;  // A record at a time.
  EXPECT_EQ(read_file(data, spec).size(), 6u);
}

TEST(RecordFile, ReadsOtherFilesWholeForTheirFirstSample) {
  DatasetSpec data = records_of(4, 4);
  data.record_length = 100_B;
  data.format = Format::npz;
  EXPECT_EQ(read_file(data, naive_pipeline()),
            (std::vector<std::string>{"open 0/2", "read 0/2 [0, 400)", "close 0/2"}));
  data.format = Format::synthetic;
  EXPECT_TRUE(read_file(data, naive_pipeline()).empty());
}

TEST(RecordFile, ReadsOnlyWhatACacheLacks) {
  LoaderSpec spec = naive_pipeline();
  spec.tf_data.cache_after = CacheAfter::reading;
  StageRig rig(records_of(4, 4), spec);
  rig.setting.kept.keep(20);
  rig.setting.kept.keep(21);
  OneFile first(rig.setting, 2, 20), again(rig.setting, 2, 20);
  EXPECT_EQ(rig.take_all(first).samples.size(), 4u);
  const std::vector<std::string> rest = {"open 0/2", "read 0/2 [2, 3)", "read 0/2 [3, 4)", "close 0/2"};
  EXPECT_EQ(rig.storage.texts(), rest);
  EXPECT_EQ(rig.take_all(again).samples.size(), 4u);
  EXPECT_EQ(rig.storage.texts(), rest);
}

}  // namespace
}  // namespace headrace
