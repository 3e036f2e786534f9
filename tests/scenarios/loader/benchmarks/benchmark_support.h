// Support of the tests of benchmarks' outputs: small ones of runs that never were, and what is read of them.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "scenarios/loader/benchmarks/benchmark_forms.h"
#include "scenarios/loader/benchmarks/output_notes.h"

namespace headrace {

// FioJob: a job of fio's JSON, with what a test says of it.
struct FioJob {
  std::string name = "weir";
  std::string options = R"("rw": "randread", "bs": "4k", "size": "1g", "iodepth": "8", "ioengine": "libaio",
        "direct": "1")";
  std::string side = "read";
  std::string more = {};  // Further keys of the job, each with a comma behind it.
  int group = 0;
  double rate = 40960000, iops = 10000, milliseconds = 5000, operations = 50000;
  std::string latencies = R"("percentile": {"50.000000": 800000, "99.000000": 2000000})";
};

inline std::string fio_job(const FioJob& job) {
  const auto number = [](double value) { return std::to_string(value); };
  return "    {\n      \"jobname\": \"" + job.name + "\",\n      \"groupid\": " + std::to_string(job.group) +
         ",\n      \"error\": 0,\n" + job.more + "      \"job options\": {" + job.options + "},\n      \"" +
         job.side + "\": {\"io_bytes\": " + number(job.rate * job.milliseconds / 1e3) +
         ", \"bw_bytes\": " + number(job.rate) + ",\n        \"iops\": " + number(job.iops) +
         ", \"runtime\": " + number(job.milliseconds) + ", \"total_ios\": " + number(job.operations) +
         ",\n        \"clat_ns\": {" + job.latencies + "}}\n    }";
}

inline std::string fio_text(const std::string& jobs, const std::string& global = "") {
  return "{\n  \"fio version\": \"fio-3.33\",\n  \"global options\": {" + global + "},\n  \"jobs\": [\n" +
         jobs + "\n  ]\n}\n";
}

inline constexpr const char* kIorText = R"(IOR-3.3.0: MPI Coordinated Test of Parallel I/O
Began               : Tue Mar  3 10:00:00 2026
Command line        : ior -a POSIX -b 4G -t 4M -F -C -e -w -r
Machine             : Linux weir
Options:
api                 : POSIX
access  : file-per-process
ordering in a file  : sequential
nodes               : 2
tasks               : 8
clients per node    : 4
repetitions         : 2
xfersize            : 4 MiB
blocksize           : 4 GiB

Results:

access  bw(MiB/s)  IOPS  Latency(s)  block(KiB) xfer(KiB)  open(s)  wr/rd(s)  close(s)  total(s)  iter
------  ---------  ----  ----------  ---------- ---------  --------  --------  --------  --------  ----
write  2000.00  500.00  0.016  4194304  4096  0.001  16.38  0.001  16.384  0
read  4000.00  1000.00  0.008  4194304  4096  0.001  8.19  0.001  8.192  0
write  1000.00  250.00  0.032  4194304  4096  0.001  32.76  0.001  32.768  1
read  4000.00  1000.00  0.008  4194304  4096  0.001  8.19  0.001  8.192  1
)";

inline constexpr const char* kIorSummary =
    "\n"
    "Summary of all tests:\n"
    "Operation  Max(MiB)  Min(MiB)  Mean(MiB)  StdDev  Max(OPs)  Min(OPs)  Mean(OPs)  StdDev "
    " Mean(s) Stonewall(s) Stonewall(MiB) Test# #Tasks tPN reps fPP reord reordoff reordrand"
    " seed segcnt  blksiz  xsize aggs(MiB)  API RefNum\n"
    "write  2000.00  1000.00  1600.00  500.00  500.00  250.00  400.00  125.00  24.57600  NA "
    " NA  0  8  4  2  1  1  1  0  0  1 4294967296  4194304  32768.0 POSIX  0\n"
    "read  4000.00  4000.00  4000.00  0.00  1000.00  1000.00  1000.00  0.00  8.19200  NA  NA "
    " 0  8  4  2  1  1  1  0  0  1 4294967296  4194304  32768.0 POSIX  0\n"
    "Finished  : Tue Mar  3 10:02:00 2026\n";

inline constexpr const char* kMdtestText = R"(mdtest-3.4.0 was launched with 8 total task(s) on 2 node(s)
Command line used: mdtest '-F' '-n' '1000' '-w' '3901' '-e' '3901' '-u' '-N' '4'
8 tasks, 8000 files

SUMMARY rate: (of 1 iterations)
   Operation                      Max            Min           Mean        Std Dev
   ---------                      ---            ---           ----        -------
   File creation             :       2500.000       1500.000       2000.000          0.000
   File stat                 :       8000.000       8000.000       8000.000          0.000
   File read                 :       4000.000       4000.000       4000.000          0.000
   File removal              :          0.000          0.000          0.000          0.000
   Tree creation             :        500.000        500.000        500.000          0.000
-- finished at 03/03/2026 10:00:00 --
)";

inline BenchmarkRead read_output(std::string_view form, const std::string& text, bool strict = false) {
  return read_benchmark_text(form, text, "output.txt", {std::nullopt, strict});
}

// "W0090 7" of each problem: its code and its line.
inline std::string codes_and_lines(const BenchmarkRead& read) {
  std::string text;
  for (const Problem& problem : read.problems.all())
    text += (text.empty() ? "" : ", ") + problem.code + " " + std::to_string(problem.mark.line);
  return text;
}

inline double figure_named(const MeasuredOutput& output, std::string_view name) {
  for (const OutputFigure& figure : output.figures)
    if (figure.name == name) return figure.value;
  return 0;
}

// Returns the path of a real sample, empty where HEADRACE_DATA is not set.
inline std::string sample_path(const std::string& name) {
  const char* const folder = std::getenv("HEADRACE_DATA");
  return folder == nullptr ? "" : std::string(folder) + "/traces/" + name;
}

inline constexpr const char* kNoSamples = "HEADRACE_DATA is not set: no real outputs of benchmarks";

}  // namespace headrace
