// What the tests of DLIO files share: reading a text in one call, a workload as
// a text that can be compared, and the files of HEADRACE_DATA.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "models/field_visitor.h"
#include "scenarios/loader/dlio/dlio.h"

namespace headrace {

struct DlioResult {
  bool usable = false;
  WorkloadSpec workload;
  std::vector<NoEffect> no_effect;
  Problems problems;

  // The reason noted for a key, or "".
  std::string reason(std::string_view key) const {
    for (const NoEffect& entry : no_effect)
      if (entry.key == key) return entry.reason;
    return "";
  }
};

inline DlioResult read(std::string_view text, const std::vector<std::string>& overrides = {},
                       DlioVersion version = DlioVersion::v2_0) {
  DlioResult result;
  const Mark mark{std::make_shared<const SourceText>(SourceText{"overrides", ""}), 0, 0};
  result.usable = read_dlio(text, "test.yaml", version, overrides, std::vector<Mark>(overrides.size(), mark),
                            result.workload, result.no_effect, result.problems);
  return result;
}

// Reads a time that a step computes, which must be right.
inline Distribution time_of(const std::string& text) {
  const DlioResult result = read("train: {computation_time: " + text + "}\n");
  EXPECT_TRUE(result.usable) << text << "\n" << result.problems.text();
  return result.workload.training.computation_time;
}

// One line a field, "loader.batch_size = 7".
class SpecText final : public FieldVisitor {
 public:
  static std::string of(WorkloadSpec workload) {
    SpecText text;
    workload.visit(text);
    return text.out_;
  }

  void integer(const Field& f, std::int64_t& v, std::int64_t, std::int64_t) override {
    line(f, std::to_string(v));
  }
  void number(const Field& f, double& v, double, double) override { line(f, std::to_string(v)); }
  void flag(const Field& f, bool& v) override { line(f, v ? "true" : "false"); }
  void text(const Field& f, std::string& v) override { line(f, v); }
  void texts(const Field& f, std::vector<std::string>& v) override {
    for (const std::string& item : v) line(f, item);
  }
  void integers(const Field& f, std::vector<std::int64_t>& v) override {
    for (const std::int64_t item : v) line(f, std::to_string(item));
  }
  void duration(const Field& f, Duration& v, Duration, Duration) override { line(f, std::to_string(v.ns())); }
  void bytes(const Field& f, Bytes& v, Bytes, Bytes) override { line(f, std::to_string(v.count())); }
  void bandwidth(const Field& f, Bandwidth& v) override { line(f, std::to_string(v.in_bytes_per_second())); }
  void distribution(const Field& f, Distribution& v) override {
    line(f, std::to_string(static_cast<int>(v.law())) + " " + std::to_string(v.mean().ns()) + " " +
                std::to_string(v.spread().ns()));
  }

 protected:
  void word(const Field& f, std::size_t& index, std::span<const std::string_view> words) override {
    line(f, std::string(words[index]));
  }

 private:
  void line(const Field& f, const std::string& value) { out_ += path_of(f.name) + " = " + value + "\n"; }

  std::string out_;
};

inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Empty when HEADRACE_DATA is unset.
inline std::filesystem::path data_folder() {
  const char* folder = std::getenv("HEADRACE_DATA");
  return folder == nullptr ? "" : folder;
}

}  // namespace headrace
