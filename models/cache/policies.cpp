// The table of cache policies: one line each.

#include "models/cache/policy.h"

namespace headrace {

std::unique_ptr<Recipe<CachePolicy>> belady();
std::unique_ptr<Recipe<CachePolicy>> fifo();
std::unique_ptr<Recipe<CachePolicy>> lru();
std::unique_ptr<Recipe<CachePolicy>> never_evict();
std::unique_ptr<Recipe<CachePolicy>> s3fifo();
std::unique_ptr<Recipe<CachePolicy>> sieve();

PolicyTable<CachePolicy> CachePolicy::table() {
  static constexpr Registration<CachePolicy> kTable[] = {
      {"lru", "gives up the object longest without a hit", lru},
      {"fifo", "gives up the object that came first", fifo},
      {"sieve", "first in first out, with one more round after a hit", sieve},
      {"s3fifo", "first in first out through a small queue and, after two hits or a return, a main one",
       s3fifo},
      {"never_evict", "keeps what came first and lets nothing in when full", never_evict},
      {"belady", "gives up the object whose next use is furthest, which takes an order known ahead", belady},
  };
  return kTable;
}

}  // namespace headrace
