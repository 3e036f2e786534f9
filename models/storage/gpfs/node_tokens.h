// NodeTokens: the tokens a node holds for bytes of files, who uses them, and what others want back.
//
//   NodeTokens::Use use(tokens, file, extent, true, account);   // to write
//   while (!use.active()) co_await use.changed();
//
// A use is active at once under what the node holds; otherwise it asks, or waits for a token that is asked
// for already. What others call back is given back once nobody uses it and its bytes are clean; who comes
// meanwhile waits and asks again, but who had asked has his turn first. Given back is all of a file that is
// not open, else what is called and, as the node's last use lies before or behind it, all from there on
// or up to there [read: Schmuck and Haskin, FAST 2002]. Nothing leaves the node here: its owner sends.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <vector>

#include "models/storage/client/ranges.h"
#include "models/storage/file_system.h"
#include "models/storage/server/extent_locks.h"
#include "sim/change.h"
#include "sim/task_group.h"

namespace headrace {

class NodeTokens {
 public:
  using Extent = ExtentLocks::Extent;

  class Owner {
   public:
    // Asks for a token; granted() is the answer.
    virtual void ask(const FileId& file, const Extent& extent, bool exclusive) = 0;
    // Ends when nothing of an extent is dirty or kept as pages.
    virtual Task<> clean(FileInfo file, Extent extent) = 0;
    // Gives an extent back, of the grants up to that number.
    virtual void give_back(const FileId& file, const Extent& extent, std::uint64_t last_grant) = 0;
    virtual bool is_clean(const FileId& file) const = 0;
    // Tells who waited for a grant what that went to.
    virtual void tell(Account& account) const = 0;

   protected:
    ~Owner() = default;
  };

 private:
  struct File;

 public:
  class Use {
   public:
    Use(NodeTokens& tokens, const FileInfo& file, const Extent& extent, bool exclusive, Account& account);
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use();

    bool active() const { return active_; }
    Change::Next changed() { return file_.changed.next(); }
    // Says whether the node has not had some bytes of an extent since it got their token.
    bool lacks(const Extent& extent) const { return file_.fresh.has_some(extent.begin, extent.end); }
    bool is_fetched(const Extent& extent) const { return file_.fetched.has_some(extent.begin, extent.end); }
    // Notes that the use writes an extent whole: what the node lacked of it nobody needs.
    void covers(const Extent& extent) { file_.fresh.remove(extent.begin, extent.end); }

   private:
    friend class NodeTokens;
    NodeTokens& tokens_;
    File& file_;
    Extent extent_;
    bool exclusive_;
    Account& account_;
    bool active_ = false;
    bool asked_ = false;  // Or another use asked for as much.
  };

  // Fetch: an extent on its way to the node for an active use. Once it is there the node has it.
  class Fetch {
   public:
    Fetch(Use& use, const Extent& extent) : file_(use.file_), extent_(extent) {
      file_.fetched.add(extent_.begin, extent_.end);
    }
    Fetch(const Fetch&) = delete;
    Fetch& operator=(const Fetch&) = delete;
    ~Fetch() {
      file_.fetched.remove(extent_.begin, extent_.end);
      file_.changed.tell();
    }
    void ended() { file_.fresh.remove(extent_.begin, extent_.end); }

   private:
    File& file_;
    Extent extent_;
  };

  // Tokens cover whole units. Of files that nobody has open, those of the last `most` stay.
  NodeTokens(Simulation& sim, Owner& owner, Bytes unit, std::int64_t most)
      : sim_(sim), owner_(owner), unit_(unit), most_(most), giving_(sim, "tokens") {}

  void opened(const FileInfo& info);
  void closed(const FileId& id);
  // Notes a grant: what was asked for, what is granted, and its number.
  void granted(const FileId& id, const Extent& asked, const Extent& extent, bool exclusive,
               std::uint64_t number);
  // Notes the token of a whole file that came unasked.
  void given_whole(const FileInfo& info, std::uint64_t number);
  void called_back(const FileId& id, const Extent& wanted);
  // Drops what is held of a file that nobody here uses, asks for or gives back, and returns the last grant of
  // it; 0: nothing was dropped.
  std::uint64_t drop(const FileId& id);
  // Gives back, at once, what is clean and not in use.
  void drop_unused();

  // Returns up to where bytes may be read, at most `until`.
  Bytes readable_until(const FileId& id, Bytes at, Bytes until) const;
  // Empty when no use waits that the tokens of the node allow.
  std::string imbalance() const;

 private:
  struct Ask {
    Extent extent;
    bool exclusive = false;
  };
  struct File {
    File(Simulation& sim, const FileInfo& of) : info(of), changed(sim, "tokens") {}
    FileInfo info;
    std::int64_t opens = 0;
    Ranges readable, writable;
    Ranges fresh;    // What is held and the node has not had since it holds it …
    Ranges fetched;  // … and of that, what is on its way.
    std::vector<Use*> uses;
    std::vector<Ask> asks;
    std::vector<Extent> called;
    bool gives = false;
    Extent given;              // While it gives.
    Bytes position;            // Of its last use.
    std::uint64_t grants = 0;  // Number of the last one.
    std::list<FileId>::iterator idle;
    bool is_idle = false;
    Change changed;
  };

  File& file_of(const FileInfo& info) { return files_.try_emplace(info.id, sim_, info).first->second; }
  Extent rounded(const Extent& extent) const;
  static bool covers(const File& file, const Extent& extent, bool exclusive);
  static bool is_wanted(const File& file, const Extent& extent);
  static bool is_used(const File& file, const Extent& extent);
  void begin_parked(File& file);
  void begin(Use& use);
  void try_to_begin(Use& use);
  void answer(File& file);
  Extent given_for(const File& file, const Extent& wanted) const;
  Task<> give(File* file);
  void note_idle(File& file);
  void hold(File& file, const Extent& extent, bool exclusive, std::uint64_t number);

  Simulation& sim_;
  Owner& owner_;
  Bytes unit_;
  std::int64_t most_;
  std::map<FileId, File> files_;
  std::list<FileId> idle_;  // Files that are held and not used, the longest so first.
  TaskGroup giving_;
};

}  // namespace headrace
