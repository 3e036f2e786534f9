#include "analysis/run/cluster/slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "analysis/words.h"
#include "sim/hash.h"
#include "sim/units_text.h"

namespace headrace {

namespace {

bool is_plain(const std::string& text) {
  const auto plain = [](unsigned char c) {
    return c < 128 && (std::isalnum(c) != 0 ||
                       std::string_view("_./=:,+-").find(static_cast<char>(c)) != std::string_view::npos);
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), plain);
}

// Names of jobs stand in comments of the shell, where a line break would end them.
std::string one_word(const std::string& name) {
  std::string word = name;
  std::replace_if(
      word.begin(), word.end(), [](unsigned char c) { return c < 128 && std::isalnum(c) == 0; }, '_');
  return word;
}

constexpr std::string_view kFirstLines =
    "#!/bin/sh\n# Written by headrace; replaced by it as long as nobody edits it: ";

std::string mark_of(std::string_view body) {
  Hash hash;
  hash.add(body);
  return hexadecimal(hash.value());
}

bool is_as_written(std::string_view text) {
  constexpr std::size_t kMark = 16;
  if (!text.starts_with(kFirstLines) || text.size() < kFirstLines.size() + kMark + 1) return false;
  text.remove_prefix(kFirstLines.size());
  return text.substr(0, kMark) == mark_of(text.substr(kMark + 1));
}

constexpr const char* kArray = R"(#SBATCH --job-name={job}
#SBATCH --array=1-{shards}
#SBATCH --cpus-per-task={threads}
#SBATCH --time={time}
#SBATCH --mem={memory}M
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:INT@120
# The time is {time_source}; the memory {memory_source}.
# {shards} shards of a {verb}, then their merge{behind}. Submit both:      sh THIS_FILE [OPTIONS OF SBATCH]
# Submit the array again, which goes on where it stopped:  sbatch THIS_FILE
set -u
cd {folder} || exit 74

if [ -z "${{SLURM_ARRAY_TASK_ID:-}}" ]; then
  array=$(sbatch --parsable "$@" "$0") || exit
  merge=$(sbatch --parsable "$@" --dependency=afterok:"${{array%%;*}}" --job-name={job}_merge \
    --wrap={merge}) || exit
  echo "array $array of {shards} shards; job $merge merges them into" {database}
  exit
fi
)";

constexpr const char* kTask = R"(#SBATCH --job-name={job}
#SBATCH --array=1-1
#SBATCH --nodes=1
#SBATCH --exclusive
#SBATCH --time={time}
#SBATCH --mem=0
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:INT@120
# The time is {time_source}; the memory all that the node has.
# One task with a node of its own: what a {verb} runs follows from what it found.
# Submit it:  sh THIS_FILE [OPTIONS OF SBATCH]
# Submit it again, which goes on where it stopped:  sbatch THIS_FILE
set -u
cd {folder} || exit 74

if [ -z "${{SLURM_ARRAY_TASK_ID:-}}" ]; then
  task=$(sbatch --parsable "$@" "$0") || exit
  echo "job $task keeps its runs in" {database}
  exit
fi
)";

constexpr const char* kTurn = R"(
shard=$SLURM_ARRAY_TASK_ID
running=
told=
# Also when the signal comes before there is anything to pass it on to.
trap 'told=1; [ -z "$running" ] || kill -TERM "$running"' INT TERM
{command} &
running=$!
[ -z "$told" ] || kill -TERM "$running"
wait "$running"
ended=$?
# The wait ends with the signal; the program a little later.
while kill -0 "$running" 2>/dev/null; do wait "$running"; ended=$?; done
# 4: interrupted, or a limit was reached, and it can go on. Slurm gives the task another turn, of 100 at most.
if [ "$ended" -eq 4 ] && [ "${{SLURM_RESTART_COUNT:-0}}" -lt 100 ]; then
  scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_$shard"
fi
exit "$ended"
)";

std::string joined_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + shell_word(word);
  return text;
}

struct Asked {
  std::string amount, source;
};

// Slurm counts hours beyond 24, too.
Asked time_of(const SlurmJob& job) {
  constexpr Duration kToEnd = Duration::seconds(600);
  Asked asked = {{}, "the default of --slurm-time"};
  Duration time = kSlurmTime;
  if (job.wall_limit) {
    time = *job.wall_limit + kToEnd;
    asked.source = "--wall-limit " + text_of(*job.wall_limit) + " and 10 min to end";
  }
  if (job.time) {
    time = *job.time;
    asked.source = "--slurm-time " + text_of(time);
  }
  const auto seconds = (time.ns() + 999'999'999) / 1'000'000'000;
  asked.amount = fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  return asked;
}

