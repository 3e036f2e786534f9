#include "models/loaders/tf_data/shuffle_buffer.h"

namespace headrace {

Task<std::optional<Element>> ShuffleBuffer::next(Account& account) {
  while (!has_ended_ && held_.size() < size_) {
    const std::optional<Element> element = co_await input_->next(account);
    has_ended_ = !element;
    if (element) held_.push_back(*element);
  }
  if (held_.empty()) co_return std::nullopt;
  std::swap(held_[random_.below(held_.size())], held_.back());
  const Element drawn = held_.back();
  held_.pop_back();
  co_return drawn;
}

}  // namespace headrace
