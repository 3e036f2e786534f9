#include "models/jobs/probe/probe_spec.h"

#include <algorithm>

#include "models/jobs/job_spec.h"
#include "models/jobs/probe/figures.h"
#include "models/jobs/probe/probe_result.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::int64_t kMostPopular = 10'000'000;  // Files; each has eight bytes in the table of its law.

void refuse(Check& check, std::string_view field, std::string sentence) {
  check.refuse(field, "E0370", std::move(sentence));
}

void check_popularity(Check& check, const ProbeSpec& probe, const std::string& word) {
  const bool chooses = !probe.is_bulk() && probe.operation != ProbeOperation::send &&
                       probe.operation != ProbeOperation::create && probe.operation != ProbeOperation::unlink;
  if (!chooses) return refuse(check, "popularity", word + " takes its files in turn and chooses none");
  if (probe.files_per_process > kMostPopular)
    refuse(check, "popularity",
           "Zipf's law over more than " + std::to_string(kMostPopular) + " files of a rank");
}

std::string_view word_of(ProbeOperation operation) {
  return kProbeOperations[static_cast<std::size_t>(operation)];
}

// Refuses locks of a shared file that nothing would ask for, or that its store does not have.
void check_locks(Check& check, const ProbeSpec& probe) {
  constexpr Bytes kPage = 4_KiB;
  const std::string locks = in_quotes(kSharedFileLocks[static_cast<std::size_t>(probe.shared_file_locks)]);
  if (probe.operation != ProbeOperation::write || !probe.shared_file)
    return refuse(check, "shared_file_locks",
                  locks + " is for a shared_file that is written, and this is none");
  if (probe.shared_file_locks == SharedFileLocks::lock_ahead && probe.transfer_size % kPage > Bytes())
    refuse(check, "shared_file_locks",
           "locks cover whole pages of 4 KiB, so that transfers of " + text_of(probe.transfer_size) +
               " have some together that no rank can lock ahead for itself");
}

void check_store(const JobSpec& job, Check& check) {
  const auto* const probe = job.work.find<ProbeSpec>();
  if (check.is_refused() || probe == nullptr || probe->shared_file_locks == SharedFileLocks::extent) return;
  const StoreFacts* const store = check.store(job.storage);
  if (store == nullptr || store->locks_ahead) return;  // Told already, or it has them.
  const auto has = [](const StoreFacts& facts) { return facts.locks_ahead; };
  check.refuse(
      "probe.shared_file_locks", "E0370",
      in_quotes(job.storage) + " has no locks that a job could ask for in another way",
      "'extent' leaves them to the store; a store that has others is of kind " + check.kinds_of_stores(has));
}

void check_peers(const JobSpec& job, Check& check) {
  const auto* const probe = job.work.find<ProbeSpec>();
  if (check.is_refused() || probe == nullptr || probe->operation != ProbeOperation::send) return;
  if (job.nodes.count == 1)
    refuse(check, "probe.operation", "'send' goes from node to node, and the job has one");
}

void check_probe(const JobSpec& job, Check& check) {
  check_peers(job, check);
  check_store(job, check);
}

double events_of_probe(const JobSpec& job, const JobFacts::Ground& ground) {
  constexpr double kEventsOfOperation = 12;  // Measured on shipped scenarios.
  const auto* const probe = job.work.find<ProbeSpec>();
  if (probe == nullptr) return 0;
  const double transfers =
      static_cast<double>(probe->file_size.count()) / static_cast<double>(probe->transfer_size.count());
  return kEventsOfOperation * static_cast<double>(probe->files_per_process) * std::max(1.0, transfers) *
         static_cast<double>(ground.ranks);
}

JobFacts::Written written_by_probe(const JobSpec& job, std::int64_t ranks) {
  const auto* const probe = job.work.find<ProbeSpec>();
  if (probe == nullptr) return {};
  if (probe->operation == ProbeOperation::create) return {true, std::nullopt};
  if (probe->operation != ProbeOperation::write) return {};
  return {true, static_cast<double>(probe->file_size.count()) *
                    static_cast<double>(probe->files_per_process) * static_cast<double>(ranks)};
}

}  // namespace

JobFacts ProbeSpec::facts() const {
  JobFacts facts;
  facts.kind = "probe";
  facts.does = "measures the storage";
  facts.title = "probe of " + std::string(word_of(operation));
  facts.moves_bytes = moves_bytes();
  facts.starts_up = false;
  facts.uses = Purposes().with(Purpose::data, operation != ProbeOperation::send);
  facts.processes_on_node = processes_per_node;
  facts.events = events_of_probe;
  facts.written = written_by_probe;
  facts.figures = probe_figures();
  facts.headline = kOperationsFigure;
  facts.headline_words = "operations/s";
  facts.found = new_kind_result<ProbeResult>;
  facts.check = check_probe;
  return facts;
}

void ProbeSpec::check(Check& check) const {
  if (check.is_refused()) return;
  const std::string word = in_quotes(word_of(operation));
  if ((is_bulk() || operation == ProbeOperation::send) && file_size == Bytes())
    refuse(check, "file_size", word + " of files without a byte moves nothing");
  if (shared_file && !is_bulk())
    refuse(check, "shared_file", word + " is of whole files, and one file cannot be shared by all ranks");
  if (direct_writes && operation != ProbeOperation::write && operation != ProbeOperation::create)
    refuse(check, "direct_writes", word + " writes nothing");
  if (shared_file_locks != SharedFileLocks::extent) check_locks(check, *this);
  if (popularity > 0) check_popularity(check, *this, word);
}

}  // namespace headrace
