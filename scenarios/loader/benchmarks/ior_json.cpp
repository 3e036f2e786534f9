#include "scenarios/loader/benchmarks/ior_json.h"

#include <cmath>

#include "scenarios/loader/benchmarks/ior_run.h"
#include "scenarios/loader/benchmarks/output_json.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

class IorJsonReader {
 public:
  IorJsonReader(const JsonText& json, OutputNotes& notes) : json_(json), notes_(notes) {}

  void read() {
    const Tree* const tests = json_at(json_.tree, "tests");
    if (tests != nullptr)
      for (const Tree& test : tests->items) {
        if (notes_.is_stopped()) return;
        read_test(test);
      }
    if (json_.broken)
      notes_.drop(*json_.broken,
                  "here it is no JSON any more: what began before and is not whole was dropped");
  }

 private:
  void read_test(const Tree& test) {
    IorRun run("IOR-" + json_text_at(json_.tree, "Version"), test.mark);
    run.command(json_text_at(json_.tree, "Command line"));
    // The options are those of the text; the parameters have more, under the names of the program.
    for (const char* const list : {"Parameters", "Options"}) {
      const Tree* const options = json_at(test, list);
      if (options == nullptr) continue;
      for (const Tree::Entry& entry : options->entries)
        if (entry.value.kind == Tree::Kind::scalar) run.option(entry.key, entry.value.scalar);
    }
    const std::optional<double> deadline = json_number(test, "Parameters.deadlineForStonewall");
    if (deadline && *deadline > 0) run.option("stonewallingTime", number_text(*deadline));
    add_results(test, run);
    add_summary(test, run);
    if (run.has_rates())
      run.tell(notes_);
    else
      notes_.drop(test.mark, "the test has no result: did it end?");
  }

  static double seconds_of(const Tree& row, const char* key) { return json_number(row, key).value_or(0); }

  void add_results(const Tree& test, IorRun& run) {
    const Tree* const results = json_at(test, "Results");
    if (results == nullptr) return;
    for (const Tree& row : results->items) {
      const std::optional<double> rate = json_number(row, "bwMiB");
      if (!rate) {
        notes_.drop(row.mark, "the result has no bwMiB");
        continue;
      }
      run.rate({json_text_at(row, "access"), *rate, seconds_of(row, "totalTime"), 1, false, row.mark,
                "bwMiB " + number_text(*rate)});
    }
  }

  // Adds the means of all repetitions, which the summary has of each test.
  void add_summary(const Tree& test, IorRun& run) {
    const Tree* const summary = json_at(json_.tree, "summary");
    if (summary == nullptr) return;
    for (const Tree& row : summary->items) {
      if (json_number(row, "TestID") != json_number(test, "TestID")) continue;
      const std::optional<double> rate = json_number(row, "bwMeanMIB");
      if (!rate) {
        notes_.drop(row.mark, "the summary has no bwMeanMIB");
        continue;
      }
      run.rate({json_text_at(row, "operation"), *rate, seconds_of(row, "MeanTime"), 1, true, row.mark,
                "bwMeanMIB " + number_text(*rate)});
    }
  }

  const JsonText& json_;
  OutputNotes& notes_;
};

bool is_of_ior(const Tree& tree) {
  return json_at(tree, "tests") != nullptr || json_at(tree, "Command line") != nullptr;
}

}  // namespace

bool read_ior_json(OutputNotes& notes) {
  bool is_json = false;
  for (const JsonText& json : json_texts(notes.source())) {
    if (!is_of_ior(json.tree)) continue;
    is_json = true;
    if (notes.is_stopped()) break;
    IorJsonReader(json, notes).read();
  }
  return is_json;
}

}  // namespace headrace
