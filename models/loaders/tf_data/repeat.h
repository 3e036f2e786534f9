// Repeat: a stage that goes through the stages before it again where they gave too few elements.
//
// The first pass gives what there is. Where that is less than `needed`, the stages are made anew, as often
// as it takes, and no more than `needed` are given. Ends where a pass gives nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "models/loaders/tf_data/stage.h"

namespace headrace {

// `Make` is called for the stages of a pass, and returns the last of them.
template <class Make>
class Repeat final : public Stage {
 public:
  Repeat(Make make, std::int64_t needed) : make_(std::move(make)), needed_(needed), pass_(make_()) {}

  Task<std::optional<Element>> next(Account& account) override {
    for (;;) {
      if (given_before_ > 0 && given_ >= needed_) co_return std::nullopt;
      const std::optional<Element> element = co_await pass_->next(account);
      if (element) {
        ++given_;
        co_return element;
      }
      if (given_ == given_before_ || given_ >= needed_) co_return std::nullopt;
      given_before_ = given_;
      pass_ = make_();
    }
  }

 private:
  Make make_;
  std::int64_t needed_, given_ = 0;
  std::int64_t given_before_ = 0;  // In the passes before the present one.
  std::unique_ptr<Stage> pass_;
};

}  // namespace headrace
