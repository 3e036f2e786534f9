#include "models/storage/gpfs/node_tokens.h"

#include <algorithm>

namespace headrace {

NodeTokens::Use::Use(NodeTokens& tokens, const FileInfo& file, const Extent& extent, bool exclusive,
                     Account& account)
    : tokens_(tokens),
      file_(tokens.file_of(file)),
      extent_(tokens.rounded(extent)),
      exclusive_(exclusive),
      account_(account) {
  file_.uses.push_back(this);
  tokens_.note_idle(file_);
  tokens_.try_to_begin(*this);
}

NodeTokens::Use::~Use() {
  std::erase(file_.uses, this);
  tokens_.answer(file_);
  tokens_.note_idle(file_);
}

NodeTokens::Extent NodeTokens::rounded(const Extent& extent) const {
  const Bytes end = extent.end + unit_ - 1_B;
  return {extent.begin - extent.begin % unit_, end - end % unit_};
}

bool NodeTokens::covers(const File& file, const Extent& extent, bool exclusive) {
  const Ranges& held = exclusive ? file.writable : file.readable;
  return held.held_until(extent.begin) >= extent.end;
}

// Says whether others want some of an extent back, or get it.
bool NodeTokens::is_wanted(const File& file, const Extent& extent) {
  if (file.gives && file.given.overlaps(extent)) return true;
  return std::any_of(file.called.begin(), file.called.end(),
                     [&](const Extent& called) { return called.overlaps(extent); });
}

void NodeTokens::begin(Use& use) {
  use.active_ = true;
  use.file_.position = use.extent_.begin;
}

// Begins a use, or sees that a token for it is asked for; nothing while others are to get what is held.
void NodeTokens::try_to_begin(Use& use) {
  File& file = use.file_;
  if (is_wanted(file, use.extent_)) return;
  if (covers(file, use.extent_, use.exclusive_)) return begin(use);
  use.asked_ = true;
  const bool is_asked = std::any_of(file.asks.begin(), file.asks.end(), [&](const Ask& ask) {
    return ask.exclusive >= use.exclusive_ && ask.extent.begin <= use.extent_.begin &&
           use.extent_.end <= ask.extent.end;
  });
  if (is_asked) return;
  file.asks.push_back({use.extent_, use.exclusive_});
  owner_.ask(file.info.id, use.extent_, use.exclusive_);
}

void NodeTokens::hold(File& file, const Extent& extent, bool exclusive, std::uint64_t number) {
  file.grants = std::max(file.grants, number);
  for (Bytes at = file.readable.held_until(extent.begin); at < extent.end;) {
    const Bytes until = file.readable.missing_until(at, extent.end);
    file.fresh.add(at, until);
    at = file.readable.held_until(until);
  }
  file.readable.add(extent.begin, extent.end);
  if (exclusive) file.writable.add(extent.begin, extent.end);
}

void NodeTokens::granted(const FileId& id, const Extent& asked, const Extent& extent, bool exclusive,
                         std::uint64_t number) {
  File& file = files_.at(id);
  const auto ask = std::find_if(file.asks.begin(), file.asks.end(), [&](const Ask& one) {
    return one.exclusive == exclusive && one.extent.begin == asked.begin && one.extent.end == asked.end;
  });
  file.asks.erase(ask);
  hold(file, extent, exclusive, number);
  for (Use* const use : file.uses) {
    if (use->active_ || !use->asked_ || !covers(file, use->extent_, use->exclusive_)) continue;
    owner_.tell(use->account_);
    use->asked_ = false;
    if (!file.gives || !file.given.overlaps(use->extent_)) begin(*use);
  }
  file.changed.tell();
  answer(file);
  note_idle(file);
}

void NodeTokens::given_whole(const FileInfo& info, std::uint64_t number) {
  File& file = file_of(info);
  hold(file, ExtentLocks::kWhole, true, number);
  file.fresh.clear();
  note_idle(file);
}

// A call for what is on its way back already is for nobody.
void NodeTokens::called_back(const FileId& id, const Extent& wanted) {
  const auto found = files_.find(id);
  if (found == files_.end()) return;
  found->second.called.push_back(wanted);
  answer(found->second);
}

// Says whether an active use needs some of an extent.
bool NodeTokens::is_used(const File& file, const Extent& extent) {
  return std::any_of(file.uses.begin(), file.uses.end(),
                     [&](const Use* use) { return use->active_ && use->extent_.overlaps(extent); });
}

// Begins to give back the first that was called and is not in use. A call for what is not held may have
// overtaken a grant and waits for it; without one on its way it is for nobody.
void NodeTokens::answer(File& file) {
  if (file.gives) return;
  const auto is_held = [&](const Extent& called) { return file.readable.has_some(called.begin, called.end); };
  if (file.asks.empty() && std::erase_if(file.called, [&](const Extent& one) { return !is_held(one); }) > 0)
    begin_parked(file);
  const auto next = std::find_if(file.called.begin(), file.called.end(),
                                 [&](const Extent& one) { return is_held(one) && !is_used(file, one); });
  if (next == file.called.end()) return;
  file.gives = true;
  file.given = given_for(file, *next);
  file.called.erase(next);
  giving_.spawn_daemon("gives tokens back", give(&file));
}

// Begins or asks for those who waited until others had got what they called for.
void NodeTokens::begin_parked(File& file) {
  for (Use* const use : file.uses)
    if (!use->active_ && !use->asked_) try_to_begin(*use);
  file.changed.tell();
}

NodeTokens::Extent NodeTokens::given_for(const File& file, const Extent& wanted) const {
  if (file.opens == 0 && file.uses.empty()) return ExtentLocks::kWhole;
  Extent given = wanted;
  const bool forward = wanted.begin >= file.position;
  (forward ? given.end : given.begin) = forward ? ExtentLocks::kEnd : Bytes();
  for (const Use* use : file.uses) {
    if (use->extent_.begin >= wanted.end) given.end = std::min(given.end, use->extent_.begin);
    if (use->extent_.end <= wanted.begin) given.begin = std::max(given.begin, use->extent_.end);
  }
  return given;
}

Task<> NodeTokens::give(File* file) {
  co_await owner_.clean(file->info, file->given);
  file->readable.remove(file->given.begin, file->given.end);
  file->writable.remove(file->given.begin, file->given.end);
  file->fresh.remove(file->given.begin, file->given.end);
  owner_.give_back(file->info.id, file->given, file->grants);
  file->gives = false;
  begin_parked(*file);
  answer(*file);
  note_idle(*file);
}

void NodeTokens::opened(const FileInfo& info) {
  File& file = file_of(info);
  ++file.opens;
  note_idle(file);
}

void NodeTokens::closed(const FileId& id) {
  File& file = files_.at(id);
  --file.opens;
  note_idle(file);
}

// Keeps the list of files that nobody uses: one without tokens is forgotten, and of the others the oldest
// give theirs back.
void NodeTokens::note_idle(File& file) {
  const bool idle = file.opens == 0 && file.uses.empty() && file.asks.empty() && !file.gives;
  if (idle && file.readable.empty()) {
    if (file.is_idle) idle_.erase(file.idle);
    files_.erase(FileId(file.info.id));
    return;
  }
  if (idle == file.is_idle) return;
  file.is_idle = idle;
  if (!idle) {
    idle_.erase(file.idle);
    return;
  }
  file.idle = idle_.insert(idle_.end(), file.info.id);
  if (static_cast<std::int64_t>(idle_.size()) <= most_) return;
  File& oldest = files_.at(idle_.front());
  oldest.called.push_back(ExtentLocks::kWhole);
  answer(oldest);
  note_idle(oldest);
}

std::uint64_t NodeTokens::drop(const FileId& id) {
  const auto found = files_.find(id);
  if (found == files_.end()) return 0;
  File& file = found->second;
  if (!file.uses.empty() || !file.asks.empty() || file.gives) return 0;
  const std::uint64_t last = file.grants;
  file.readable.clear();
  file.writable.clear();
  file.fresh.clear();
  file.called.clear();
  note_idle(file);
  return last;
}

void NodeTokens::drop_unused() {
  std::vector<FileId> clean;
  for (const auto& [id, file] : files_)
    if (owner_.is_clean(id)) clean.push_back(id);
  for (const FileId& id : clean)
    if (const std::uint64_t last = drop(id); last > 0) owner_.give_back(id, ExtentLocks::kWhole, last);
}

Bytes NodeTokens::readable_until(const FileId& id, Bytes at, Bytes until) const {
  const auto found = files_.find(id);
  if (found == files_.end()) return at;
  const File& file = found->second;
  until = std::min(until, file.readable.held_until(at));
  if (file.gives && file.given.begin < until && at < file.given.end) until = file.given.begin;
  for (const Extent& called : file.called)
    if (called.begin < until && at < called.end) until = called.begin;
  return std::max(at, until);
}

std::string NodeTokens::imbalance() const {
  for (const auto& [id, file] : files_)
    for (const Use* use : file.uses)
      if (!use->active_ && !use->asked_ && !is_wanted(file, use->extent_))
        return "an operation waits for a token that nobody asked for";
  return {};
}

}  // namespace headrace
