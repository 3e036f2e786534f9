#include "analysis/cli/options/shard_options.h"

#include <gtest/gtest.h>

#include "tests/analysis/cli/options/read_verb.h"

namespace headrace {
namespace {

struct Sharing : IdleVerb {
  void declare(Options& options) override {
    shards.declare_shard(options, "every N-th");
    shards.declare_slurm(options, "a batch script");
  }
  void finish() override { shards.finish(); }
  ShardOptions shards;
};

ShardOptions shards_of(const std::vector<std::string>& words) { return read_verb<Sharing>(words)->shards; }

TEST(ShardOptions, AllIsOneShardUnlessToldOtherwise) {
  const ShardOptions all = shards_of({});
  EXPECT_EQ(all.shard.index, 1);
  EXPECT_EQ(all.shard.count, 1);
  EXPECT_EQ(all.slurm, 0);
  EXPECT_FALSE(all.is_given());
  const ShardOptions second = shards_of({"--shard", "2/4"});
  EXPECT_EQ(second.shard.index, 2);
  EXPECT_EQ(second.shard.count, 4);
  EXPECT_TRUE(second.is_given());
}

TEST(ShardOptions, AScriptHasATimeOfATask) {
  const ShardOptions script = shards_of({"--slurm", "64", "--slurm-time", "2h"});
  EXPECT_EQ(script.slurm, 64);
  EXPECT_EQ(script.slurm_time, Duration::seconds(7200));
  EXPECT_EQ(shards_of({"--slurm", "64"}).slurm_time, Duration());
}

TEST(ShardOptions, MistakesAreNamed) {
  EXPECT_EQ(refusal_of<Sharing>({"--shard", "2"}),
            "'2' is no value of --shard, which is I/N: 1/4 is the first of four");
  EXPECT_EQ(refusal_of<Sharing>({"--shard", "5/4"}), "--shard 5/4: shards are counted from 1 to 4");
  EXPECT_EQ(refusal_of<Sharing>({"--slurm-time", "1h"}), "--slurm-time is of no use without --slurm N");
  EXPECT_EQ(refusal_of<Sharing>({"--slurm", "4", "--shard", "1/4"}),
            "--slurm makes the shards itself; leave --shard out");
  EXPECT_EQ(refusal_of<Sharing>({"--slurm", "0"}),
            "'0' is no value of --slurm, which is a whole number from 1 on");
}

}  // namespace
}  // namespace headrace