// Returns the memory to ask for, in MiB.
Asked memory_of(const SlurmArray& array) {
  constexpr std::int64_t kMebi = 1 << 20, kRest = 256, kStep = 64;
  const auto rounded = [](std::int64_t mebibytes) {
    return std::to_string((mebibytes + kStep - 1) / kStep * kStep);
  };
  if (array.memory_limit)
    return {rounded(array.memory_limit->count() / kMebi * 11 / 10 + kRest),
            "--memory-limit " + text_of(*array.memory_limit) + ", a tenth and 256 MiB"};
  const std::int64_t one = array.one_run.count() / kMebi + 1;
  return {
      rounded(2 * one * array.threads + kRest),
      fmt::format("an estimate: the first point took {} MiB here; twice that for each of {} threads, and 256 "
                  "MiB",
                  one, array.threads)};
}

std::string without_ending(const std::string& path) {
  return path.ends_with(".db") ? path.substr(0, path.size() - 3) : path;
}

// Joins the program, the verb and its words, with the limits that each task keeps to.
std::string command_of(const SlurmJob& job) {
  std::vector<std::string> words = {job.program, job.verb};
  words.insert(words.end(), job.words.begin(), job.words.end());
  if (job.wall_limit) words.insert(words.end(), {"--wall-limit", text_of(*job.wall_limit)});
  if (job.memory_limit) words.insert(words.end(), {"--memory-limit", text_of(*job.memory_limit)});
  return joined_words(words);
}

// Writes the script with a mark, by which one that was edited is told.
std::string script_of_body(const std::string& body, const std::string& command) {
  const std::string whole = body + fmt::format(fmt::runtime(kTurn), fmt::arg("command", command));
  return std::string(kFirstLines) + mark_of(whole) + "\n" + whole;
}

}  // namespace

std::string shell_word(const std::string& text) {
  if (is_plain(text)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string script_of(const SlurmArray& array) {
  const std::string prefix = without_ending(array.database) + ".shard";
  const Asked time = time_of(array), memory = memory_of(array);
  std::vector<std::string> merge = {array.program, "merge", array.database};
  for (std::int64_t shard = 1; shard <= array.shards; ++shard)
    merge.push_back(prefix + std::to_string(shard) + ".db");
  std::string last = joined_words(merge);
  if (!array.behind.empty()) last += " && " + shell_word(array.program) + " " + joined_words(array.behind);
  const std::string body =
      fmt::format(fmt::runtime(kArray), fmt::arg("job", one_word(array.name)), fmt::arg("verb", array.verb),
                  fmt::arg("shards", array.shards), fmt::arg("threads", array.threads),
                  fmt::arg("folder", shell_word(array.folder)), fmt::arg("merge", shell_word(last)),
                  fmt::arg("behind", array.behind.empty() ? "" : " and the answer"),
                  fmt::arg("database", shell_word(array.database)), fmt::arg("time", time.amount),
                  fmt::arg("time_source", time.source), fmt::arg("memory", memory.amount),
                  fmt::arg("memory_source", memory.source));
  return script_of_body(
      body,
      fmt::format("{} \\\n  {} {}\"$shard\".db --shard \"$shard\"/{} --jobs {} --progress off --quiet",
                  command_of(array), array.database_option, shell_word(prefix), array.shards, array.threads));
}

std::string script_of(const SlurmTask& task) {
  const Asked time = time_of(task);
  const std::string body = fmt::format(
      fmt::runtime(kTask), fmt::arg("job", one_word(task.name)), fmt::arg("verb", task.verb),
      fmt::arg("folder", shell_word(task.folder)), fmt::arg("database", shell_word(task.database)),
      fmt::arg("time", time.amount), fmt::arg("time_source", time.source));
  return script_of_body(
      body, fmt::format("{} \\\n  --out {}{} --progress off", command_of(task), shell_word(task.database),
                        task.threads > 0 ? " --jobs " + std::to_string(task.threads) : ""));
}

FileKind slurm_kind() {
  constexpr std::size_t kLongest = std::size_t{1} << 24;
  return {"batch script (or no longer the one)", is_as_written, kLongest};
}

}  // namespace headrace
