// Texts as darshan-parser prints them: the counters of a record, all 0 but for those that are given.
#pragma once

#include <map>
#include <string>

namespace headrace {

inline constexpr const char* kDarshanHead =
    "# darshan log version: 3.41\n# exe: ./reader\n# nprocs: 4\n# start_time: 1600000000\n"
    "# description of columns:\n";

inline std::string darshan_line(const std::string& before, const std::string& counter,
                                const std::string& value, const std::string& path) {
  return before + counter + "\t" + value + "\t" + path + "\t/scratch\tlustre\n";
}

// Makes a record of POSIX, STDIO or MPI-IO; counters are named without their module.
inline std::string darshan_text(const std::string& module, int rank, const std::string& record,
                                const std::string& path, const std::map<std::string, std::string>& counters) {
  const std::string prefix = module == "MPI-IO" ? "MPIIO_" : module + "_";
  std::map<std::string, std::string> all = counters;
  for (const char* const needed : {"OPENS", "READS", "WRITES", "BYTES_READ", "BYTES_WRITTEN"})
    all.emplace(module == "MPI-IO" && std::string(needed).find('_') == std::string::npos
                    ? std::string("INDEP_") + needed
                    : needed,
                "0");
  for (const char* const needed :
       {"F_OPEN_START_TIMESTAMP", "F_READ_START_TIMESTAMP", "F_READ_END_TIMESTAMP", "F_WRITE_START_TIMESTAMP",
        "F_WRITE_END_TIMESTAMP", "F_READ_TIME", "F_WRITE_TIME", "F_META_TIME"})
    all.emplace(needed, "0.000000");
  const std::string before = module + "\t" + std::to_string(rank) + "\t" + record + "\t";
  std::string text;
  for (const auto& [counter, value] : all) text += darshan_line(before, prefix + counter, value, path);
  return text;
}

}  // namespace headrace
