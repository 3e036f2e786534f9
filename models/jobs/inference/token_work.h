// TokenWork: what the tokens of a trace's requests add to the service times of servers.
//
//   TokenWork::Batch batch;
//   for (…) work.add(server, number_of_request, batch);
//   work.time_of(batch);
//
// A server finds of a prompt the run of blocks at its beginning that its cache holds; a block behind one that
// is missing is of no use. A prompt's blocks are kept from then on, its first ones longest where
// the policy gives up what was wanted longest ago, for without them the others cannot be found.
#pragma once

#include <deque>

#include "models/cache/cache.h"
#include "models/jobs/inference/inference_spec.h"

namespace headrace {

class TokenWork {
 public:
  // Tokens of the requests of one batch.
  struct Batch {
    double read = 0;     // Of prompts, those that are read.
    double found = 0;    // Of prompts, those that the cache held.
    double longest = 0;  // The longest output.
  };

  TokenWork(const InferenceSpec& spec, std::size_t servers);

  // Adds a request, by its number in the trace, to the batch of a server.
  void add(std::size_t server, std::size_t request, Batch& batch);
  // Returns what a batch's tokens take. What is longer than time itself is as long as time.
  Duration time_of(const Batch& batch) const;

  // Return the tokens of all prompts that came to caches so far, and those of them that these held.
  std::int64_t prompt_tokens() const { return prompt_tokens_; }
  std::int64_t found_tokens() const { return found_tokens_; }

 private:
  std::int64_t find(Cache& cache, std::size_t request);

  const RequestTrace& trace_;
  TokenSpec tokens_;
  double found_token_ns_ = 0;  // Time that a token takes from the cache to the accelerator.
  std::deque<Cache> caches_;   // By server; empty without a cache.
  std::int64_t prompt_tokens_ = 0, found_tokens_ = 0;
};

}  // namespace headrace
