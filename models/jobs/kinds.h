// JobKindRow: a row of the table of the kinds of jobs.
//
//   std::unique_ptr<Job> job = make_job(setting, spec);
//   kind_of(spec).ranks_on_node(spec, group);
//
// A kind is a folder beside this file, with its spec, its job and what it finds, and a row of the table. A
// spec is of the last kind that it fits. Leaves out what a scenario may say of a job, which its spec checks.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "models/jobs/job.h"
#include "models/jobs/job_kind.h"
#include "models/jobs/job_spec.h"

namespace headrace {

struct JobKindRow {
  JobKind kind;
  std::vector<std::string_view> given_by;  // Fields of a job, of which a scenario gives one.
  bool (*fits)(const JobSpec& spec);
  std::unique_ptr<Job> (*make)(const JobSetting& setting, const JobSpec& spec);
  std::int64_t (*ranks_on_node)(const JobSpec& spec, const NodeSpec& group);
};

std::span<const JobKindRow> job_kinds();

// Returns the row of the kind that a spec asks for; one that says nothing is to train.
const JobKindRow& kind_of(const JobSpec& spec);

std::unique_ptr<Job> make_job(const JobSetting& setting, const JobSpec& spec);

}  // namespace headrace
