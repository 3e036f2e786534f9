// Ring: a first-in first-out queue in one block of memory that doubles when full.
//
// Unlike std::deque it allocates nothing once it has reached its greatest length, and one that was emptied
// begins again at its first place, which is still in the processor's cache.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace headrace {

template <class T>
class Ring {
 public:
  bool empty() const { return head_ == tail_; }
  std::size_t size() const { return tail_ - head_; }
  T& operator[](std::size_t place) { return slots_[(head_ + place) & (slots_.size() - 1)]; }
  const T& operator[](std::size_t place) const { return slots_[(head_ + place) & (slots_.size() - 1)]; }
  T& front() { return (*this)[0]; }
  T& back() { return (*this)[size() - 1]; }

  void push(T value) {
    if (size() == slots_.size()) grow();
    slots_[tail_++ & (slots_.size() - 1)] = std::move(value);
  }
  // The place keeps a moved-from T until it is used again.
  T pop() {
    T& first = slots_[head_++ & (slots_.size() - 1)];
    if (head_ == tail_) head_ = tail_ = 0;
    return std::move(first);
  }

  void clear() {
    while (!empty()) pop();
  }

 private:
  void grow() {
    std::vector<T> larger(slots_.empty() ? 16 : slots_.size() * 2);
    std::size_t n = 0;
    while (!empty()) larger[n++] = pop();
    slots_ = std::move(larger);
    head_ = 0;
    tail_ = n;
  }

  std::vector<T> slots_;  // A power of two of them.
  std::size_t head_ = 0;  // Both only grow until it is empty; the low bits are the place.
  std::size_t tail_ = 0;
};

}  // namespace headrace
