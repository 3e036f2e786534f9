#include "models/jobs/inference/token_work.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headrace {

TokenWork::TokenWork(const InferenceSpec& spec, std::size_t servers)
    : trace_(spec.traced), tokens_(*spec.tokens) {
  if (!tokens_.prefix_cache) return;
  const PrefixCacheSpec& kept = *tokens_.prefix_cache;
  if (kept.tier == PrefixTier::memory)
    found_token_ns_ = 1e9 * static_cast<double>(kept.token_size.count()) /
                      spec.host_to_device_bandwidth.in_bytes_per_second();
  for (std::size_t server = 0; server < servers; ++server) caches_.emplace_back(kept.capacity, kept.policy);
}

void TokenWork::add(std::size_t server, std::size_t request, Batch& batch) {
  const std::int64_t prompt = trace_.prompt_tokens[request];
  std::int64_t found = 0;
  if (!caches_.empty()) {
    found = find(caches_[server], request);
    prompt_tokens_ += prompt;
    found_tokens_ += found;
  }
  batch.read += static_cast<double>(prompt - found);
  batch.found += static_cast<double>(found);
  batch.longest = std::max(batch.longest, static_cast<double>(trace_.output_tokens[request]));
}

// Counts the tokens at the beginning of a prompt that a cache holds, and has it hold all of them.
std::int64_t TokenWork::find(Cache& cache, std::size_t request) {
  const std::span<const std::uint64_t> blocks = trace_.blocks_of(request);
  std::size_t held = 0;
  while (held < blocks.size() && cache.contains({blocks[held], 0})) ++held;
  const PrefixCacheSpec& kept = *tokens_.prefix_cache;
  for (std::size_t i = blocks.size(); i-- > 0;) {
    const CacheKey key{blocks[i], 0};
    if (!cache.lookup(key, kept.block_size())) cache.insert(key, kept.block_size());
  }
  return std::min(static_cast<std::int64_t>(held) * kept.block_tokens, trace_.prompt_tokens[request]);
}

Duration TokenWork::time_of(const Batch& batch) const {
  constexpr auto kLongest = static_cast<double>(std::numeric_limits<std::int64_t>::max());
  const double ns = batch.read * static_cast<double>(tokens_.prompt_token_time.ns()) +
                    std::ceil(batch.found * found_token_ns_) +
                    batch.longest * static_cast<double>(tokens_.output_token_time.ns());
  return ns < kLongest ? Duration::nanoseconds(static_cast<std::int64_t>(ns)) : Duration::max();
}

}  // namespace headrace
