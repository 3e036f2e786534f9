#include "scenarios/loader/recordings/strace_tasks.h"

#include <utility>

namespace headrace {

std::shared_ptr<OpenedFile> DescriptorTable::find(std::int64_t descriptor) const {
  const auto found = entries_.find(descriptor);
  return found == entries_.end() ? nullptr : found->second.file;
}

void DescriptorTable::open(std::int64_t descriptor, std::shared_ptr<OpenedFile> file, bool closes_at_exec) {
  entries_.insert_or_assign(descriptor, Entry{std::move(file), closes_at_exec});
}

void DescriptorTable::close(std::int64_t first, std::int64_t last) {
  if (first <= last) entries_.erase(entries_.lower_bound(first), entries_.upper_bound(last));
}

void DescriptorTable::close_at_exec() {
  std::erase_if(entries_, [](const auto& entry) { return entry.second.closes_at_exec; });
}

bool makes_task(std::string_view call) {
  for (const std::string_view name : {"clone(", "clone3(", "fork(", "vfork("})
    if (call.starts_with(name)) return true;
  return false;
}

StraceTask& StraceTasks::at(std::int64_t number) {
  const auto found = tasks_.find(number);
  if (found != tasks_.end()) return found->second;
  for (auto& [parent, task] : tasks_) {
    if (!makes_task(task.begun) || task.has_child) continue;
    task.has_child = true;
    return tasks_.emplace(number, child_of(parent, number, task.begun)).first->second;
  }
  StraceTask first;
  first.table = std::make_shared<DescriptorTable>();
  first.process = number;
  return tasks_.emplace(number, std::move(first)).first->second;
}

void StraceTasks::add_child(std::int64_t parent, std::int64_t number, std::string_view call) {
  const auto found = tasks_.find(number);
  const bool is_known = number == parent || (found != tasks_.end() && found->second.parent == parent);
  if (!is_known) tasks_.insert_or_assign(number, child_of(parent, number, call));
}

StraceTask StraceTasks::child_of(std::int64_t parent, std::int64_t number, std::string_view call) {
  const StraceTask& of = tasks_.at(parent);
  const bool is_thread = call.find("CLONE_THREAD") != std::string_view::npos;
  const bool shares = is_thread || call.find("CLONE_FILES") != std::string_view::npos;
  StraceTask child;
  child.table = shares ? of.table : std::make_shared<DescriptorTable>(*of.table);
  child.process = is_thread ? of.process : number;
  child.parent = parent;
  return child;
}

}  // namespace headrace
