// The table of stores: one line each.

#include "models/storage/store.h"

namespace headrace {

std::unique_ptr<Recipe<Store>> lustre_store();
std::unique_ptr<Recipe<Store>> local_store();
std::unique_ptr<Recipe<Store>> object_store();
std::unique_ptr<Recipe<Store>> filer_store();
std::unique_ptr<Recipe<Store>> gpfs_store();
std::unique_ptr<Recipe<Store>> daos_store();
std::unique_ptr<Recipe<Store>> tiered_store();
std::unique_ptr<Recipe<Store>> key_value_store();

PolicyTable<Store> Store::table() {
  static constexpr Registration<Store> kTable[] = {
      {"lustre", "a Lustre file system", lustre_store},
      {"local", "a file system on each node's own drives", local_store},
      {"object_store", "objects behind a service far away, with request caps and slow first bytes",
       object_store},
      {"filer", "an NFS server, or a few of them", filer_store},
      {"gpfs", "NSD servers that share metadata and blocks, and a token manager", gpfs_store},
      {"daos", "engines without locks, metadata and chunks spread by hashes", daos_store},
      {"tiers",
       "a fast file system of the machine over a slow one: a burst buffer, a cache on drives of nodes",
       tiered_store},
      {"key_value", "values by key in the memory or on the drives of a few servers", key_value_store},
  };
  return kTable;
}

}  // namespace headrace
