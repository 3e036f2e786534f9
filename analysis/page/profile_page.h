// ProfilePage: what Darshan's counters would say of a recording, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/text.h"
#include "scenarios/loader/recordings/recording_profile.h"

namespace headrace {

std::string profile_report(const RecordingProfile& profile, const std::string& recording, const Style& style);
nlohmann::ordered_json profile_tree(const RecordingProfile& profile);

}  // namespace headrace
