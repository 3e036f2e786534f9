#include "models/storage/gpfs/token_file_system.h"

#include <utility>

#include "models/storage/gpfs/gpfs.h"

namespace headrace {

TokenFileSystem::TokenFileSystem(Simulation& sim, Gpfs& store, const GpfsSpec& spec, const Host& host,
                                 FileSystem& below, CachedFileSystem* pages)
    : FileSystem(sim),
      store_(store),
      block_(spec.block_size),
      host_(host),
      below_(below),
      pages_(pages),
      tokens_(sim, *this, spec.block_size, spec.files_cached) {
  if (pages_ != nullptr) pages_->keep_to(*this);
}

void TokenFileSystem::start(IoRequest& request) {
  const IoOperation operation = request.operation;
  if (request.is_by_handle() && operation != IoOperation::sync) {
    Open& open = open_[request.handle];
    if (operation == IoOperation::write) store_.note_written(open.info.id.set);
    if (store_.is_written(open.info.id.set)) {
      open.request = &request;
      open.work.spawn("token", move(request.handle));
      return;
    }
  }
  if (operation == IoOperation::create) store_.note_written(request.file.id.set);
  if (operation == IoOperation::close) tokens_.closed(open_[request.handle].info.id);
  hand_on(request, below_);
  if (operation == IoOperation::open || operation == IoOperation::create) note_open(request);
}

void TokenFileSystem::note_open(const IoRequest& request) {
  while (open_.size() <= request.handle) open_.emplace_back(sim_);
  open_[request.handle].info = request.file;
  tokens_.opened(request.file);
}

Task<> TokenFileSystem::move(FileHandle handle) {
  Open& open = open_[handle];
  IoRequest& request = *open.request;
  {
    NodeTokens::Extent extent;
    extent.begin = request.offset;
    extent.end = request.offset + request.length;
    const bool writes = request.operation == IoOperation::write;
    NodeTokens::Use use(tokens_, open.info, extent, writes, request.account);
    while (!use.active()) co_await use.changed();
    request.account.spend(Activity::lock, sim_.now());
    if (writes) {
      co_await fetch_blocks(handle, &use);
      co_await below_.write(handle, request.offset, request.length, request.account, request.mode);
      store_.note_stored(open.info.id, extent);
    } else {
      co_await below_.read(handle, request.offset, request.length, request.mode, request.account,
                           request.next);
    }
  }
  std::exchange(open.request, nullptr)->done.signal();
}

// Reads the first and the last block of a write that it covers a part of, if there is something in them that
// the node has not had since it got their token.
Task<> TokenFileSystem::fetch_blocks(FileHandle handle, NodeTokens::Use* use) {
  const IoRequest& request = *open_[handle].request;
  const FileId id = open_[handle].info.id;
  const Bytes begin = request.offset, end = request.offset + request.length;
  for (Bytes at = begin - begin % block_; at < end; at += block_) {
    NodeTokens::Extent block;
    block.begin = at;
    block.end = at + block_;
    if ((begin <= block.begin && block.end <= end) || !store_.has_stored(id, block)) {
      use->covers(block);
      continue;
    }
    while (use->lacks(block)) {
      if (use->is_fetched(block)) {
        co_await use->changed();
        continue;
      }
      NodeTokens::Fetch fetch(*use, block);
      co_await below_.read(handle, block.begin, block_, IoMode::buffered, request.account);
      fetch.ended();
    }
  }
  request.account.spend(Activity::lock, sim_.now());
}

void TokenFileSystem::abandon(IoRequest& request) {
  if (request.is_by_handle() && open_[request.handle].request == &request) {
    open_[request.handle].work.cancel_all();
    open_[request.handle].request = nullptr;
    return;
  }
  give_up(request, below_);
  const IoOperation operation = request.operation;
  if (operation == IoOperation::open || operation == IoOperation::create)
    tokens_.closed(open_[request.handle].info.id);
}

void TokenFileSystem::forget(FileHandle handle) {
  tokens_.closed(open_[handle].info.id);
  below_.forget(handle);
}

Task<> TokenFileSystem::written_back(FileId file) { return below_.written_back(file); }

void TokenFileSystem::drop_caches() {
  below_.drop_caches();
  tokens_.drop_unused();
}

std::uint64_t TokenFileSystem::drop(const FileInfo& info) {
  const std::uint64_t last = tokens_.drop(info.id);
  if (last > 0 && pages_ != nullptr) pages_->discard(info);
  return last;
}

TokenFileSystem::Token& TokenFileSystem::make(const FileId& file, const NodeTokens::Extent& extent) {
  Token& token = requests_.take();
  token.id = file;
  token.asked = extent;
  token.client = host_.node;
  token.job = store_.job_of(file);
  token.object = object_number(file, 0);
  token.target = store_.manager_of(file);
  token.service = &store_.spec().token;
  token.offset_in_object = extent.begin;
  token.until = extent.end;
  token.sent = sim_.now();
  token.reply_to = host_.port;
  token.out = &out_;
  token.back = &back_;
  return token;
}

void TokenFileSystem::ask(const FileId& file, const NodeTokens::Extent& extent, bool exclusive) {
  Token& token = make(file, extent);
  token.exclusive = exclusive;
  token.executes = Action::of<&Gpfs::lock>(store_, token);
  token.replied = Action::of<&TokenFileSystem::granted>(*this, token);
  store_.send(token);
}

void TokenFileSystem::granted(RemoteRequest& request) {
  store_.returned(request);
  auto& token = static_cast<Token&>(request);
  NodeTokens::Extent extent;
  extent.begin = token.offset_in_object;
  extent.end = token.offset_in_object + token.length;
  answer_ = &token;
  tokens_.granted(token.id, token.asked, extent, token.exclusive, token.grant);
  answer_ = nullptr;
  requests_.give(token);
}

// Tells the way of the request; the rest, until now, others had the bytes.
void TokenFileSystem::tell(Account& account) const {
  account.spend(Activity::lock, answer_->sent);
  account.spend(Activity::network, answer_->arrived);
  account.spend(Activity::outage, answer_->resent);
  account.spend(Activity::metadata, answer_->served);
}

Task<> TokenFileSystem::clean(FileInfo file, NodeTokens::Extent extent) {
  if (pages_ != nullptr) co_await pages_->give_up(file, extent.begin, extent.end);
}

void TokenFileSystem::give_back(const FileId& file, const NodeTokens::Extent& extent,
                                std::uint64_t last_grant) {
  Token& token = make(file, extent);
  token.grant = last_grant;
  token.executes = Action::of<&Gpfs::unlock>(store_, token);
  token.replied = Action::of<&TokenFileSystem::given_back>(*this, token);
  store_.send(token);
}

void TokenFileSystem::given_back(RemoteRequest& request) {
  store_.returned(request);
  requests_.give(static_cast<Token&>(request));
}

bool TokenFileSystem::is_clean(const FileId& file) const {
  return pages_ == nullptr || !pages_->is_unwritten(file);
}

Bytes TokenFileSystem::readable_until(const FileId& file, Bytes at, Bytes until) const {
  return store_.is_written(file.set) ? tokens_.readable_until(file, at, until) : until;
}

}  // namespace headrace
