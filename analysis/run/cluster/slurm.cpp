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

constexpr const char* kBody = R"(#SBATCH --job-name={job}
#SBATCH --array=1-{shards}
#SBATCH --cpus-per-task={threads}
#SBATCH --time={time}
#SBATCH --mem={memory}M
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:INT@120
# The time is {time_source}; the memory {memory_source}.
# {shards} shards of a sweep, then their merge. Submit both:      sh THIS_FILE [OPTIONS OF SBATCH]
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

shard=$SLURM_ARRAY_TASK_ID
running=
told=
# Also when the signal comes before there is anything to pass it on to.
trap 'told=1; [ -z "$running" ] || kill -TERM "$running"' INT TERM
{sweep} \
  --out {shard_prefix}"$shard".db --shard "$shard"/{shards} --jobs {threads} --progress off --quiet &
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
Asked time_of(const SlurmArray& array) {
  constexpr Duration kToEnd = Duration::seconds(600);
  Asked asked = {{}, "the default of --slurm-time"};
  Duration time = kSlurmTime;
  if (array.wall_limit) {
    time = *array.wall_limit + kToEnd;
    asked.source = "--wall-limit " + text_of(*array.wall_limit) + " and 10 min to end";
  }
  if (array.time) {
    time = *array.time;
    asked.source = "--slurm-time " + text_of(time);
  }
  const auto seconds = (time.ns() + 999'999'999) / 1'000'000'000;
  asked.amount = fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  return asked;
}

// In MiB.
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

}  // namespace

std::string shell_word(const std::string& text) {
  if (is_plain(text)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string script_of(const SlurmArray& array) {
  const std::string prefix = without_ending(array.database) + ".shard";
  std::vector<std::string> sweep = {array.program, "sweep"};
  sweep.insert(sweep.end(), array.words.begin(), array.words.end());
  if (array.wall_limit) sweep.insert(sweep.end(), {"--wall-limit", text_of(*array.wall_limit)});
  if (array.memory_limit) sweep.insert(sweep.end(), {"--memory-limit", text_of(*array.memory_limit)});
  const Asked time = time_of(array), memory = memory_of(array);
  std::vector<std::string> merge = {array.program, "merge", array.database};
  for (std::int64_t shard = 1; shard <= array.shards; ++shard)
    merge.push_back(prefix + std::to_string(shard) + ".db");
  const std::string body = fmt::format(
      fmt::runtime(kBody), fmt::arg("job", one_word(array.name)), fmt::arg("shards", array.shards),
      fmt::arg("threads", array.threads), fmt::arg("folder", shell_word(array.folder)),
      fmt::arg("merge", shell_word(joined_words(merge))), fmt::arg("database", shell_word(array.database)),
      fmt::arg("sweep", joined_words(sweep)), fmt::arg("shard_prefix", shell_word(prefix)),
      fmt::arg("time", time.amount), fmt::arg("time_source", time.source), fmt::arg("memory", memory.amount),
      fmt::arg("memory_source", memory.source));
  return std::string(kFirstLines) + mark_of(body) + "\n" + body;
}

FileKind slurm_kind() {
  constexpr std::size_t kLongest = std::size_t{1} << 24;
  return {"batch script (or no longer the one)", is_as_written, kLongest};
}

}  // namespace headrace
