// Setting: a field of a workload, and the key of a DLIO file that says the same.
#pragma once

#include <string>
#include <string_view>

#include "models/check.h"
#include "models/jobs/job_spec.h"

namespace headrace {

struct Setting {
  std::string_view field;
  std::string_view dlio_key;

  // Returns where the text says it: in its own place, in an override of that DLIO key, or else in the DLIO
  // file or workload as a whole.
  std::string place(const JobSpec& job, const Check& check) const {
    if (check.says(field)) return std::string(field);
    for (std::size_t i = job.overrides.size(); i-- > 0;) {
      const std::string item = "overrides[" + std::to_string(i) + "]";
      const std::string_view text = job.overrides[i];
      if (text.substr(0, text.find('=')).ends_with(dlio_key) && check.says(item)) return item;
    }
    return "workload";
  }
};

}  // namespace headrace
