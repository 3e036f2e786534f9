// Tracked: a value that records its own making and destruction.
//
// A compiler that destroys an object of a coroutine twice, or never, shows as a
// fault of the ledger. One ledger a test; `sound()` at its end.
#pragma once

#include <set>
#include <utility>

namespace headrace {

class Ledger {
 public:
  void made(const void* object) {
    if (!alive_.insert(object).second) ++faults_;
    ++made_;
  }
  void destroyed(const void* object) {
    if (alive_.erase(object) == 0) ++faults_;
  }
  bool known(const void* object) const { return alive_.contains(object); }
  void fault() { ++faults_; }

  int made() const { return made_; }
  std::size_t alive() const { return alive_.size(); }
  bool sound() const { return faults_ == 0 && alive_.empty() && made_ > 0; }

 private:
  std::set<const void*> alive_;
  int made_ = 0;
  int faults_ = 0;
};

class Tracked {
 public:
  explicit Tracked(Ledger& ledger, int value = 0) : ledger_(&ledger), value_(value) { ledger.made(this); }
  Tracked(const Tracked& other) : ledger_(other.checked()), value_(other.value_) { ledger_->made(this); }
  Tracked(Tracked&& other) noexcept : ledger_(other.checked()), value_(std::exchange(other.value_, -1)) {
    ledger_->made(this);
  }
  Tracked& operator=(const Tracked&) = default;
  Tracked& operator=(Tracked&&) = default;
  ~Tracked() { ledger_->destroyed(this); }

  int value() const { return checked()->known(this) ? value_ : -2; }

 private:
  Ledger* checked() const {
    if (!ledger_->known(this)) ledger_->fault();
    return ledger_;
  }
  Ledger* ledger_;
  int value_;
};

}  // namespace headrace
