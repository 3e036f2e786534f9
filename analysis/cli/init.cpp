#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/verb.h"
#include "analysis/output_file.h"
#include "analysis/page/init_page.h"
#include "analysis/page/json.h"
#include "scenarios/loader/import/store_words.h"

namespace headrace {

namespace {

class InitVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  void print(const Evidence& evidence, const FirstScenario& made, const Streams& streams) const;

  std::vector<std::string> files_;
  std::string out_, nodes_;
  FirstScenarioWish wish_;
  AnswerForm form_;
};

void InitVerb::declare(Options& options) {
  options.words("file", files_,
                "what you have of a machine and a job, in any order; each is known by what it\n"
                "holds: a DLIO or MLPerf Storage workload and its overrides.yaml, a system\n"
                "description of MLPerf Storage, a dump of `lctl get_param`, `lsblk -o\n"
                "NAME,SIZE,ROTA,TYPE,MODEL,TRAN` (-J too), `nvidia-smi` (-L and CSV too),\n"
                "`lscpu`, `free` or /proc/meminfo, `ibstat`, `ibstatus` or `ethtool PORT`,\n"
                "output of fio, IOR and mdtest, a recording. Without one: UNet3D on a\n"
                "platform that comes with headrace",
                "");
  options.value("--out", out_, "the scenario [standard output]", "FILE");
  options.value("--platform", wish_.platform,
                "a platform for network and storage, such as perlmutter, or a file of one\n"
                "[what the files describe, else the node's own drives, else\n"
                "clusterstor-e1000-slingshot]",
                "NAME");
  options.value("--nodes", nodes_, "nodes that run the job [as many as the files tell, else 1]", "N");
  options.value("--store", wish_.store,
                "the kind of a described storage, where its words do not tell:\n"
                "lustre, local, object_store, filer, gpfs or daos",
                "KIND");
  options.footer(
      std::string(
          "Files complete each other; where they contradict, the report says which was believed.\n"
          "What a node's own tools count is believed before a description, and else the file that is\n"
          "named first. Each value has its place or its guess in its comment, and the guesses that\n"
          "matter most are told with what would measure them.\n\n"
          "Example:\n  headrace init scenarios/workloads/unet3d_h100.yaml system.json --out ours.yaml\n"
          "  headrace init lctl.txt nvidia-smi.txt lscpu.txt --nodes 16 --out ours.yaml\n"
          "  headrace init --platform perlmutter --out ours.yaml\n\n") +
      kExitCodes);
  form_.declare(options);
}

void InitVerb::finish() {
  if (!nodes_.empty()) wish_.nodes = count_of("--nodes", nodes_);
  if (wish_.nodes > 100'000) throw UsageError("--nodes: a group has 100000 nodes at most");
  const std::span<const std::string_view> kinds = imported_store_names();
  if (!wish_.store.empty() && std::find(kinds.begin(), kinds.end(), wish_.store) == kinds.end())
    throw UsageError("--store: there is no kind '" + wish_.store + "'" + suggestion(wish_.store, kinds) +
                     " (lustre, local, object_store, filer, gpfs, daos)");
  if (!wish_.store.empty() && !wish_.platform.empty())
    throw UsageError("--store is of a described storage, and --platform names another");
  std::vector<std::string> inputs = files_;
  inputs.push_back(wish_.platform);
  expect_apart({{"--out", out_}}, inputs);
  if (!out_.empty()) wish_.file = out_;
}

void InitVerb::print(const Evidence& evidence, const FirstScenario& made, const Streams& streams) const {
  if (form_.json) return streams.out.write(json_text(init_tree(evidence, made)));
  if (out_.empty()) streams.out.write(made.text);
  if (form_.quiet) return;
  Sink& report = out_.empty() ? streams.err : streams.out;
  const bool colour = out_.empty() ? streams.err_colour() : streams.out_colour();
  report.write(init_report(evidence, made, Style(colour), form_.verbose));
  if (!out_.empty())
    report.write("\n" + out_ + " is the scenario: `headrace run " + out_ + "`; `headrace doubt " + out_ +
                 "` finds which guesses its answer hangs on.\n");
}

ExitCode InitVerb::run(const Streams& streams) {
  if (!out_.empty()) expect_writable(with_folder(out_), first_scenario_kind());
  const Evidence evidence = read_evidence(files_);
  const bool is_told = !form_.quiet && !form_.json;
  if (evidence.problems.has_errors() || is_told)
    streams.err.write(evidence.problems.text(streams.err_colour()));
  if (evidence.problems.has_errors()) return ExitCode::usage;
  const FirstScenario made = first_scenario(evidence, wish_);
  if (made.problems.has_errors()) {
    streams.err.write(made.problems.text(streams.err_colour()));
    return ExitCode::usage;
  }
  if (!out_.empty()) write_file(out_, made.text, first_scenario_kind());
  print(evidence, made, streams);
  return ExitCode::ok;
}

}  // namespace

std::unique_ptr<Verb> init_verb() { return std::make_unique<InitVerb>(); }

}  // namespace headrace
