// DLIO: a DLIO or MLPerf Storage workload file, unmodified, as a WorkloadSpec.
//
//   bool usable = read_dlio(text, "unet3d_h100.yaml", DlioVersion::v1_0,
//                           {"++workload.reader.read_threads=8"}, {mark}, workload, no_effect, problems);
//
// Every key is honoured, or listed in `no_effect` with the reason, or a
// problem with its position; the table is dlio_keys.h. A key of `no_effect`
// may also carry a note: a size that was rounded, a spelling that newer DLIO
// ignores. How DLIO's versions load and count differs in the models, by the
// job's DlioVersion, and not here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/jobs/job_spec.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {

// The keys stand at the top or under `workload:`. Overrides are Hydra's: key=value changes what is there,
// +key=value adds, ++key=value does either, ~key removes; each has its mark. `out` starts from DLIO's own
// defaults.
bool read_dlio(std::string_view text, const std::string& file, DlioVersion version,
               const std::vector<std::string>& overrides, const std::vector<Mark>& override_marks,
               WorkloadSpec& out, std::vector<NoEffect>& no_effect, Problems& problems);

// The overrides.yaml that Hydra leaves beside a run: a list of texts.
bool read_dlio_overrides(std::string_view text, const std::string& file, std::vector<std::string>& overrides,
                         Problems& problems);

// Returns the version that the spelling of a file tells: v2.0 of record_length_bytes, v1.0 of record_length;
// nothing where it says neither.
std::optional<DlioVersion> spelled_version(std::string_view text);

}  // namespace headrace
