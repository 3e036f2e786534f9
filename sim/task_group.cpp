#include "sim/task_group.h"

#include <memory>

namespace headrace {

void TaskGroup::start(std::string name, Task<> body, bool daemon) {
  sim_.count_part();
  auto* process = new Process(sim_.trampoline_, *this, std::move(name));
  process->daemon_ = daemon;
  process->in_group_.previous = last_;
  (last_ != nullptr ? last_->in_group_.next : first_) = process;
  last_ = process;
  if (!daemon) {
    sim_.enter_foreground(*process);
    ++running_;
  }
  const Task<>::Frame frame = body.release();
  frame.promise().process = process;
  process->body_ = frame;
  process->start_ = sim_.schedule_now(Simulation::resume(frame));
}

void TaskGroup::retire(Process& process) {
  const std::unique_ptr<Process> owned(&process);
  Process::Links& links = process.in_group_;
  (links.previous != nullptr ? links.previous->in_group_.next : first_) = links.next;
  (links.next != nullptr ? links.next->in_group_.previous : last_) = links.previous;
  if (!process.daemon_) {
    sim_.leave_foreground(process);
    if (--running_ == 0) joiners_.wake_all();
  }
  sim_.cancel(process.start_);  // Of a process that never began; otherwise names nothing.
  process.body_.destroy();
}

void TaskGroup::cancel_all() {
  while (last_ != nullptr) retire(*last_);  // The newest first: what it uses may belong to an older one.
}

}  // namespace headrace
