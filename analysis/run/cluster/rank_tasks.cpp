#include "analysis/run/cluster/rank_tasks.h"

#include <algorithm>
#include <charconv>

#include "analysis/errors.h"
#include "analysis/run/progress.h"

namespace headrace {

namespace {

constexpr double kBetweenResults = 1;  // Seconds: what a lost rank had not sent is run again.
constexpr double kLook = 0.1;
constexpr std::int64_t kMostAtOnce = 64;

// The first letter of what a worker says: here are results; and give me more; and I leave.
constexpr char kResults = 'r';
constexpr char kMore = 'm';
constexpr char kLeaves = 'l';

// Writes a point and a replication for each task. What is known of a point stays with rank 0.
std::string text_of(const std::vector<PointTask>& tasks) {
  std::string text;
  for (const PointTask& task : tasks)
    text += std::to_string(task.point) + " " + std::to_string(task.replication) + " ";
  return text;
}

std::vector<PointTask> tasks_in(const std::string& text) {
  std::vector<PointTask> tasks;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto number = [&] {
    std::int64_t value = 0;
    const auto read = std::from_chars(at, end, value);
    if (read.ec != std::errc()) throw InternalError("rank 0 sent no list of tasks");
    at = read.ptr + 1;
    return value;
  };
  while (at < end) {
    const std::int64_t point = number();
    tasks.push_back({point, number(), {}});
  }
  return tasks;
}

}  // namespace

std::vector<PointTask> TaskQueue::take() {
  const auto left = static_cast<std::int64_t>(open_.size() - next_);
  const auto count = static_cast<std::size_t>(
      std::min(left, std::clamp<std::int64_t>(left / (4 * workers_), 1, kMostAtOnce)));
  const auto first = open_.begin() + static_cast<std::ptrdiff_t>(next_);
  next_ += count;
  return {first, first + static_cast<std::ptrdiff_t>(count)};
}

void lead(Ranks& ranks, TaskQueue tasks, RankLeader& leader) {
  for (std::int64_t running = tasks.workers(); running > 0;) {
    const bool stop = leader.must_stop();
    const auto message = ranks.receive(kLook);
    if (!message) continue;
    const char said = message->text.front();
    if (message->text.size() > 1) leader.store(message->text.substr(1));
    if (said == kResults) continue;
    const std::string more = said == kLeaves || stop ? std::string() : text_of(tasks.take());
    if (said == kMore) ranks.send(message->from, more);
    if (more.empty()) --running;
  }
}

void follow(Ranks& ranks, RankWorker& worker) {
  double sent = wall_seconds();
  while (!worker.must_stop()) {
    ranks.send(0, kMore + worker.take_results());
    sent = wall_seconds();
    std::optional<Ranks::Message> answer;
    while (!answer) answer = ranks.receive(kLook);
    const std::vector<PointTask> tasks = tasks_in(answer->text);
    if (tasks.empty()) return;
    for (const PointTask& task : tasks) {
      worker.run(task);
      if (worker.must_stop()) break;
      if (wall_seconds() < sent + kBetweenResults) continue;
      ranks.send(0, kResults + worker.take_results());
      sent = wall_seconds();
    }
  }
  ranks.send(0, kLeaves + worker.take_results());
}

}  // namespace headrace
