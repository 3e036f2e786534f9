#include "scenarios/loader/recordings/trace_form.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "scenarios/loader/text/errors.h"
#include "tests/scenarios/loader/recordings/recordings_support.h"

namespace headrace {
namespace {

TEST(TraceForm, HasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const TraceForm& form : trace_forms()) {
    EXPECT_TRUE(names.insert(form.name).second) << form.name;
    EXPECT_EQ(find_trace_form(form.name), &form);
    EXPECT_FALSE(form.meaning.empty());
  }
  EXPECT_EQ(find_trace_form("none"), nullptr);
}

// Logs of several processes are one run: each has its own, and times since 1970.
TEST(TraceForm, JoinsTheLogsOfARun) {
  const ScratchFolder folder;
  const std::string first = folder / "first.txt", second = folder / "second.txt";
  std::ofstream(first) << kDxtText;
  std::string later(kDxtText);
  later.replace(later.find("1600000000"), 10, "1600000100");
  std::ofstream(second) << later;
  const std::string files[] = {first, second};
  const ImportReport report = import_traces(*find_trace_form("dxt"), files, folder / "made.recording", {});
  EXPECT_EQ(report.processes, 4);
  EXPECT_EQ(report.span, Duration::seconds(101.6));
  EXPECT_EQ(read_recording(folder / "made.recording").recording.processes[0].name, "rank 0 of first");
}

TEST(TraceForm, RefusesAFileThatIsNotThere) {
  const ScratchFolder folder;
  const std::string files[] = {folder / "none.txt"};
  EXPECT_THROW(import_traces(*find_trace_form("dxt"), files, folder / "made.recording", {}), InputError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// Each real sample is read to its end, and almost all of it is understood.
TEST(TraceForm, ReadsRealTraces) {
  const char* const data = std::getenv("HEADRACE_DATA");
  if (data == nullptr) GTEST_SKIP() << "HEADRACE_DATA names no folder of real files";
  const ScratchFolder folder;
  int read = 0;
  for (const char* const name : {"darshan-dxt", "dftracer-pfw"}) {
    const TraceForm& form = *find_trace_form(std::string_view(name) == "darshan-dxt" ? "dxt" : "dftracer");
    for (const auto& entry : std::filesystem::directory_iterator(std::string(data) + "/traces/" + name)) {
      const std::string files[] = {entry.path().string()};
      const ImportReport report = import_traces(form, files, folder / "made.recording", {});
      EXPECT_GT(report.operations, 0) << files[0];
      std::int64_t dropped = 0;
      for (const auto& [why, what] : report.dropped) dropped += what.count;
      EXPECT_LE(dropped, report.operations / 50) << files[0];
      EXPECT_EQ(read_recording(folder / "made.recording").recording.operations(),
                static_cast<std::size_t>(report.operations));
      ++read;
    }
  }
  EXPECT_GE(read, 7);
}

}  // namespace
}  // namespace headrace
