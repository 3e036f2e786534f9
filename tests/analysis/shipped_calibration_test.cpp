// The shipped table of a machine of two cores, as `headrace calibrate` takes it: README has its scores.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "analysis/cli/program.h"
#include "tests/analysis/one_line.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

TEST(ShippedCalibration, HasTheScoresOfReadme) {
  const std::string root = HEADRACE_SOURCE_DIR, folder = root + "/scenarios/calibration/two_cores";
  const std::string work = "platform.nodes.host.host_work.pytorch.";
  const ScratchFolder scratch;
  StringSink out, err;
  ASSERT_EQ(run_program({"calibrate", folder + ".yaml", "--data", folder + ".csv", "--fit", work + "handover",
                         "--fit", work + "handover_rate", "--fit", work + "worker_start=20ms..400ms",
                         "--json", "--out", scratch / "found.yaml"},
                        {out, err}),
            0)
      << err.text();
  const auto tree = nlohmann::json::parse(out.text());
  ASSERT_EQ(tree["scores"].size(), 6u) << "three figures, fitted and held against";
  EXPECT_EQ(tree["scores"][0]["rows"], 3);
  std::stringstream readme;
  readme << std::ifstream(root + "/README.md").rdbuf();
  const std::string told = in_one_line(readme.str());
  for (std::size_t i = 3; i < 6; ++i) {
    const auto& held = tree["scores"][i];
    EXPECT_EQ(held["rows"], 25);
    const auto percent = [&](const char* of) { return 100 * held[of].get<double>(); };
    const std::string scores = fmt::format(
        "`{}`: median error {:.1f} % before and {:.1f} % as found, worst {:.1f} and {:.1f} %; {} in their "
        "interval",
        held["figure"].get<std::string>(), percent("median_before"), percent("median_found"),
        percent("worst_before"), percent("worst_found"), held["in_interval"].get<int>());
    EXPECT_NE(told.find(scores), std::string::npos) << "README does not say: " << scores;
  }
}

}  // namespace
}  // namespace headrace
