#include "sim/simulation.h"

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

namespace headrace {

namespace {

// Events between two polls: a share of those that were, within bounds.
constexpr std::uint64_t kPollShare = 8;
constexpr std::uint64_t kFewestBetweenPolls = 16, kMostBetweenPolls = 4096;
constexpr Time kLastInstant = Time::never() - Duration::nanoseconds(1);  // At which an event may still run.
constexpr std::size_t kEndlessSlack = 64;

std::uint64_t fold(std::uint64_t fingerprint, Time at, std::uint64_t sequence) {
  const std::uint64_t event = static_cast<std::uint64_t>(at.ns()) + sequence * 0x9e3779b97f4a7c15u;
  const std::uint64_t mixed = (fingerprint ^ event) * 0xff51afd7ed558ccdu;
  return mixed ^ (mixed >> 32);
}

// Lets a failed check name the simulated time while a run is on.
class CheckClock {
 public:
  explicit CheckClock(const Time& now) : before_(set_check_clock(&now)) {}
  CheckClock(const CheckClock&) = delete;
  CheckClock& operator=(const CheckClock&) = delete;
  ~CheckClock() { set_check_clock(before_); }

 private:
  const Time* before_;
};

}  // namespace

RandomStream Simulation::random(std::string_view name) {
  RandomStream stream(seed_, name);
  const bool opened_before = !streams_.insert(stream.key()).second;
  if (opened_before) check_failed(("two streams named " + std::string(name)).c_str(), __FILE__, __LINE__);
  return stream;
}

RunOutcome Simulation::run(RunLimits limits) {
  const CheckClock clock(now_);
  RunOutcome outcome;
  outcome.end = causes_ == nullptr ? run_events<false>(limits) : run_events<true>(limits);
  if (outcome.end == RunEnd::time_limit) now_ = std::max(now_, limits.until);
  if (outcome.end == RunEnd::stalled) outcome.still_waiting = stall_report();
  outcome.at = now_;
  outcome.events = events_;
  outcome.fingerprint = fingerprint_;
  return outcome;
}

template <bool notes_causes>
RunEnd Simulation::run_events(const RunLimits& limits) {
  EventQueue::Due due;
  const Time last = std::min(limits.until, kLastInstant);
  std::uint64_t checkpoint = events_;
  while (foreground_ > 0 || !had_foreground_) {
    if (events_ >= checkpoint) {
      if (events_ >= limits.events) return RunEnd::event_limit;
      if (limits.stop != nullptr && limits.stop(limits.stop_argument, *this)) return RunEnd::stopped;
      const std::uint64_t share = events_ / kPollShare;
      checkpoint =
          std::min(limits.events, events_ + std::clamp(share, kFewestBetweenPolls, kMostBetweenPolls));
    }
    if (!queue_.pop(now_, last, due)) {
      if (!nothing_comes()) return RunEnd::time_limit;
      return foreground_ > 0 ? RunEnd::stalled : RunEnd::finished;
    }
    now_ = due.at;
    ++events_;
    fingerprint_ = fold(fingerprint_, due.at, due.sequence);
    if constexpr (notes_causes) causes_->runs(due.slot);
    due.action();
    // Frames left in the trampoline run here: nothing is on the stack above the run loop then, so a finished
    // one may be destroyed.
    while (trampoline_.next) std::exchange(trampoline_.next, nullptr).resume();
    if (trampoline_.finished != nullptr) retire_finished();
  }
  return RunEnd::finished;
}

void Simulation::note(EventId event, Time at, const Process* process) {
  if (causes_ != nullptr) causes_->made(event, at);
  if (at == Time::never()) keep_endless({event, process});
}

bool Simulation::nothing_comes() const {
  const auto held = [this](const Endless& endless) { return queue_.holds(endless.event); };
  return queue_.size() == static_cast<std::size_t>(std::count_if(endless_.begin(), endless_.end(), held));
}

void Simulation::keep_endless(const Endless& endless) {
  if (endless_.size() > 2 * endless_kept_ + kEndlessSlack) {
    std::erase_if(endless_, [this](const Endless& one) { return !queue_.holds(one.event); });
    endless_kept_ = endless_.size();
  }
  endless_.push_back(endless);
}

void Simulation::retire_finished() {
  Process& process = *std::exchange(trampoline_.finished, nullptr);
  const Task<>::Frame body = Task<>::Frame::from_address(process.body_.address());
  const std::exception_ptr error = std::move(body.promise().error);
  process.owner.retire(process);
  if (error) std::rethrow_exception(error);
}

void Simulation::enter_foreground(Process& process) {
  process.in_foreground_.previous = last_foreground_;
  (last_foreground_ != nullptr ? last_foreground_->in_foreground_.next : first_foreground_) = &process;
  last_foreground_ = &process;
  ++foreground_;
  had_foreground_ = true;
}

void Simulation::leave_foreground(Process& process) {
  const Process::Links& links = process.in_foreground_;
  (links.previous != nullptr ? links.previous->in_foreground_.next : first_foreground_) = links.next;
  (links.next != nullptr ? links.next->in_foreground_.previous : last_foreground_) = links.previous;
  --foreground_;
}

std::vector<std::string> Simulation::stall_report() const {
  std::map<const Process*, std::string> waits;  // Looked up only: the order of addresses shows nowhere.
  const auto note = [&waits](const Process* process, std::string_view what) {
    std::string& text = waits[process];
    if (text.ends_with(what)) return;  // Several tasks of one process, at one place.
    if (!text.empty()) text += ", ";
    text += what;
  };
  wait_places_.for_each([&](const WaitPlace& place) {
    std::vector<const Process*> waiting;
    place.add_waiting(waiting);
    for (const Process* process : waiting) note(process, place.label());
  });
  for (const Endless& endless : endless_)
    if (endless.process != nullptr && queue_.holds(endless.event))
      note(endless.process, "a delay that never ends");
  std::vector<std::string> report;
  for (const Process* process = first_foreground_; process != nullptr;
       process = process->in_foreground_.next) {
    for (const WaitNote* wait = process->notes_; wait != nullptr; wait = wait->next_)
      note(process, wait->text_);
    const std::string& text = waits[process];
    report.push_back(process->name + ": " + (text.empty() ? "something that no longer exists" : text));
  }
  return report;
}

}  // namespace headrace
