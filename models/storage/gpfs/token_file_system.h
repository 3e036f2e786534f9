// TokenFileSystem: a node's file system whose bytes are read and written under tokens (node_tokens.h).
//
// This layer stands over the node's page pool, or over the client where there is none, and hands on what
// needs no token. A read or write of a set of files that somebody writes to asks the file's token manager
// first, and holds the token until it ends; so the pages of a node are never older than its tokens. A write
// of a part of a block that holds bytes already reads the block first, where the node just got its token.
// Requests for tokens go beside the client's window, as those they wait for must get through.
#pragma once

#include <cstdint>
#include <deque>

#include "models/storage/cached/cached_file_system.h"
#include "models/storage/gpfs/gpfs_spec.h"
#include "models/storage/gpfs/node_tokens.h"
#include "models/storage/remote/request.h"

namespace headrace {

class Gpfs;

class TokenFileSystem final : public FileSystem, private NodeTokens::Owner, private PageRights {
 public:
  // `pages` are those that `below` keeps; null: it keeps none.
  TokenFileSystem(Simulation& sim, Gpfs& store, const GpfsSpec& spec, const Host& host, FileSystem& below,
                  CachedFileSystem* pages);

  Task<> written_back(FileId file) override;
  void forget(FileHandle handle) override;
  void drop_caches() override;
  ReadTally reads_of(std::int32_t set) const override { return below_.reads_of(set); }

  PortId port() const { return host_.port; }
  void called_back(const FileId& file, const ExtentLocks::Extent& wanted) {
    tokens_.called_back(file, wanted);
  }
  // Notes that the node made a file and has the token of all of it.
  void made(const FileInfo& info, std::uint64_t grant) { tokens_.given_whole(info, grant); }
  // Drops what the node knows of a file that another makes anew or removes, unless it is using it, and
  // returns the last grant of it; 0: it kept it.
  std::uint64_t drop(const FileInfo& info);
  // Says what Store::imbalance() does.
  std::string imbalance() const { return tokens_.imbalance(); }

 private:
  struct Token : RemoteRequest {
    FileId id;
    NodeTokens::Extent asked;
  };
  struct Open {
    explicit Open(Simulation& sim) : work(sim) {}
    FileInfo info;
    IoRequest* request = nullptr;  // Of an operation that needs a token.
    TaskGroup work;
  };

  void start(IoRequest& request) override;
  void abandon(IoRequest& request) override;
  void note_open(const IoRequest& request);
  Task<> move(FileHandle handle);
  Task<> fetch_blocks(FileHandle handle, NodeTokens::Use* use);

  void ask(const FileId& file, const NodeTokens::Extent& extent, bool exclusive) override;
  Task<> clean(FileInfo file, NodeTokens::Extent extent) override;
  void give_back(const FileId& file, const NodeTokens::Extent& extent, std::uint64_t last_grant) override;
  bool is_clean(const FileId& file) const override;
  void tell(Account& account) const override;
  Bytes readable_until(const FileId& file, Bytes at, Bytes until) const override;
  Token& make(const FileId& file, const NodeTokens::Extent& extent);
  void granted(RemoteRequest& request);
  void given_back(RemoteRequest& request);

  Gpfs& store_;
  Bytes block_;
  Host host_;
  FileSystem& below_;
  CachedFileSystem* pages_;
  PoolOf<Token> requests_;
  const RemoteRequest* answer_ = nullptr;  // The answer that is being told of.
  Stream out_, back_;
  NodeTokens tokens_;
  std::deque<Open> open_;  // By handle, which is that of the file system below.
};

}  // namespace headrace
