// One fault for each matcher of custom-coroutine-fault in .clang-tidy, in their order: the lint first proves on this
// file that it can find them. g++ 12 destroys an object twice in each; nothing here is ever compiled into a program.
#include <coroutine>
#include <string>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

struct Awaiter {
  bool await_ready() { return true; }
  void await_suspend(std::coroutine_handle<>) {}
  std::string await_resume() { return {}; }
};

struct Request {
  std::string path;
  int length;
};

template <class T>
Awaiter send(T) {
  return {};
}

Task lambda_in_await(std::string name) {
  co_await send([name] { return name; });
}

Task braces_in_await() {
  co_await send(Request{"a", 1});
}

Task await_in_braces() {
  Request request{co_await Awaiter(), 1};
  (void)request;
}

Task await_in_conditional(bool either) {
  std::string name = either ? co_await Awaiter() : std::string();
}

Task conditional_in_await(bool either) {
  co_await send(either ? std::string("a") : std::string("b"));
}
