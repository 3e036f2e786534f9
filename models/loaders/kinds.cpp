#include "models/loaders/kinds.h"

#include <algorithm>

#include "models/loaders/tf_data/tf_data_loader.h"
#include "models/loaders/tfrecord_loader.h"
#include "models/loaders/window_loader.h"
#include "models/loaders/worker_loader.h"

namespace headrace {

namespace {

// DLIO divides its prefetch size among the workers; 0 asks for PyTorch's own
// default of two batches a worker.
WorkerPlan pytorch_plan(const LoaderSpec& spec) {
  WorkerPlan plan;
  plan.workers = spec.read_threads;
  plan.ahead = 2;
  if (spec.prefetch_size > 0 && spec.read_threads > 0)
    plan.ahead = (spec.prefetch_size + spec.read_threads - 1) / spec.read_threads;
  plan.pin = spec.pin_memory;
  plan.persistent = spec.persistent_workers;
  plan.runs = spec.own_runs;
  plan.spawns = spec.start_method == StartMethod::spawn;
  plan.in_order = spec.in_order || spec.read_threads < 2;
  plan.threads = spec.fetch_threads;
  return plan;
}

// TensorFlow with another format than TFRecord: each thread has a run of the
// rank's samples, and the threads' batches come in turn.
WorkerPlan per_thread_plan(const LoaderSpec& spec) {
  WorkerPlan plan;
  plan.workers = std::max<std::int64_t>(1, spec.read_threads);
  plan.ahead = std::max<std::int64_t>(1, (spec.prefetch_size + plan.workers - 1) / plan.workers);
  plan.runs = true;
  return plan;
}

WorkerPlan plan_of(const LoaderSpec& spec) {
  return spec.kind == LoaderKind::pytorch ? pytorch_plan(spec) : per_thread_plan(spec);
}

}  // namespace

std::int64_t most_batches_ahead(const LoaderSpec& spec) {
  if (spec.kind == LoaderKind::tf_data) return std::max<std::int64_t>(1, spec.prefetch_size);
  const WorkerPlan plan = plan_of(spec);
  return plan.workers * plan.ahead + 1;
}

std::unique_ptr<DataLoader> make_loader(const LoaderContext& context) {
  const bool streams = cost_of(context.data.spec().format).pattern == ReadPattern::stream;
  if (streams && context.spec.kind == LoaderKind::tensorflow)
    return std::make_unique<TfRecordLoader>(context);
  if (context.spec.kind == LoaderKind::tf_data) return std::make_unique<TfDataLoader>(context);
  if (context.spec.window > 0) return std::make_unique<WindowLoader>(context);
  return std::make_unique<WorkerLoader>(context, plan_of(context.spec));
}

}  // namespace headrace
