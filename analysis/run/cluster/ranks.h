// Ranks: the processes of an MPI job, or this one alone.
//
//   Ranks ranks;                                      // Joins the job that mpirun or srun began.
//   if (ranks.rank() == 0) while (auto message = ranks.receive()) …
//   else ranks.send(0, results);
//
// The only place that knows MPI. Built without it there is one rank, and a
// program that was begun as several says so. Whoever waits sleeps: a rank
// without work takes no time from the others on its node.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace headrace {

class Ranks {
 public:
  Ranks();  // Throws UsageError where there are several and this program knows no MPI.
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks();

  static bool are_known();  // Whether this program was built with MPI.

  int rank() const;
  int count() const;

  struct Message {
    int from = 0;
    std::string text;
  };
  void send(int to, const std::string& text);
  // The next message from anyone, waited for at most so long.
  std::optional<Message> receive(double seconds);

  // Ends all ranks at once, as a lost rank does.
  [[noreturn]] void abort(int code);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace headrace
