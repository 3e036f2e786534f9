// Refuses a cache policy that looks ahead where nobody knows what will be read: only a job does.
#pragma once

#include <string_view>

#include "models/cache/policy.h"
#include "models/check.h"

namespace headrace {

// `field` is where the spec that is checked chooses the policy.
void refuse_foresight(Check& check, std::string_view field, const Chosen<CachePolicy>& policy);

}  // namespace headrace
