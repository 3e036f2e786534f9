#include "analysis/run/cluster/ranks.h"

#include <charconv>
#include <cstdlib>
#include <cstring>

#include "analysis/errors.h"

#ifdef HEADRACE_MPI
#include <algorithm>
#include <boost/mpi/communicator.hpp>
#include <boost/mpi/environment.hpp>
#include <boost/serialization/string.hpp>
#include <chrono>
#include <thread>
#endif

namespace headrace {

namespace {

// Reads a whole number of the environment; 0 where there is none.
int number_of(const char* name) {
  const char* const text = std::getenv(name);
  int number = 0;
  if (text != nullptr) std::from_chars(text, text + std::strlen(text), number);
  return number;
}

// Reads what launchers tell of the size of their job: Open MPI, MPICH and its kin, and Slurm with PMIx.
bool begun_as_several() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"})
    if (number_of(name) > 1) return true;
  return std::getenv("PMIX_RANK") != nullptr && number_of("SLURM_STEP_NUM_TASKS") > 1;
}

}  // namespace

#ifdef HEADRACE_MPI

bool Ranks::are_known() { return true; }

struct Ranks::Parts {
  boost::mpi::environment environment;
  boost::mpi::communicator world;
};

// Begins MPI only in one of several processes: that takes a tenth of a second, which a program by itself does
// not owe.
Ranks::Ranks() : parts_(begun_as_several() ? std::make_unique<Parts>() : nullptr) {}

Ranks::~Ranks() = default;

int Ranks::rank() const { return parts_ ? parts_->world.rank() : 0; }
int Ranks::count() const { return parts_ ? parts_->world.size() : 1; }

void Ranks::send(int to, const std::string& text) { parts_->world.send(to, 0, text); }

// Waits for a message by looking again and again: a blocking receive of most MPIs keeps its core busy.
std::optional<Ranks::Message> Ranks::receive(double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::chrono::microseconds pause(50);
  while (true) {
    if (const auto status = parts_->world.iprobe()) {
      Message message;
      message.from = status->source();
      parts_->world.recv(status->source(), status->tag(), message.text);
      return message;
    }
    if (Clock::now() >= end) return {};
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds(2000));
  }
}

void Ranks::abort(int code) {
  if (parts_) parts_->environment.abort(code);
  std::_Exit(code);
}

#else

bool Ranks::are_known() { return false; }

struct Ranks::Parts {};

Ranks::Ranks() {
  if (begun_as_several())
    throw UsageError(
        "this headrace was built without MPI: each of its processes would run the whole sweep\n"
        "  install libboost-mpi-dev and openmpi-bin and build it again, or use shards: headrace help sweep");
}

Ranks::~Ranks() = default;

int Ranks::rank() const { return 0; }
int Ranks::count() const { return 1; }
void Ranks::send(int, const std::string&) {}
std::optional<Ranks::Message> Ranks::receive(double) { return {}; }
void Ranks::abort(int code) { std::_Exit(code); }

#endif

}  // namespace headrace
