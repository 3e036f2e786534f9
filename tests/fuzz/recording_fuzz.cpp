// Any text as a trace: a recording that can be read back, or nothing, never a crash. The first byte chooses
// the form.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "models/jobs/replay/replay_lanes.h"
#include "scenarios/loader/recordings/trace_form.h"
#include "sim/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const TraceForm& form = trace_forms()[data[0] % trace_forms().size()];
  // In memory, where there is such a place: nothing waits for a disk.
  const std::string folder = std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp";
  const std::string path = folder + "/headrace_fuzz_" + std::to_string(getpid());
  ImportReport report;
  RecordingWriter writer(path);
  TraceInput input{"fuzz", TextLines::of_text(text), "",
                   "begin:us,duration:us,process,thread,file,offset,length:512,kind:r/w"};
  input.most_operations = 1 << 12;
  form.read(input, writer, report);
  writer.finish(report);
  const Recording recording = read_recording(path).recording;
  HEADRACE_CHECK(recording.operations() == static_cast<std::size_t>(report.operations));
  for (const RecordedProcess& process : recording.processes) {
    std::size_t dealt = 0;
    for (const ReplayLane& lane : lanes_of(process, recording.resolution, true))
      dealt += lane.operations.size();
    HEADRACE_CHECK(dealt == process.operations.size());
  }
  std::filesystem::remove(path);
  return 0;
}
