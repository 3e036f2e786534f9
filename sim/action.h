// Action: what an event does: calls a member function of an object, with a word.
//
//   sim.schedule_in(service, Action::of<&Oss::reply>(*this, rpc));  // void Oss::reply(Rpc& rpc)
//   sim.schedule_now(Action::of<&Link::finish_due>(*this));         // void Link::finish_due()
//
// The function's parameter says what the word is: a number, or an object of which the address travels. The
// types are checked where the action is made; what runs it knows none of them. An action owns nothing: the
// object and what the word names outlive it, or its event is cancelled.
#pragma once

#include <cstdint>
#include <type_traits>

namespace headrace {

namespace detail {

template <typename Method>
struct Handler;

template <typename Class>
struct Handler<void (Class::*)()> {
  using Object = Class;
};

template <typename Class, typename Parameter>
struct Handler<void (Class::*)(Parameter)> {
  static_assert(std::is_integral_v<Parameter> || std::is_lvalue_reference_v<Parameter>);
  using Object = Class;
  using Word = Parameter;

  static std::uint64_t to_word(Word word) {
    if constexpr (std::is_reference_v<Word>) {
      return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(&word));
    } else {
      return static_cast<std::uint64_t>(word);
    }
  }
  static Word from_word(std::uint64_t word) {
    if constexpr (std::is_reference_v<Word>) {
      return *reinterpret_cast<std::remove_reference_t<Word>*>(static_cast<std::uintptr_t>(word));
    } else {
      return static_cast<Word>(word);
    }
  }
};

template <auto method>
using HandlerOf = Handler<decltype(method)>;

}  // namespace detail

struct Action {
  void (*run)(void* object, std::uint64_t word) = nullptr;
  void* object = nullptr;
  std::uint64_t word = 0;

  template <auto method>
  static Action of(typename detail::HandlerOf<method>::Object& object) {
    return {&call<method>, &object, 0};
  }
  template <auto method>
  static Action of(typename detail::HandlerOf<method>::Object& object,
                   typename detail::HandlerOf<method>::Word word) {
    return {&call_with<method>, &object, detail::HandlerOf<method>::to_word(word)};
  }

  explicit operator bool() const { return run != nullptr; }
  void operator()() const { run(object, word); }

 private:
  template <auto method>
  static void call(void* object, std::uint64_t) {
    (static_cast<typename detail::HandlerOf<method>::Object*>(object)->*method)();
  }
  template <auto method>
  static void call_with(void* object, std::uint64_t word) {
    (static_cast<typename detail::HandlerOf<method>::Object*>(object)->*method)(
        detail::HandlerOf<method>::from_word(word));
  }
};

}  // namespace headrace
