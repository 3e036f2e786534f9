// TokenSpec: the time that a request's tokens take, and which prompts a server keeps.
//
// A batch is answered as a whole: its prompts are read one after another, and its outputs come side by side
// until the longest ends. Leaves out batches that requests join and leave while they run, prompts in
// chunks, blocks that output fills, and the accelerator's memory: what is kept is the user's word.
#pragma once

#include <optional>
#include <string_view>

#include "models/cache/policy.h"

namespace headrace {

enum class PrefixTier : std::uint8_t { accelerator, memory };
inline constexpr std::string_view kPrefixTiers[] = {"accelerator", "memory"};

struct PrefixCacheSpec {
  Chosen<CachePolicy> policy;
  PrefixTier tier = PrefixTier::accelerator;
  Bytes capacity;
  Bytes token_size;
  std::int64_t block_tokens = 512;

  Bytes block_size() const { return token_size * block_tokens; }

  void visit(Fields& f) {
    policy.visit(f);
    f.choice({"tier",
              "where it lies: in the accelerator's memory, or in the node's, from where what is found "
              "crosses at 'host_to_device_bandwidth' before the rest of the prompt is read"},
             tier, kPrefixTiers);
    f.bytes(required("capacity", "what each server keeps at most"), capacity, 1_B, 1024_TiB);
    f.bytes(required("token_size",
                     "keys and values of one token: 2 x layers x heads of them x their "
                     "dimension x bytes of a number"),
            token_size, 1_B, 1_GiB);
    f.integer({"block_tokens", "tokens that one number of the trace stands for", "Mooncake's traces [read]"},
              block_tokens, 1, 1'000'000);
  }
};

struct TokenSpec {
  Duration prompt_token_time, output_token_time;
  std::optional<PrefixCacheSpec> prefix_cache;

  void visit(Fields& f) {
    f.duration(required("prompt_token_time", "what each token of a prompt adds to the service time"),
               prompt_token_time, Duration(), 3600_s);
    f.duration(required("output_token_time", "what each token of the longest output of a batch adds to it"),
               output_token_time, Duration(), 3600_s);
    f.group(
        Field{"prefix_cache", "a cache of beginnings of prompts on each server, found by the trace's blocks"},
        prefix_cache);
  }
};

}  // namespace headrace
