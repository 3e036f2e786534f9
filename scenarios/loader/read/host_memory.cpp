#include <algorithm>

#include "models/data/format.h"
#include "models/jobs/job_shape.h"
#include "models/loaders/kinds.h"
#include "scenarios/loader/read/doubts.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// Buffers: the most that the loader of one rank holds, as counts of things of one size.
struct Buffers {
  std::int64_t files = 0;  // Files that are being read, a sample of each in memory.
  Bytes record;
  std::int64_t batches = 0;
  Bytes batch;
  std::int64_t shuffled = 0;  // Samples of TensorFlow's shuffle buffer.

  double bytes() const {
    const auto product = [](std::int64_t count, Bytes size) {
      return static_cast<double>(count) * static_cast<double>(size.count());
    };
    return product(files + shuffled, record) + product(batches, batch);
  }

  std::string text() const {
    std::string out;
    const auto add = [&](std::int64_t count, const char* what, Bytes size) {
      if (count == 0) return;
      out += (out.empty() ? "" : " + ") + std::to_string(count) + what + human_text(size);
    };
    add(files, " readers x a sample of ", record);
    add(shuffled, " shuffled samples x ", record);
    add(batches, " batches ahead x ", batch);
    return out;
  }
};

Buffers buffers_of(const WorkloadSpec& work) {
  const LoaderSpec& loader = work.loader;
  Buffers buffers;
  buffers.record = work.dataset.record_length;
  buffers.batch = work.dataset.tensor() * loader.batch_size;
  const bool streams =
      loader.kind == LoaderKind::tensorflow && cost_of(work.dataset.format).pattern == ReadPattern::stream;
  if (streams) {
    buffers.batches = std::max<std::int64_t>(1, loader.prefetch_size);
    const std::int64_t samples = work.dataset.files * work.dataset.samples_per_file;
    if (loader.sample_shuffle != Shuffle::off) buffers.shuffled = std::min(loader.shuffle_size, samples);
    return buffers;
  }
  buffers.files = std::max<std::int64_t>(1, loader.read_threads);
  buffers.batches = most_batches_ahead(loader);
  return buffers;
}

void check_job(const std::string& path, const JobSpec& job, const NodeSpec& node, const Places& places,
               Problems& problems) {
  const std::int64_t ranks = shape_of(job, node).ranks_on_node;
  const Buffers buffers = buffers_of(*job.workload());
  const double wanted = static_cast<double>(ranks) * buffers.bytes();
  const auto memory = static_cast<double>(node.memory.count());
  if (wanted <= memory) return;
  const Bytes most = Bytes::count(std::int64_t{1} << 62);
  const Bytes shown =
      wanted < static_cast<double>(most.count()) ? Bytes::count(static_cast<std::int64_t>(wanted)) : most;
  problems
      .warn(place_of_setting(path, job, "workload.loader.read_threads", "read_threads", places), "W0053",
            "the loaders of a node hold up to " + human_text(shown) + ", and it has " +
                human_text(node.memory) + " of memory: a real job is killed there")
      .at(path)
      .with_help(std::to_string(ranks) + " ranks x (" + buffers.text() +
                 "); fewer workers, less prefetch, smaller batches or more memory");
}

}  // namespace

void check_host_memory(const Scenario& scenario, const Places& places, Problems& problems) {
  for (const auto& [name, job] : scenario.jobs) {
    const std::string path = "jobs." + name;
    const bool reads = job.workload() && job.workload()->training.enabled &&
                       job.workload()->dataset.format != Format::synthetic;
    if (!reads || is_refused(path, problems) || is_refused("platform.nodes", problems)) continue;
    for (const auto& [group, node] : scenario.platform.nodes)
      if (group == job.nodes.group) check_job(path, job, node, places, problems);
  }
}

}  // namespace headrace
