// KindResult: what only one kind of job finds, beside what every result has.
//
//   struct ProbeResult final : KindResultOf<ProbeResult> { … };      // probe/probe_result.h
//   result.found.give(ProbeResult()).operations = 8;                 // the job, when it is asked
//   const ProbeResult* probe = result.find<ProbeResult>();           // null for a job of another kind
//
// A kind of which JobResult says all has none.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "models/parts.h"

namespace headrace {

// Figure of a kind with the words that stand behind its value in a sentence: "operations/s".
struct SaidFigure {
  std::string_view path;
  std::string_view words;
};

class KindResult {
 public:
  virtual ~KindResult() = default;

  virtual std::unique_ptr<KindResult> copy() const = 0;
  virtual void visit(Parts& p) = 0;
  // Tells whether the job was at it long enough to say anything.
  virtual bool measured() const = 0;
  // Returns what the job is for: the first is what arms are compared by.
  virtual std::vector<SaidFigure> headlines() const = 0;
  // Tells whether two jobs did the same, so that their times can be compared.
  virtual bool same_work(const KindResult& other) const {
    static_cast<void>(other);
    return false;
  }

 protected:
  KindResult() = default;
  KindResult(const KindResult&) = default;
  KindResult& operator=(const KindResult&) = default;
};

template <class Own>
class KindResultOf : public KindResult {
 public:
  std::unique_ptr<KindResult> copy() const override {
    return std::make_unique<Own>(static_cast<const Own&>(*this));
  }

 private:
  friend Own;
  KindResultOf() = default;
};

// Returns an empty result of a kind, by the name of its row in Job::table(); null where it has none. The
// table is in kinds.cpp, and so is this.
std::unique_ptr<KindResult> empty_kind_result(std::string_view kind);

// KindResult of a job, or none; copies are their own.
class AnyKindResult {
 public:
  AnyKindResult() = default;
  AnyKindResult(const AnyKindResult& other) : own_(other.own_ ? other.own_->copy() : nullptr) {}
  AnyKindResult& operator=(const AnyKindResult& other) {
    if (this != &other) own_ = other.own_ ? other.own_->copy() : nullptr;
    return *this;
  }
  AnyKindResult(AnyKindResult&&) noexcept = default;
  AnyKindResult& operator=(AnyKindResult&&) noexcept = default;
  ~AnyKindResult() = default;

  template <class Own>
  Own& give(Own result) {
    auto own = std::make_unique<Own>(std::move(result));
    Own& given = *own;
    own_ = std::move(own);
    return given;
  }
  // Returns the result where it is of that type, else null.
  template <class Own>
  Own* as() {
    return dynamic_cast<Own*>(own_.get());
  }
  template <class Own>
  const Own* as() const {
    return const_cast<AnyKindResult*>(this)->as<Own>();
  }
  const KindResult* get() const { return own_.get(); }
  KindResult* get() { return own_.get(); }

  // Visits the result of a job of that kind, under the name of the kind.
  void visit(Parts& p, std::string_view kind) {
    if (!own_) own_ = empty_kind_result(kind);
    if (own_) p.part(kind, *own_);
  }

 private:
  std::unique_ptr<KindResult> own_;
};

}  // namespace headrace
