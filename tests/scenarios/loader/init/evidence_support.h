// Support of the tests of first scenarios: a DLIO file, dumps and outputs of a machine that never was.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "scenarios/loader/init/evidence.h"
#include "tests/analysis/scratch_folder.h"
#include "tests/scenarios/loader/init/init_support.h"

namespace headrace {

inline constexpr const char* kDlioText = R"(model: weir
framework: pytorch
workflow: {generate_data: False, train: True, checkpoint: False}
dataset: {format: npz, num_files_train: 4000, num_samples_per_file: 1, record_length: 1048576}
reader: {data_loader: pytorch, batch_size: 4, read_threads: 2}
train: {epochs: 1, computation_time: 0.05}
)";

inline constexpr const char* kLctlText = R"(osd-ldiskfs.weir-OST0000.kbytestotal=4194304
osd-ldiskfs.weir-OST0000.kbytesfree=3145728
osd-ldiskfs.weir-OST0001.kbytestotal=4194304
osd-ldiskfs.weir-OST0001.kbytesfree=3145728
osd-ldiskfs.weir-MDT0000.kbytestotal=1000
osc.weir-OST0000-osc-ffff.max_rpcs_in_flight=16
lov.weir-clilov-ffff.stripecount=2
)";

// fio of one job: bytes a second, accesses a second, the size of one, how many at once, and the median in us.
inline std::string fio_text(const char* rw, double rate, double accesses, const char* size, int depth,
                            double median_us) {
  const std::string side = std::string(rw).find("write") != std::string::npos ? "write" : "read";
  const auto number = [](double value) { return std::to_string(static_cast<long long>(value)); };
  return "{\n\"fio version\" : \"fio-3.33\",\n\"jobs\" : [{\"jobname\" : \"j\", \"groupid\" : 0, \"error\" : "
         "0,\n"
         "\"job options\" : {\"rw\" : \"" +
         std::string(rw) + "\", \"bs\" : \"" + size +
         "\", \"size\" : \"64g\", \"direct\" : \"1\", \"iodepth\" : \"" + std::to_string(depth) +
         "\", \"ioengine\" : \"libaio\", \"runtime\" : \"10\"},\n\"" + side +
         "\" : {\"io_bytes\" : " + number(rate * 10) + ", \"bw_bytes\" : " + number(rate) +
         ",\n\"iops\" : " + number(accesses) +
         ", \"runtime\" : 10000, \"total_ios\" : " + number(accesses * 10) +
         ",\n\"clat_ns\" : {\"N\" : " + number(accesses * 10) +
         ", \"percentile\" : {\"50.000000\" : " + number(median_us * 1000) +
         ", \"99.000000\" : " + number(median_us * 3000) + "}}}}]\n}\n";
}

// TextOfFile: a text and the name of its file.
struct TextOfFile {
  std::string name, text;
};

// InitFilesTest: files of what a user has, in a folder of their own.
class InitFilesTest : public testing::Test {
 protected:
  Evidence read(const std::vector<TextOfFile>& files) const {
    std::vector<std::string> paths;
    for (const TextOfFile& file : files) {
      paths.push_back(folder_ / file.name);
      std::ofstream(paths.back()) << file.text;
    }
    return read_evidence(paths);
  }
  // Expects no error.
  Evidence evidence_of(const std::vector<TextOfFile>& files) const {
    Evidence evidence = read(files);
    EXPECT_FALSE(evidence.problems.has_errors()) << evidence.problems.text();
    return evidence;
  }

  const ScratchFolder folder_{ScratchFolder::Where::memory};
  const std::string scenario_ = folder_ / "s.yaml";
};

// Returns the kinds of the files: "lsblk, free".
inline std::string kinds_of(const Evidence& evidence) {
  std::string kinds;
  for (const KnownFile& file : evidence.files) kinds += (kinds.empty() ? "" : ", ") + file.kind;
  return kinds;
}

// Returns the folder of published files; empty: it is not here.
inline std::string published_folder() {
  const char* const data = std::getenv("HEADRACE_DATA");
  return data == nullptr ? "" : data;
}

}  // namespace headrace
